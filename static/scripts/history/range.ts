import { byId } from "../shared/dom.ts"
import { isDate } from "../shared/format/dates.ts"
import type { RangeView } from "./address.ts"

/** The two dates of a range. */
export const makeRange = (go: (view: RangeView) => void) => {
  const first: HTMLInputElement = byId("range-from")
  const last: HTMLInputElement = byId("range-to")
  /** Handles a typed date. If one end passes the other, the other end follows. */
  const choose = ({ id, max, min, value }: HTMLInputElement) => {
    if (!isDate(value) || value < min || value > max) return
    const [from, to] = id === first.id
      ? [value, last.value < value ? value : last.value]
      : [first.value > value ? value : first.value, value]
    go({ kind: "range", from, to })
  }
  for (const input of [first, last]) input.addEventListener("change", () => choose(input))
  return {
    show: (view: RangeView, reach: { from: string; to: string }) => {
      for (const input of [first, last]) {
        input.min = reach.from
        input.max = reach.to
      }
      first.value = view.from
      last.value = view.to
    }
  }
}
