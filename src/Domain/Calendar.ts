import { DateTime, Schema } from "effect"
import { expecting } from "./Expectation.ts"
import type { LocalDate } from "./LocalDate.ts"

/** The time of day at which the day is settled, in the shop's zone, to the minute. */
export interface Cutoff {
  readonly hour: number
  readonly minute: number
}

const twoDigits = (value: number): string => String(value).padStart(2, "0")

export const formatCutoff = (cutoff: Cutoff): string => `${twoDigits(cutoff.hour)}:${twoDigits(cutoff.minute)}`

const cutoffPattern = /^([01]\d|2[0-3]):([0-5]\d)$/

const CutoffText = Schema.String.pipe(
  Schema.pattern(cutoffPattern, expecting("time", "a time HH:MM from 00:00 to 23:59"))
).annotations(expecting("time", "a time HH:MM from 00:00 to 23:59"))

/** `"13:18"` encoded, hour and minute decoded. */
export const CutoffFromText = Schema.transform(
  CutoffText,
  Schema.Struct({ hour: Schema.Number, minute: Schema.Number }),
  {
    strict: true,
    decode: (text) => ({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) }),
    encode: formatCutoff
  }
)

/** The calendar date of an instant in its zone. */
export const dateOf = (instant: DateTime.Zoned): LocalDate => DateTime.formatIsoDate(instant) as LocalDate

/** `2025-12-09T13:14:40+08:00`: local time to the second with its UTC offset (rule 4.3). */
export const formatInstant = (instant: DateTime.Zoned): string => {
  const text = DateTime.formatIsoOffset(instant)
  return `${text.slice(0, "YYYY-MM-DDTHH:MM:SS".length)}${text.slice("YYYY-MM-DDTHH:MM:SS.mmm".length)}`
}

/** The instant of a local time. A time that summer time skips moves past the gap; of a repeated time it is the first. */
const atLocalTime = (date: LocalDate, hour: number, minute: number, zone: DateTime.TimeZone): DateTime.Zoned =>
  DateTime.unsafeMakeZoned(`${date}T${twoDigits(hour)}:${twoDigits(minute)}:00Z`, {
    timeZone: zone,
    adjustForTimeZone: true,
    disambiguation: "compatible"
  })

/** The instant at which `date` is due to be settled. */
export const cutoffInstant = (date: LocalDate, cutoff: Cutoff, zone: DateTime.TimeZone): DateTime.Zoned =>
  atLocalTime(date, cutoff.hour, cutoff.minute, zone)

/** The first instant of `date`. */
export const startOfDay = (date: LocalDate, zone: DateTime.TimeZone): DateTime.Zoned => atLocalTime(date, 0, 0, zone)

/** An instant as the shop sees it. */
export interface Moment {
  readonly now: DateTime.Zoned
  readonly today: LocalDate
  readonly pastCutoff: boolean
}

export const momentOf = (now: DateTime.Zoned, cutoff: Cutoff): Moment => {
  const today = dateOf(now)
  return { now, today, pastCutoff: DateTime.greaterThanOrEqualTo(now, cutoffInstant(today, cutoff, now.zone)) }
}
