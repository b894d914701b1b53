import { leastOfMean, meanOf } from "./Mean.ts"
import type { Source } from "./Turnover.ts"

/** What some days have come to, without any library: the pages sum up by the same rules as the reports. */

interface Final {
  readonly cents: number
  readonly source: Source | null
}

/**
 * Amounts are cents. Mean, best and worst are of counted days alone, of equal days the first one. null without one; fewer than three are
 * no mean.
 */
export interface Takings<Day> {
  /** Of all days, generated ones among them. */
  readonly cents: number
  readonly generatedCents: number
  readonly generatedDays: number
  readonly countedDays: number
  readonly mean: number | null
  readonly best: Day | null
  readonly worst: Day | null
}

/** @param final final days, oldest first */
export const takingsOf = <Day extends Final>(final: ReadonlyArray<Day>): Takings<Day> => {
  const counted = final.filter(({ source }) => source !== "generated")
  const sum = (days: ReadonlyArray<Final>) => days.reduce((total, { cents }) => total + cents, 0)
  const cents = sum(final)
  return {
    cents,
    generatedCents: cents - sum(counted),
    generatedDays: final.length - counted.length,
    countedDays: counted.length,
    mean: counted.length < leastOfMean ? null : meanOf(counted.map((day) => day.cents)),
    best: counted.reduce<Day | null>((best, day) => best === null || day.cents > best.cents ? day : best, null),
    worst: counted.reduce<Day | null>((worst, day) => worst === null || day.cents < worst.cents ? day : worst, null)
  }
}
