import { createHmac } from "node:crypto"
import type { Cents } from "./Amount.ts"
import type { Holidays } from "./Holidays.ts"
import { isWeekend, type LocalDate } from "./LocalDate.ts"

/** Inclusive bounds in cents. */
export interface CentsRange {
  readonly min: Cents
  readonly max: Cents
}

/** The settings that a generated amount depends on; the date is the other input. */
export interface GeneratorSettings {
  readonly seed: string
  /** Whether the currency has no decimals. */
  readonly isWhole?: boolean
  readonly weekday: CentsRange
  readonly weekend: CentsRange
  /** The holidays and their range; absent if holidays do not affect the range. */
  readonly special?: {
    readonly holidays: Holidays
    /** The range of a holiday; null if holidays have the range of a weekend. */
    readonly range: CentsRange | null
  }
}

/** The range of a day: for a weekday or for a weekend, or by holidays if the settings say so (rule 2.13). */
export const rangeOf = ({ special, weekday, weekend }: Omit<GeneratorSettings, "seed" | "isWhole">, date: LocalDate): CentsRange => {
  if (special?.holidays.isHoliday(date) === true) return special.range ?? weekend
  return isWeekend(date) && special?.holidays.isMakeup(date) !== true ? weekend : weekday
}

/**
 * The amount generated for a day: uniformly distributed over the whole units of the day's range. It is the same for the same seed,
 * date and range, so an estimate that is shown before the cutoff equals the amount that is stored at the cutoff.
 */
export const generateAmount = (settings: GeneratorSettings, date: LocalDate): Cents => {
  const unit = settings.isWhole === true ? 100 : 1
  const range = rangeOf(settings, date)
  const [min, max] = [Math.ceil(range.min / unit), Math.max(Math.ceil(range.min / unit), Math.floor(range.max / unit))]
  const digest = createHmac("sha256", settings.seed).update(date).digest()
  // 48 bits over at most 10^12 values: the bias is below 1 in 280, and below 1 in 2 * 10^9 for a shop's ranges.
  const fraction = digest.readUIntBE(0, 6) / 2 ** 48
  return (min + Math.floor(fraction * (max - min + 1))) * unit as Cents
}
