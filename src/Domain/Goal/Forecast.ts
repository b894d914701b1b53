import type * as DayBook from "../DayBook.ts"
import { addDays, type LocalDate } from "../LocalDate.ts"
import { type Special, usualDaysBefore, weekdayAlike } from "../UsualDays.ts"

/** What a month comes to if its days to come are as usual, in whole cents. */
export interface Forecast {
  readonly cents: number
  /** Nine months of ten end between these bounds. */
  readonly low: number
  readonly high: number
}

/** Four weeks. Fewer days hardly show how much a weekday varies. */
const leastCounted = 28

/** 90 % of a normal distribution lie within so many standard deviations. */
const ninetyPercent = 1.645

const meanAndVariance = (amounts: ReadonlyArray<number>) => {
  const mean = amounts.reduce((sum, cents) => sum + cents, 0) / amounts.length
  return { mean, variance: amounts.reduce((sum, cents) => sum + (cents - mean) ** 2, 0) / (amounts.length - 1) }
}

/**
 * What is counted, and the days to come at the mean of their weekday in the eight weeks until `last` (rule 6.44). Each day differs from
 * its mean, and the mean of a few days is itself uncertain, for all days of its weekday alike. null without a day to come, or with too
 * few counted days.
 */
export const forecastOf = (
  book: DayBook.DayBook,
  last: LocalDate,
  reached: number,
  toCome: ReadonlyArray<LocalDate>,
  special: Special
): Forecast | null => {
  const usual = usualDaysBefore(book, addDays(last, 1), special)
  if (toCome.length === 0 || usual.all.length < leastCounted) return null
  /** How many days to come have these amounts as their usual ones. */
  const counts = new Map<ReadonlyArray<number>, number>()
  for (const date of toCome) {
    const amounts = usual.of(weekdayAlike(date, special))
    counts.set(amounts, (counts.get(amounts) ?? 0) + 1)
  }
  let [expected, variance] = [reached, 0]
  for (const [amounts, count] of counts) {
    const of = meanAndVariance(amounts)
    expected += count * of.mean
    variance += of.variance * (count + count ** 2 / amounts.length)
  }
  const spread = ninetyPercent * Math.sqrt(variance)
  return { cents: Math.round(expected), low: Math.max(reached, Math.round(expected - spread)), high: Math.round(expected + spread) }
}
