import { createHmac } from "node:crypto"
import type { Cents } from "./Amount.ts"
import { isWeekend, type LocalDate } from "./LocalDate.ts"

/** Inclusive bounds in cents. */
export interface CentsRange {
  readonly min: Cents
  readonly max: Cents
}

/** What a generated amount depends on, in addition to the date. */
export interface GeneratorSettings {
  readonly seed: string
  readonly weekday: CentsRange
  readonly weekend: CentsRange
}

export const rangeOf = ({ weekday, weekend }: Omit<GeneratorSettings, "seed">, date: LocalDate): CentsRange =>
  isWeekend(date) ? weekend : weekday

/**
 * The amount generated for a day: uniform in whole cents within the day's range, and the same for the same seed,
 * date and range, so that an estimate shown before the cutoff is the amount stored at it.
 */
export const generateAmount = (settings: GeneratorSettings, date: LocalDate): Cents => {
  const { max, min } = rangeOf(settings, date)
  const digest = createHmac("sha256", settings.seed).update(date).digest()
  // 48 bits over at most 10^12 values: the bias is below 1 in 280, and below 1 in 2 * 10^9 for a shop's ranges.
  const fraction = digest.readUIntBE(0, 6) / 2 ** 48
  return (min + Math.floor(fraction * (max - min + 1))) as Cents
}
