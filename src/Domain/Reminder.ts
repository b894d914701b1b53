import { DateTime, Duration } from "effect"
import { type Calendar, cutoffInstant, startOfDay } from "./Calendar.ts"
import type { LocalDate } from "./LocalDate.ts"
import type { Turnover } from "./Turnover.ts"

/** The instant of a day's reminder: `minutes` before its cutoff, but not before the day begins. */
export const reminderInstant = (date: LocalDate, calendar: Calendar, minutes: number): DateTime.Zoned =>
  DateTime.max(startOfDay(date, calendar), DateTime.subtractDuration(cutoffInstant(date, calendar), Duration.minutes(minutes)))

interface Reminded {
  readonly day: Turnover | undefined
  readonly closed: boolean
  /** Milliseconds since 1970, as `cutoff`. */
  readonly now: number
  readonly cutoff: number
}

export const isReminderNeeded = ({ closed, cutoff, day, now }: Reminded): boolean => day === undefined && !closed && now < cutoff
