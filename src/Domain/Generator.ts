import { createHmac } from "node:crypto"
import type { Cents } from "./Amount.ts"
import type { Holidays } from "./Holidays.ts"
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
  /** Where holidays decide over the weekday; absent where they do not. */
  readonly special?: {
    readonly holidays: Holidays
    /** Of a holiday; null for that of a weekend. */
    readonly range: CentsRange | null
  }
}

/** The range of a day: by Saturday and Sunday, and by holidays where the settings say so (rule 2.13). */
export const rangeOf = ({ special, weekday, weekend }: Omit<GeneratorSettings, "seed">, date: LocalDate): CentsRange => {
  if (special?.holidays.isHoliday(date) === true) return special.range ?? weekend
  return isWeekend(date) && special?.holidays.isMakeup(date) !== true ? weekend : weekday
}

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
