import { addDays } from "../../shared/format/dates.ts"
import type { Past } from "./days.ts"
import { blocksOf } from "./festivals.ts"
import type { Block } from "./festivals.ts"

/** A range with a button of its own. `block` is the festival that gives it its name. */
type Choice =
  & { from: string; to: string }
  & ({ name: "this_month" | "last_month" | "this_year" | "last_days"; block: null } | { name: "festival"; block: Block })

const lastDays = 90
const springFestival = "春节"

const firstOfMonth = (date: string) => `${date.slice(0, 7)}-01`

/** The ranges with buttons, as of today. A range that has not ended ends today; a festival is listed once it has begun. */
export const choicesOf = (past: Past): ReadonlyArray<Choice> => {
  const { asOf, first, today } = past
  const month = firstOfMonth(today)
  const lastMonth = addDays(month, -1)
  const begun = first === null ? [] : blocksOf(past).filter(({ from, to }) => from <= asOf && to >= first)
  const newest = begun.at(-1)
  const festivals = [...begun.filter(({ name }) => name === springFestival).slice(-2), ...(newest === undefined ? [] : [newest])]
  return [
    { name: "this_month", from: month, to: today, block: null },
    { name: "last_month", from: firstOfMonth(lastMonth), to: lastMonth, block: null },
    { name: "this_year", from: `${today.slice(0, 4)}-01-01`, to: today, block: null },
    { name: "last_days", from: addDays(asOf, 1 - lastDays), to: asOf, block: null },
    ...[...new Set(festivals)].toReversed().map((block) => ({
      name: "festival" as const,
      from: block.from,
      to: block.to,
      block
    }))
  ]
}
