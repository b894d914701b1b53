import { Schema } from "effect"
import * as DayBook from "./DayBook.ts"
import { leastOfMean, meanOf } from "./DayStatistics.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, datesBetween, firstOfMonth, isoWeekday, type LocalDate } from "./LocalDate.ts"
import { isComparable, isGeneratedOnly, yearBefore } from "./Matching.ts"
import type { Turnover } from "./Turnover.ts"

/**
 * Sums of matching days, in cents; null if no day has a match. A day that cannot be compared itself still has its `previous`
 * amount, so that counted amounts are never hidden.
 */
export interface Comparison {
  readonly daysCompared: number
  readonly current: number | null
  readonly previous: number | null
  /** For a month: the weekdays of the compared days. */
  readonly mix?: WeekdayMix
}

/**
 * The weekdays of the compared days. A month can have one Saturday more than the month before, so the sums alone do not show which
 * month is better.
 */
interface WeekdayMix {
  /** How many days of each weekday are compared, Monday first: of this month, and of the month before. */
  readonly current: ReadonlyArray<number>
  readonly previous: ReadonlyArray<number>
  /** How many of the compared days are holidays, by name: of this month, and of the month before. */
  readonly holidays: { readonly current: ReadonlyArray<HolidayCount>; readonly previous: ReadonlyArray<HolidayCount> }
  /**
   * The sum in cents that the compared days of this month would have if each had the mean of its weekday's ordinary days in the
   * month before; null if a weekday has no such day.
   */
  readonly expected: number | null
}

interface HolidayCount {
  readonly name: string
  readonly days: number
}

/** Whether the shop does not count its days, as of `last` (rule 6.25). */
export const generatedOnly = (book: DayBook.DayBook, last: LocalDate): boolean => isGeneratedOnly(book.days, last)

/** The final day of a date; undefined if it is of the kind that is not compared. */
export const comparable = (book: DayBook.DayBook, date: LocalDate): Turnover | undefined => {
  const day = book.byDate.get(date)
  return day !== undefined && isComparable(day) ? day : undefined
}

type Pair = readonly [current: LocalDate, previous: LocalDate]

/** A shop is open on one day of a week at least. */
export const longestClosing = 6

/**
 * What a day took, if it can be compared with its match. A weekday on which the shop always is closed took nothing, if the last open
 * day before it was counted. Without it, a shop that closes on Mondays would leave its Tuesdays out of one year and its Sundays out
 * of the other. Only days before decide, so that no later figure changes a comparison.
 */
const taken = (book: DayBook.DayBook, date: LocalDate): number | undefined => {
  const day = comparable(book, date)
  if (day !== undefined || !DayBook.isWeeklyClosed(book, date)) return day?.cents
  const open = Array.from({ length: longestClosing }, (_, index) => addDays(date, -1 - index))
    .find((before) => !DayBook.isWeeklyClosed(book, before))
  return open !== undefined && comparable(book, open) !== undefined ? 0 : undefined
}

/** A pair that is compared, with what its two days took. */
interface Compared {
  readonly pair: Pair
  readonly current: number
  readonly previous: number
}

/**
 * The pairs that are compared: what both days took is known, and one of them at least was counted. None where one side has no counted
 * day: a closing weekday alone is no sum.
 */
export const comparedOf = (book: DayBook.DayBook, pairs: ReadonlyArray<Pair>): ReadonlyArray<Compared> => {
  const counted = [false, false]
  const found = pairs.flatMap((pair): ReadonlyArray<Compared> => {
    const [current, previous] = [taken(book, pair[0]), taken(book, pair[1])]
    const [isCounted, wasCounted] = [comparable(book, pair[0]) !== undefined, comparable(book, pair[1]) !== undefined]
    if (current === undefined || previous === undefined || !isCounted && !wasCounted) return []
    counted[0] ||= isCounted
    counted[1] ||= wasCounted
    return [{ pair, current, previous }]
  })
  return counted[0] === true && counted[1] === true ? found : []
}

const sumsOf = (compared: ReadonlyArray<Compared>): Comparison => {
  if (compared.length === 0) return { daysCompared: 0, current: null, previous: null }
  const sum = (side: "current" | "previous") => compared.reduce((total, { [side]: cents }) => total + cents, 0)
  return { daysCompared: compared.length, current: sum("current"), previous: sum("previous") }
}

/** Sums the pairs that are compared. */
export const comparePairs = (book: DayBook.DayBook, pairs: ReadonlyArray<Pair>): Comparison => sumsOf(comparedOf(book, pairs))

const weekdaysBefore = (date: LocalDate, weeks: number): ReadonlyArray<LocalDate> =>
  Array.from({ length: weeks }, (_, index) => addDays(date, -7 * (index + 1)))

/** Comparable amounts of the same weekday in the weeks before, newest first. */
const comparableBefore = (
  book: DayBook.DayBook,
  date: LocalDate,
  weeks: number,
  counts: (date: LocalDate) => boolean = () => true
): ReadonlyArray<number> => weekdaysBefore(date, weeks).flatMap((before) => counts(before) ? comparable(book, before)?.cents ?? [] : [])

/** The mean of the comparable days among the last four same weekdays, and the number of those days. */
export const weekdayMean = (book: DayBook.DayBook, date: LocalDate) => {
  const before = comparableBefore(book, date, 4)
  return { cents: meanOf(before), days: before.length }
}

/** How far from a day its amount is a hint at another's, in a shop that is too new to have a mean. */
const recentDays = 14

/**
 * The lowest and the highest amount of the counted days shortly before, 0.00 left out. A day before the first record has only those
 * shortly after. Undefined without one.
 */
export const recentRange = (book: DayBook.DayBook, date: LocalDate): { readonly min: number; readonly max: number } | undefined => {
  const counted = (first: LocalDate, last: LocalDate) => datesBetween(first, last).flatMap((near) => comparable(book, near)?.cents || [])
  const before = counted(addDays(date, -recentDays), addDays(date, -1))
  const amounts = before.length > 0 ? before : counted(addDays(date, 1), addDays(date, recentDays))
  return amounts.length === 0 ? undefined : { min: Math.min(...amounts), max: Math.max(...amounts) }
}

/** A day compared with the mean of the last four same weekdays; `daysCompared` is the number of days in the mean. */
const compareWithMean = (book: DayBook.DayBook, date: LocalDate): Comparison => {
  const day = comparable(book, date)
  const { cents: previous, days } = weekdayMean(book, date)
  return day === undefined || previous === null
    ? { daysCompared: 0, current: null, previous: days < leastOfMean ? null : previous }
    : { daysCompared: days, current: day.cents, previous }
}

const compareWithWeekBefore = (book: DayBook.DayBook, date: LocalDate): Comparison => {
  const current = comparable(book, date)?.cents ?? null
  const previous = comparable(book, addDays(date, -7))?.cents ?? null
  return current === null || previous === null
    ? { daysCompared: 0, current: null, previous }
    : { daysCompared: 1, current, previous }
}

/** Pairs each date with the same day of the month that begins on `first`. A day that this month does not have has no match. */
export const sameDaysOfMonth = (dates: ReadonlyArray<LocalDate>, first: LocalDate): ReadonlyArray<Pair> =>
  dates.flatMap((date, index): ReadonlyArray<Pair> => {
    const match = addDays(first, index)
    return match.slice(0, 7) === first.slice(0, 7) ? [[date, match]] : []
  })

const weekdays = [1, 2, 3, 4, 5, 6, 7]

const countedByWeekday = (dates: ReadonlyArray<LocalDate>): ReadonlyArray<number> =>
  weekdays.map((weekday) => dates.filter((date) => isoWeekday(date) === weekday).length)

/** A date that belongs to two festivals counts for the one with more days off. */
const countedHolidays = (dates: ReadonlyArray<LocalDate>, holidays: Holidays): ReadonlyArray<HolidayCount> => {
  const names = dates.flatMap((date) => holidays.on(date)[0]?.name ?? [])
  return [...new Set(names)].map((name) => ({ name, days: names.filter((other) => other === name).length }))
}

/**
 * The weekdays and holidays of the compared days, and their sum if each had the mean of its weekday in the month before (rule
 * 6.36). Holidays and make-up working days are left out of that mean, because they are not usual days.
 */
const weekdayMix = (
  book: DayBook.DayBook,
  compared: ReadonlyArray<Compared>,
  before: ReadonlyArray<LocalDate>,
  holidays: Holidays
): WeekdayMix => {
  const amount = (date: LocalDate) => comparable(book, date)?.cents
  const counted = (side: 0 | 1) => compared.flatMap(({ pair }) => amount(pair[side]) === undefined ? [] : [pair[side]])
  const current = countedByWeekday(counted(0))
  const ordinary = before.filter(holidays.isOrdinary)
  const means = weekdays.map((weekday) => meanOf(ordinary.flatMap((date) => isoWeekday(date) === weekday ? amount(date) ?? [] : [])))
  const parts = current.map((count, index) => (count === 0 ? 0 : means[index] == null ? null : count * means[index]))
  return {
    current,
    previous: countedByWeekday(counted(1)),
    holidays: { current: countedHolidays(counted(0), holidays), previous: countedHolidays(counted(1), holidays) },
    expected: compared.length === 0 ? null : parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0)
  }
}

/** The days of a month until `last` with the same days of the month before (rule 6.36). */
export const compareMonths = (book: DayBook.DayBook, first: LocalDate, last: LocalDate, holidays: Holidays): Comparison => {
  const before = firstOfMonth(addDays(first, -1))
  const compared = comparedOf(book, sameDaysOfMonth(datesBetween(first, last), before))
  return { ...sumsOf(compared), mix: weekdayMix(book, compared, datesBetween(before, addDays(first, -1)), holidays) }
}

/** Every comparison, by its name in the API. */
export const ComparisonName = Schema.Literal(
  "same_weekday_last_week",
  "same_weekday_mean4",
  "week_to_date",
  "month_to_date",
  "month_to_date_last_year",
  "year_to_date"
)
export type Comparisons = Readonly<Record<typeof ComparisonName.Type, Comparison>>

/** Pairs each date with the same date of the year before. 29 February has no match. */
export const withYearBefore = (dates: ReadonlyArray<LocalDate>): ReadonlyArray<Pair> =>
  dates.flatMap((date): ReadonlyArray<Pair> => date.endsWith("-02-29") ? [] : [[date, yearBefore(date)]])

/**
 * All comparisons as of `last`, the newest day that counts, in the week from `monday`, the month from `first` and the year of
 * `first` (rule 6.25).
 */
export const comparisons = (
  book: DayBook.DayBook,
  last: LocalDate,
  monday: LocalDate,
  first: LocalDate,
  holidays: Holidays
): Comparisons => {
  const pairs = (all: ReadonlyArray<Pair>): Comparison => comparePairs(book, all)
  const month = datesBetween(first, last)
  return {
    same_weekday_last_week: compareWithWeekBefore(book, last),
    same_weekday_mean4: compareWithMean(book, last),
    week_to_date: pairs(datesBetween(monday, last).map((date) => [date, addDays(date, -7)])),
    month_to_date: compareMonths(book, first, last, holidays),
    month_to_date_last_year: pairs(withYearBefore(month)),
    year_to_date: pairs(withYearBefore(datesBetween(`${first.slice(0, 4)}-01-01` as LocalDate, last)))
  }
}

const bestOfWeeks = 8
const leastCounted = 4

/**
 * Whether a counted day is above every counted day of its weekday in the seven weeks before it. False with fewer than
 * four such days.
 */
export const bestWeekday = (book: DayBook.DayBook, date: LocalDate): boolean => {
  const day = comparable(book, date)
  const before = comparableBefore(book, date, bestOfWeeks - 1)
  return day !== undefined && before.length >= leastCounted && before.every((cents) => cents < day.cents)
}
