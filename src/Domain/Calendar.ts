import { DateTime, Schema } from "effect"
import { expecting } from "./Expectation.ts"
import { addDays, fromEpochDay, type LocalDate, toEpochDay } from "./LocalDate.ts"
import { twoDigits } from "./TwoDigits.ts"
import { offsetAt } from "./ZoneOffset.ts"

const minuteMillis = 60_000
const dayMillis = 24 * 60 * minuteMillis

/** The time of day at which the day is settled, in the shop's zone, to the minute. */
export interface Cutoff {
  readonly hour: number
  readonly minute: number
}

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

export const dateOf = ({ epochMillis, zone }: DateTime.Zoned): LocalDate =>
  fromEpochDay(Math.floor((epochMillis + offsetAt(epochMillis, zone)) / dayMillis))

/** `2025-12-09T13:14:40+08:00`: local time to the second with its UTC offset (rule 4.3). */
export const formatInstant = (instant: DateTime.Zoned): string => {
  const text = DateTime.formatIsoOffset(instant)
  return `${text.slice(0, "YYYY-MM-DDTHH:MM:SS".length)}${text.slice("YYYY-MM-DDTHH:MM:SS.mmm".length)}`
}

/** `20261120T102900Z`: an instant of UTC within the name of a file. */
export const fileStamp = (instant: DateTime.Utc): string => `${DateTime.formatIso(instant).slice(0, 19).replaceAll(/[-:]/g, "")}Z`

/** The instant of a local time. A time that summer time skips moves past the gap; of a repeated time it is the first. */
const atLocalTime = (date: LocalDate, hour: number, minute: number, zone: DateTime.TimeZone): DateTime.Zoned => {
  const local = toEpochDay(date) * dayMillis + (hour * 60 + minute) * minuteMillis
  const offset = offsetAt(local - dayMillis, zone)
  return offset === offsetAt(local + dayMillis, zone)
    ? DateTime.unsafeMakeZoned(local - offset, { timeZone: zone })
    : DateTime.unsafeMakeZoned(local, { timeZone: zone, adjustForTimeZone: true, disambiguation: "compatible" })
}

export const startOfDay = (date: LocalDate, zone: DateTime.TimeZone): DateTime.Zoned => atLocalTime(date, 0, 0, zone)

/**
 * The instant at which `date` is due to be settled. Where summer time skips the cutoff into the next date, it is the last
 * minute of `date`: a cutoff on another date would never be today's. A date that a zone has skipped is never today.
 */
export const cutoffInstant = (date: LocalDate, cutoff: Cutoff, zone: DateTime.TimeZone): DateTime.Zoned => {
  const due = atLocalTime(date, cutoff.hour, cutoff.minute, zone)
  if (dateOf(due) === date) return due
  const last = DateTime.subtractDuration(startOfDay(addDays(date, 1), zone), "1 minute")
  return dateOf(last) === date ? last : due
}

/** An instant as the shop sees it. */
export interface Moment {
  readonly now: DateTime.Zoned
  readonly today: LocalDate
  /** The instant at which today is due to be settled. */
  readonly cutoff: DateTime.Zoned
  readonly pastCutoff: boolean
}

export const momentOf = (now: DateTime.Zoned, cutoff: Cutoff): Moment => {
  const today = dateOf(now)
  const due = cutoffInstant(today, cutoff, now.zone)
  return { now, today, cutoff: due, pastCutoff: DateTime.greaterThanOrEqualTo(now, due) }
}
