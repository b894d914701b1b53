import { Schema } from "effect"
import { comparable, comparedPairs } from "./Comparison.ts"
import type { DayBook } from "./DayBook.ts"
import { meanOf } from "./DayStatistics.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, datesBetween, firstOfMonth, isoWeekday, type LocalDate } from "./LocalDate.ts"
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

/** null without a pair of days that is compared. */
const sumsOf = (
  against: Against,
  pairs: ReturnType<typeof comparedPairs>,
  previous: number | null = pairs.reduce((sum, pair) => sum + pair.previous, 0)
): Compared | null =>
  pairs.length === 0 || previous === null
    ? null
    : { against, days: pairs.length, current: pairs.reduce((sum, pair) => sum + pair.current, 0), previous }

/**
 * The counted amount of the same day of the date's festival a year before, if it was a day off then as well (rule 6.41). A date of two
 * festivals uses the one with more days off, unless only the other one has a match.
 */
const sameHoliday = (book: DayBook, date: LocalDate, holidays: Holidays): number | undefined =>
  holidays.on(date).flatMap((holiday) => {
    const before = holidays.counterpart(holiday, holiday.year - 1)
    const wasOff = before !== undefined && holidays.on(before).some(({ name }) => name === holiday.name)
    return wasOff ? comparable(book, before)?.cents ?? [] : []
  })[0]

/**
 * A counted day with its usual amount, a day off with the same day of its festival in the year before; null if it cannot be
 * compared.
 */
export const dayCompared = (book: DayBook, date: LocalDate, holidays: Holidays): Compared | null => {
  const current = comparable(book, date)?.cents
  if (current === undefined) return null
  const usual = usualOf(book, date, holidays)
  if (usual !== null) return { against: "usual", days: usual.days, current, previous: usual.cents }
  const previous = sameHoliday(book, date, holidays)
  return previous === undefined ? null : { against: "holiday", days: 1, current, previous }
}

/** The days of a week until `last` with the same days of the week before. */
export const weekCompared = (book: DayBook, monday: LocalDate, last: LocalDate): Compared | null =>
  sumsOf("week_before", comparedPairs(book, datesBetween(monday, last).map((date) => [date, addDays(date, -7)])))

/** The sum of days if each had the mean of its weekday in a month; null if a weekday has no such day (rule 6.36). */
const expectedOf = (
  book: DayBook,
  dates: ReadonlyArray<LocalDate>,
  month: ReadonlyArray<LocalDate>,
  holidays: Holidays
): number | null => {
  const ordinary = month.filter(holidays.isOrdinary).flatMap((date) => comparable(book, date) ?? [])
  const means = [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
    meanOf(ordinary.flatMap(({ cents, date }) => isoWeekday(date) === weekday ? [cents] : []))
  )
  return dates.reduce<number | null>((sum, date) => {
    const mean = means[isoWeekday(date) - 1]
    return sum === null || mean == null ? null : sum + mean
  }, 0)
}

/** The days of a month until `last` with what they would take if each were like its weekday in the month before (rule 6.36). */
export const monthCompared = (book: DayBook, first: LocalDate, last: LocalDate, holidays: Holidays): Compared | null => {
  const start = firstOfMonth(addDays(first, -1))
  const before = datesBetween(start, addDays(first, -1))
  const pairs = comparedPairs(book, datesBetween(first, last).flatMap((date, index) => {
    const match = before[index]
    return match === undefined ? [] : [[date, match] as const]
  }))
  const counted = pairs.flatMap(({ date }) => comparable(book, date) === undefined ? [] : [date])
  return sumsOf("month_before", pairs, expectedOf(book, counted, before, holidays))
}

/** The same date in the year before; 29 February has none. */
const yearBefore = (date: LocalDate): ReadonlyArray<LocalDate> =>
  date.endsWith("-02-29") ? [] : [`${String(Number(date.slice(0, 4)) - 1).padStart(4, "0")}${date.slice(4)}` as LocalDate]

/** The days of a year until `last` with the same dates of the year before. */
export const yearCompared = (book: DayBook, first: LocalDate, last: LocalDate): Compared | null =>
  sumsOf("year_before", comparedPairs(book, datesBetween(first, last).flatMap((date) =>
    yearBefore(date).map((match) => [date, match] as const)
  )))
