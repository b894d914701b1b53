import { leastOfMean, meanOf } from "../../../../src/Domain/DayStatistics.ts"
import { yearBefore } from "../../../../src/Domain/Matching.ts"
import { isDate, weekdayNumber } from "../../shared/format/dates.ts"
import { dayOn, daysBetween, isOrdinary, stateOf } from "./days.ts"
import type { Past } from "./days.ts"
import type { Day } from "./days.ts"

/** The usual amount of a weekday: the mean of its counted days, in cents; null with fewer than three. */
export type Usual = { weekday: number; days: number; mean: number | null; daysBefore: number; meanBefore: number | null }

const weekdays = [1, 2, 3, 4, 5, 6, 7]

const mean = (amounts: ReadonlyArray<number>) => amounts.length < leastOfMean ? null : meanOf(amounts)

/** The counted ordinary days among some days. */
const usual = (past: Past, days: ReadonlyArray<Day>) => days.filter((day) => stateOf(past, day) === "counted" && isOrdinary(day))

/** The amounts of each weekday, Monday first. */
const amountsOf = (days: ReadonlyArray<Day>) => {
  const amounts: ReadonlyArray<Array<number>> = weekdays.map(() => [])
  for (const { cents, date } of days) if (cents !== null) amounts[weekdayNumber(date) - 1]?.push(cents)
  return amounts
}

/**
 * The usual amount of each weekday in a range, Monday first, beside that of the same dates in the year before. Holidays, make-up
 * working days, closed days and estimates are left out, because they are not usual days.
 */
export const profileOf = (past: Past, from: string, to: string): ReadonlyArray<Usual> => {
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
