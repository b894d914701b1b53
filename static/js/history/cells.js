// @ts-check
import { isGeneratedOnly } from "../../../src/Domain/Matching.ts"
import { dayLabel } from "../shared/format/dates.js"
import { money } from "../shared/format/money.js"
import { specialName } from "../shared/holiday.js"
import { t } from "../shared/language.js"
import { daysBetween, stateOf } from "./figures/days.js"
import { dividers, levelOf } from "./levels.js"

/**
 * @typedef {import("./load.js").Known} Known
 * @typedef {import("./figures/days.js").Day} Day
 * @typedef {import("./figures/days.js").State} State
 */

/**
 * A day as it is drawn. `level` is 1 to 5 for an amount that counts; `special` is the name of its holiday.
 * @typedef {{ day: Day, state: State, level: number | null, special: string | null, isToday: boolean }} Cell
 */

/**
 * @typedef {object} Shop
 * @property {Known} known
 * @property {ReadonlyArray<number>} divided the amounts between the levels
 * @property {boolean} isGeneratedOnly whether nobody counts here, so that no estimate awaits a person
 */

/**
 * The facts that all cells share. The levels are computed from a year and the one before: over ten years of growth, all newest days
 * would have the highest level.
 * @param {Known} known @param {number} year @returns {Shop}
 */
export const shopIn = (known, year) => {
  const { past } = known
  const calm = isGeneratedOnly(past.days, past.asOf)
  const drawn = calm ? "generated" : "counted"
  const amounts = daysBetween(past, `${year - 1}-01-01`, `${year}-12-31`).flatMap((day) =>
    day.cents !== null && stateOf(past, day) === drawn ? [day.cents] : []
  )
  return { known, divided: dividers(amounts), isGeneratedOnly: calm }
}

/** @param {Shop} shop @param {number} index of `past.days` @returns {Cell | undefined} */
export const cellAt = ({ divided, known: { listed, past } }, index) => {
  const [day, words] = [past.days[index], listed[index]]
  if (day === undefined || words === undefined) return undefined
  const state = stateOf(past, day)
  const level = day.cents !== null && (state === "counted" || state === "generated") ? levelOf(day.cents, divided) : null
  return { day, state, level, special: specialName(words), isToday: day.date === past.today }
}

/** `2月16日 周一 · 除夕` @param {Cell} cell */
export const nameOf = ({ day: { date }, isToday, special }) =>
  [isToday ? t("history.today", { day: dayLabel(date) }) : dayLabel(date), special].filter(Boolean).join(" · ")

/** The day's amount, or why it has none, in words. @param {Cell} cell */
export const wordsOf = ({ day: { cents }, state }) => {
  if (state === "before") return ""
  const amount = cents === null ? null : money(cents / 100)
  if (amount === null) return t(`history.state.${state}`)
  return state === "counted" || state === "generated"
    ? `${amount} · ${t(`history.state.${state}`)}`
    : `${t("history.so_far", { amount })} · ${t(`history.state.${state}`)}`
}

/** @param {Cell} cell */
export const labelOf = (cell) => {
  const { note } = cell.day
  return [nameOf(cell), wordsOf(cell), note].filter((part) => part !== "").join(" · ")
}

/** The attributes for the stylesheet and for screen readers. @param {Shop} shop @param {Cell} cell */
export const attributesOf = ({ isGeneratedOnly: calm }, cell) => ({
  "data-date": cell.day.date,
  "data-state": cell.state,
  "data-level": cell.level,
  "data-calm": calm && cell.state === "generated",
  "aria-current": cell.isToday ? "date" : null
})

/** The mark of a day without an amount. It can be recognized without colours. @param {Cell} cell */
export const markOf = ({ state }) => state === "missing" ? "?" : state === "closed" ? "×" : null
