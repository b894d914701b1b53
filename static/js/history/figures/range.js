// @ts-check
import { statisticsOf } from "../../../../src/Domain/DayStatistics.ts"
import { daysBetween, stateOf } from "./days.js"

/**
 * @typedef {import("./days.js").Past} Past
 * @typedef {import("./days.js").Day} Day
 * @typedef {Day & { cents: number }} Figure
 */

/**
 * The figures of a range, in cents. They leave out days after the last one that counts, and days before the first record.
 * @typedef {object} RangeFigures
 * @property {string} from
 * @property {string} until the last day of it that counts
 * @property {number} days from `from` to `until`
 * @property {number} cents of all final days, generated ones among them
 * @property {number} generatedCents
 * @property {number} generatedDays
 * @property {number} countedDays
 * @property {number | null} mean of the counted days; null with fewer than three, which are no mean
 * @property {Figure | null} best of the counted days, the first of equal ones, as the worst
 * @property {Figure | null} worst
 * @property {number} closedDays without its closing weekdays
 * @property {ReadonlyArray<string>} missing
 */

/** The final days among some, up to the last one that counts. @param {Past} past @param {ReadonlyArray<Day>} days */
const finalOf = ({ asOf }, days) => /** @type {Array<Figure>} */ (days.filter(({ date, isFinal }) => isFinal && date <= asOf))

/** @param {Past} past @param {string} from @param {string} to @returns {RangeFigures | null} null while none of its days counts */
export const rangeFigures = (past, from, to) => {
  const until = to < past.asOf ? to : past.asOf
  const days = daysBetween(past, from, until)
  if (days.length === 0) return null
  const states = days.map((day) => stateOf(past, day))
  return {
    from,
    until,
    days: days.length,
    ...statisticsOf(finalOf(past, days)),
    closedDays: days.filter(({ weekly }, at) => states[at] === "closed" && !weekly).length,
    missing: days.flatMap(({ date }, at) => states[at] === "missing" ? [date] : [])
  }
}

/** The sum that is shown: what was counted, or the estimates where nothing was. @param {RangeFigures} figures */
export const sumOf = ({ cents, countedDays, generatedCents, generatedDays }) => {
  const isEstimate = countedDays === 0 && generatedDays > 0
  return { isEstimate, cents: isEstimate ? generatedCents : cents - generatedCents }
}
