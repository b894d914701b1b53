import type * as DayBook from "../DayBook.ts"
import { addDays, type LocalDate } from "../LocalDate.ts"
import { type Special, usualDaysBefore, weekdayAlike } from "../UsualDays.ts"

/** The sum of a month if its remaining days are as usual, in whole cents. */
export interface Forecast {
  readonly cents: number
  /** The sum lies between these bounds in nine of ten months. */
  readonly low: number
  readonly high: number
}

/** Four weeks. Fewer days do not show how much a weekday varies. */
const leastCounted = 28

/** 90 % of a normal distribution lie within this many standard deviations. */
const ninetyPercent = 1.645

const meanAndVariance = (amounts: ReadonlyArray<number>) => {
  const mean = amounts.reduce((sum, cents) => sum + cents, 0) / amounts.length
  return { mean, variance: amounts.reduce((sum, cents) => sum + (cents - mean) ** 2, 0) / (amounts.length - 1) }
}

/**
 * Adds what is counted, and for each remaining day the mean of its weekday in the eight weeks until `last` (rule 6.44). The bounds
 * have two parts: each day differs from its mean, and the mean of a few days is itself uncertain, in the same way for all days of a
 * weekday. null if no day remains, or if too few days are counted.
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
  /** How many remaining days have these amounts as their usual ones. */
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
