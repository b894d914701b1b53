// @ts-check
import { leastOfMean, meanOf } from "../../../../src/Domain/DayStatistics.ts"
import { yearBefore } from "../../../../src/Domain/Matching.ts"
import { isDate, weekdayNumber } from "../../shared/format/dates.js"
import { dayOn, daysBetween, isOrdinary, stateOf } from "./days.js"

/** @typedef {import("./days.js").Past} Past @typedef {import("./days.js").Day} Day */

/**
 * The usual amount of a weekday: the mean of its counted days, in cents; null with fewer than three.
 * @typedef {{ weekday: number, days: number, mean: number | null, daysBefore: number, meanBefore: number | null }} Usual
 */

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** @param {ReadonlyArray<number>} amounts */
const mean = (amounts) => amounts.length < leastOfMean ? null : meanOf(amounts)

/** The counted ordinary days among some days. @param {Past} past @param {ReadonlyArray<Day>} days */
const usual = (past, days) => days.filter((day) => stateOf(past, day) === "counted" && isOrdinary(day))

/** The amounts of each weekday, Monday first. @param {ReadonlyArray<Day>} days */
const amountsOf = (days) => {
  /** @type {ReadonlyArray<Array<number>>} */
  const amounts = weekdays.map(() => [])
  for (const { cents, date } of days) if (cents !== null) amounts[weekdayNumber(date) - 1]?.push(cents)
  return amounts
}

/**
 * The usual amount of each weekday in a range, Monday first, beside that of the same dates in the year before. Holidays, make-up
 * working days, closed days and estimates are left out, because they are not usual days.
 * @param {Past} past @param {string} from @param {string} to @returns {ReadonlyArray<Usual>}
 */
export const profileOf = (past, from, to) => {
  const range = daysBetween(past, from, to < past.asOf ? to : past.asOf)
  const days = usual(past, range)
  const before = usual(past, range.flatMap(({ date }) => {
    const match = yearBefore(date)
    return isDate(match) ? dayOn(past, match) ?? [] : []
  }))
  const [ofDays, ofBefore] = [amountsOf(days), amountsOf(before)]
  return weekdays.map((weekday) => {
    const [amounts, amountsBefore] = [ofDays[weekday - 1] ?? [], ofBefore[weekday - 1] ?? []]
    return {
      weekday,
      days: amounts.length,
      mean: mean(amounts),
      daysBefore: amountsBefore.length,
      meanBefore: mean(amountsBefore)
    }
  })
}
