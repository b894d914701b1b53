import type { Source } from "./Turnover.ts"

/** Means of amounts. The file imports no library, so the pages show them by the same rule as the messages. */

/** A mean of fewer days is not shown, because it does not describe a usual day. */
export const leastOfMean = 3

/** The mean in whole cents, half a cent rounded up; null without amounts. */
export const meanOf = (amounts: ReadonlyArray<number>): number | null => {
  const sum = amounts.reduce((total, cents) => total + cents, 0)
  return amounts.length === 0 ? null : Math.floor((2 * sum + amounts.length) / (2 * amounts.length))
}

interface Final {
  readonly cents: number
  readonly source: Source | null
}

/**
 * Amounts are cents. Mean, best and worst are of the counted days only; of equal days, the first one. They are null without a
 * counted day, and the mean also with fewer than three.
 */
export interface DayStatistics<Day> {
  readonly generatedCents: number
  readonly countedDays: number
  readonly mean: number | null
  readonly best: Day | null
  readonly worst: Day | null
}

/** @param final final days, oldest first */
export const statisticsOf = <Day extends Final>(final: ReadonlyArray<Day>): DayStatistics<Day> => {
  const counted = final.filter(({ source }) => source !== "generated")
  return {
    generatedCents: final.reduce((sum, { cents, source }) => source === "generated" ? sum + cents : sum, 0),
    countedDays: counted.length,
    mean: counted.length < leastOfMean ? null : meanOf(counted.map((day) => day.cents)),
    best: counted.reduce<Day | null>((best, day) => best === null || day.cents > best.cents ? day : best, null),
    worst: counted.reduce<Day | null>((worst, day) => worst === null || day.cents < worst.cents ? day : worst, null)
  }
}
