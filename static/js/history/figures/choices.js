// @ts-check
import { addDays } from "../../shared/format/dates.js"
import { blocksOf } from "./festivals.js"

/** @typedef {import("./days.js").Past} Past @typedef {import("./festivals.js").Block} Block */

/**
 * A range with a button of its own. `block` is the festival that gives it its name.
 * @typedef {{ from: string, to: string } & ({ name: "this_month" | "last_month" | "this_year" | "last_days", block: null } | { name: "festival", block: Block })} Choice
 */

const lastDays = 90
const springFestival = "春节"

/** @param {string} date */
const firstOfMonth = (date) => `${date.slice(0, 7)}-01`

/**
 * The ranges with buttons, as of today. A range that has not ended ends today; a festival is listed once it has begun.
 * @param {Past} past @returns {ReadonlyArray<Choice>}
 */
export const choicesOf = (past) => {
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
      name: /** @type {const} */ ("festival"),
      from: block.from,
      to: block.to,
      block
    }))
  ]
}
