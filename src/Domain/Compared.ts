import { Schema } from "effect"
import { comparable, compareMonths, comparePairs, type Comparison, withYearBefore } from "./Comparison.ts"
import type { DayBook } from "./DayBook.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, datesBetween, type LocalDate } from "./LocalDate.ts"
import { sameHolidayLastYear } from "./SameHoliday.ts"
import { usualOf } from "./Usual.ts"

/** What a day, a week, a month or a year is compared with: there is one comparison for each (rule 6.51). */
export const Against = Schema.Literal("usual", "holiday", "week_before", "month_before", "year_before")
export type Against = typeof Against.Type

/** A day or a window beside what it is compared with. Amounts are cents. */
export const Compared = Schema.Struct({
  against: Against,
  /** The number of days that are compared; against the usual amount, the number of days in it. */
  days: Schema.Int,
  current: Schema.Int,
  previous: Schema.Int
})
export type Compared = typeof Compared.Type

/** From this multiple of the usual amount on, a day is said as a multiple, not in percent. */
const multiple = 3

/**
 * What is said of a comparison: its direction, and the percentage or the multiple. A day is `same` below half a percent of its usual
 * amount, a sum only where the two are equal. The file of the sentences is `words/Compared.ts`.
 */
export const outcome = ({ against, current, previous }: Compared) => {
  const isDay = against === "usual" || against === "holiday"
  const percent = previous === 0 ? null : Math.round(Math.abs(current - previous) / previous * 100)
  if (against === "usual" && previous > 0 && current >= multiple * previous) {
    return { way: "times", percent, times: Math.floor(current / previous) } as const
  }
  const isSame = isDay ? percent === 0 : current === previous
  return { way: isSame ? "same" : current > previous ? "more" : "less", percent, times: null } as const
}

const of = (against: Against, { current, daysCompared, previous }: Comparison): Compared | null =>
  current === null || previous === null ? null : { against, days: daysCompared, current, previous }

/**
 * A counted day with its usual amount, a day off with the same day of its festival in the year before; null if it cannot be
 * compared.
 */
export const dayCompared = (book: DayBook, date: LocalDate, holidays: Holidays): Compared | null => {
  const current = comparable(book, date)?.cents
  if (current === undefined) return null
  const usual = usualOf(book, date, holidays)
  if (usual !== null) return { against: "usual", days: usual.days, current, previous: usual.cents }
  const festival = sameHolidayLastYear(book, date, holidays)
  return festival === null ? null : of("holiday", festival)
}

/** The days of a week until `last` with the same days of the week before. */
export const weekCompared = (book: DayBook, monday: LocalDate, last: LocalDate): Compared | null =>
  of("week_before", comparePairs(book, datesBetween(monday, last).map((date) => [date, addDays(date, -7)])))

/** The days of a month until `last` with what they would take if each were like its weekday in the month before (rule 6.36). */
export const monthCompared = (book: DayBook, first: LocalDate, last: LocalDate, holidays: Holidays): Compared | null => {
  const { current, daysCompared, mix } = compareMonths(book, first, last, holidays)
  return of("month_before", { current, daysCompared, previous: mix?.expected ?? null })
}

/** The days of a year until `last` with the same dates of the year before. */
export const yearCompared = (book: DayBook, first: LocalDate, last: LocalDate): Compared | null =>
  of("year_before", comparePairs(book, withYearBefore(datesBetween(first, last))))
