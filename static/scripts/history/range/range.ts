import { byId, el } from "../../shared/dom.ts"
import { isDate } from "../../shared/format/dates.ts"
import { t } from "../../shared/language.ts"
import { mayEnter } from "../../shared/reader.ts"
import type { RangeView } from "../address.ts"
import { compareRange, usualAgainst } from "../figures/against.ts"
import type { Past } from "../figures/days.ts"
import { rangeFigures } from "../figures/range.ts"
import { rangeChoices } from "./choices.ts"
import { againstChoices, comparedName, comparisonSentences } from "./comparison.ts"
import { mostPairs, pairsTable } from "./pairs.ts"

/** The comparison of a range: the choice of it, one sentence, the reasons for days that are left out, and each day of a short range. */
const comparedRange = (past: Past, { against, from, to }: RangeView) => {
  const range = { from, to }
  const figures = rangeFigures(past, past.first !== null && from < past.first ? past.first : from, to)
  if (figures === null) return []
  const comparison = compareRange(past, from, to, against ?? usualAgainst(past, from, to))
  const isShort = comparison.pairs.length <= mostPairs
  return [
    el("h2", { id: "against-title" }, t("range.against")),
    el("ul", { class: "chips", "aria-labelledby": "against-title" }, ...againstChoices(past, range, comparison.against, figures.days)),
    ...comparisonSentences(past, range, comparison, figures.days),
    isShort ? pairsTable(past, comparison, comparedName(past, range, comparison, figures.days), mayEnter()) : null
  ].filter((part) => part !== null)
}

/** The view of a range. */
export const makeRange = (go: (view: RangeView) => void) => {
  const first: HTMLInputElement = byId("range-from")
  const last: HTMLInputElement = byId("range-to")
  /** Handles a typed date. If one end passes the other, the other end follows. */
  const choose = ({ id, max, min, value }: HTMLInputElement) => {
    if (!isDate(value) || value < min || value > max) return
    const [from, to] = id === first.id
      ? [value, last.value < value ? value : last.value]
      : [first.value > value ? value : first.value, value]
    go({ kind: "range", from, to, against: null })
  }
  for (const input of [first, last]) input.addEventListener("change", () => choose(input))
  return {
    show: (past: Past, view: RangeView, reach: { from: string; to: string }) => {
      for (const input of [first, last]) {
        input.min = reach.from
        input.max = reach.to
      }
      first.value = view.from
      last.value = view.to
      byId("range-choices").replaceChildren(...rangeChoices(past, view))
      byId("compared").replaceChildren(...comparedRange(past, view))
    }
  }
}
