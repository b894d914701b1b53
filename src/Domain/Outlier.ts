import { comparable, comparableBefore } from "./Comparison.ts"
import type * as DayBook from "./DayBook.ts"
import type { Holidays } from "./Holidays.ts"
import type { LocalDate } from "./LocalDate.ts"

/** What a counted amount is compared with: the earlier days of its weekday. */
export interface Outlier {
  /** How many counted days the median is of. */
  readonly daysCompared: number
  /** In whole cents, half a cent upwards. */
  readonly median: number
}

const weeks = 8
const leastCounted = 5
const deviations = 3
/** Days that are almost equal have a deviation near zero. An amount this close to their median does not stand out. */
const leastShare = 1 / 20

/** Halves of cents are exact in a double. */
const medianOf = (amounts: ReadonlyArray<number>): number => {
  const sorted = amounts.toSorted((one, other) => one - other)
  const at = (index: number): number => sorted[index] ?? 0
  return (at((sorted.length - 1) >> 1) + at(sorted.length >> 1)) / 2
}

/**
 * The median from which a day's amount differs clearly; null if it does not, or is not a counted amount (rule 6.35). With a median
 * of zero, no amount counts as unusual. A holiday and a make-up working day are neither compared nor in the median.
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
