import { DateTime } from "effect"
import { alwaysAt, type DayStarts, startAt } from "./DayStart.ts"
import { addDays, type LocalDate } from "./LocalDate.ts"
import { isMidnight, midnight, minutesOf, type TimeOfDay } from "./TimeOfDay.ts"
import { exactInstant, startOfWallDay, wallDate } from "./WallClock.ts"

/** The time of day at which the day is settled, in the shop's zone, to the minute. */
export type Cutoff = TimeOfDay

/** When the shop's business days begin and end. */
export interface DayBounds {
  readonly zone: DateTime.TimeZone
  readonly starts: DayStarts
}

/** The same with their settlement. Every date of a day comes from it; what the clock on the wall shows does not. */
export interface Calendar extends DayBounds {
  readonly cutoff: Cutoff
}

/** The calendar of a shop whose days have always begun at that time. */
export const calendarOf = (zone: DateTime.TimeZone, cutoff: Cutoff, start: TimeOfDay = midnight): Calendar => ({
  zone,
  cutoff,
  starts: alwaysAt(start)
})

/** `2025-12-09T13:14:40+08:00`: local time to the second with its UTC offset (rule 4.3). */
export const formatInstant = (instant: DateTime.Zoned): string => {
  const text = DateTime.formatIsoOffset(instant)
  return `${text.slice(0, "YYYY-MM-DDTHH:MM:SS".length)}${text.slice("YYYY-MM-DDTHH:MM:SS.mmm".length)}`
}

/** The same of milliseconds since 1970, as the database has them. */
export const instantAt = (millis: number, zone: DateTime.TimeZone): string =>
  formatInstant(DateTime.unsafeMakeZoned(millis, { timeZone: zone }))

export const instantOrNull = (millis: number | null, zone: DateTime.TimeZone): string | null =>
  millis === null ? null : instantAt(millis, zone)

/** `20261120T102900Z`: an instant of UTC within the name of a file. */
export const fileStamp = (instant: DateTime.Utc): string => `${DateTime.formatIso(instant).slice(0, 19).replaceAll(/[-:]/g, "")}Z`

/** The first instant of a business day. A start that a zone repeats is the second of the two, so that no cutoff lies after its day. */
export const startOfDay = (date: LocalDate, { starts, zone }: DayBounds): DateTime.Zoned => {
  const at = startAt(starts, date)
  return isMidnight(at) ? startOfWallDay(date, zone) : exactInstant(date, at, zone, "second")
}

/** The instant at which a business day is over. */
export const endOfDay = (date: LocalDate, days: DayBounds): DateTime.Zoned => startOfDay(addDays(date, 1), days)

/** The business date of an instant. */
export const dateOf = (now: DateTime.Zoned, days: DayBounds): LocalDate => {
  let date = wallDate(now)
  if (days.starts.length === 0) return date
  while (DateTime.lessThan(now, startOfDay(date, days))) date = addDays(date, -1)
  return date
}

/**
 * The instant at which a business day comes to a time of day. Where there is none, because the day is too short for it or summer time
 * skips it into the next date, it is the day's last minute: at another time it would never be today. A date that a zone has skipped is
 * never today.
 */
const within = (date: LocalDate, time: TimeOfDay, calendar: Calendar, on: LocalDate): DateTime.Zoned => {
  const { starts, zone } = calendar
  const ends = startAt(starts, addDays(date, 1))
  const due = exactInstant(on, time, zone, "first")
  const isEnd = !isMidnight(ends) && on !== date && minutesOf(time) === minutesOf(ends)
  if (!isEnd && dateOf(due, calendar) === date) return due
  const last = DateTime.subtractDuration(endOfDay(date, calendar), "1 minute")
  return dateOf(last, calendar) === date ? last : due
}

/**
 * The instant at which a business day is due to be settled: the last time that its clock shows the cutoff. A cutoff before the end of
 * the day is on the next date of the calendar. One at its end is the day's last minute.
 */
export const cutoffInstant = (date: LocalDate, calendar: Calendar): DateTime.Zoned => {
  const next = addDays(date, 1)
  const ends = startAt(calendar.starts, next)
  const isNext = !isMidnight(ends) && minutesOf(calendar.cutoff) <= minutesOf(ends)
  return within(date, calendar.cutoff, calendar, isNext ? next : date)
}

/** An instant as the shop sees it. */
export interface Moment {
  readonly now: DateTime.Zoned
  readonly today: LocalDate
  /** The instant at which today is due to be settled. */
  readonly cutoff: DateTime.Zoned
  readonly pastCutoff: boolean
}

export const momentOf = (now: DateTime.Zoned, calendar: Calendar): Moment => {
  const today = dateOf(now, calendar)
  const due = cutoffInstant(today, calendar)
  return { now, today, cutoff: due, pastCutoff: DateTime.greaterThanOrEqualTo(now, due) }
}

/**
 * The days' starts once the setting is `at`: it counts from the next business date on that begins under both settings, and until then
 * the old one holds. So no setting moves today.
 */
export const changedStarts = (starts: DayStarts, at: TimeOfDay, now: DateTime.Zoned): DayStarts => {
  const { zone } = now
  const before = { starts, zone }
  const comes = (date: LocalDate) =>
    [before, { starts: [{ from: date, at }], zone }].every((days) => DateTime.greaterThan(startOfDay(date, days), now))
  let from = addDays(dateOf(now, before), 1)
  while (!comes(from)) from = addDays(from, 1)
  const kept = starts.filter((start) => start.from < from)
  return minutesOf(startAt(kept, from)) === minutesOf(at) ? kept : [...kept, { from, at }]
}
