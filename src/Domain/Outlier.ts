import { comparable, comparableBefore } from "./Comparison.ts"
import type * as DayBook from "./DayBook.ts"
import type { Holidays } from "./Holidays.ts"
import type { LocalDate } from "./LocalDate.ts"

/** What a counted amount is compared with: earlier days of the same weekday. */
export interface Outlier {
  /** The number of counted days in the median. */
  readonly daysCompared: number
  /** In whole cents, half a cent rounded up. */
  readonly median: number
}

const weeks = 8
const leastCounted = 5
/** Three standard deviations of amounts that are distributed normally: one of them is 1.4826 median absolute deviations. */
const deviations = 4.45
/** The deviation of few days is uncertain, and near zero for days that are almost equal: a smaller share of the median never counts. */
const leastShare = 1 / 4

/** A double holds half cents exactly. */
const medianOf = (amounts: ReadonlyArray<number>): number => {
  const sorted = amounts.toSorted((one, other) => one - other)
  const at = (index: number): number => sorted[index] ?? 0
  return (at((sorted.length - 1) >> 1) + at(sorted.length >> 1)) / 2
}

/**
 * The median from which a day's amount clearly differs (rule 6.35); null if it does not differ, or is not a counted amount. If the
 * median is zero, no amount counts as unusual. Holidays and make-up working days are neither compared nor part of the median.
 */
export const outlierOf = (book: DayBook.DayBook, date: LocalDate, holidays: Holidays): Outlier | null => {
  if (!holidays.isOrdinary(date)) return null
  const day = comparable(book, date, "counted")
  const before = comparableBefore(book, date, weeks, "counted", holidays.isOrdinary)
  const median = medianOf(before)
  if (day === undefined || before.length < leastCounted || median === 0) return null
  const distance = Math.abs(day.cents - median)
  const deviation = medianOf(before.map((cents) => Math.abs(cents - median)))
  const standsOut = distance > deviations * deviation && distance > leastShare * median
  return standsOut ? { daysCompared: before.length, median: Math.round(median) } : null
}
