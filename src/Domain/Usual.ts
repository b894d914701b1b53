import { comparable } from "./Comparison.ts"
import type { DayBook } from "./DayBook.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, type LocalDate } from "./LocalDate.ts"

/** What a day usually takes (rule 6.50). Amounts are cents. */
export interface Usual {
  readonly cents: number
  /** The number of days in the median. */
  readonly days: number
  /**
   * The lowest and the highest amount that do not differ clearly (rule 6.35). null where that is not known: fewer than five days, or
   * a median of zero.
   */
  readonly bounds: { readonly low: number; readonly high: number } | null
}

/** How far back the same weekdays are looked for. */
export const weeksBack = 26
/** The newest days in the median. */
const mostDays = 8
/** Fewer days do not describe a usual one. */
const leastDays = 3
/** Fewer days do not show how much amounts differ. */
const leastForBounds = 5
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

const boundsOf = (amounts: ReadonlyArray<number>, median: number): Usual["bounds"] => {
  if (amounts.length < leastForBounds || median === 0) return null
  const deviation = medianOf(amounts.map((each) => Math.abs(each - median)))
  const distance = Math.max(deviations * deviation, leastShare * median)
  return { low: Math.max(0, Math.ceil(median - distance)), high: Math.floor(median + distance) }
}

/**
 * What a day usually takes: the median of the newest counted days of its weekday before it. Holidays and make-up working days have no
 * usual amount, and are not part of one.
 */
export const usualOf = (book: DayBook, date: LocalDate, holidays: Pick<Holidays, "isOrdinary">): Usual | null => {
  if (!holidays.isOrdinary(date)) return null
  const first = book.days[0]?.date
  const amounts: Array<number> = []
  for (let week = 1; week <= weeksBack && amounts.length < mostDays; week++) {
    const before = addDays(date, -7 * week)
    if (first === undefined || before < first) break
    const day = comparable(book, before)
    if (day !== undefined && holidays.isOrdinary(before)) amounts.push(day.cents)
  }
  if (amounts.length < leastDays) return null
  const median = medianOf(amounts)
  return { cents: Math.round(median), days: amounts.length, bounds: boundsOf(amounts, median) }
}

/** Whether an amount clearly differs from the usual one (rule 6.35). */
export const isUnusual = (cents: number, usual: Usual | null): boolean => {
  const bounds = usual?.bounds ?? null
  return bounds !== null && (cents < bounds.low || cents > bounds.high)
}
