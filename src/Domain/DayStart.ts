import { Schema } from "effect"
import { expecting } from "./Expectation.ts"
import { LocalDate } from "./LocalDate.ts"
import { isMidnight, midnight, minutesOf, TimeFromText, type TimeOfDay } from "./TimeOfDay.ts"

const latestMinutes = 12 * 60
const expected = expecting("time_until", "a time HH:MM from 00:00 to 12:00", { last: "12:00" })

/** `day_starts_at`: when business days begin, and those before them end. */
export const DayStartFromText = TimeFromText.pipe(
  Schema.filter((time) => minutesOf(time) <= latestMinutes, expected)
).annotations(expected)

/** The business dates from `from` on begin at that time of day. */
const DayStart = Schema.Struct({ from: LocalDate, at: TimeFromText })

/** When business days begin: each change of the setting, oldest first. Dates before the first one begin at midnight. */
export const DayStarts = Schema.Array(DayStart)
export type DayStarts = typeof DayStarts.Type

/** Before every date that a clock can show. */
const always = "0001-01-01" as LocalDate

/** Days that have always begun at that time. */
export const alwaysAt = (at: TimeOfDay): DayStarts => isMidnight(at) ? [] : [{ from: always, at }]

export const startAt = (starts: DayStarts, date: LocalDate): TimeOfDay => starts.findLast(({ from }) => from <= date)?.at ?? midnight

const isSameTime = (a: TimeOfDay, b: TimeOfDay): boolean => minutesOf(a) === minutesOf(b)

export const areSameStarts = (a: DayStarts, b: DayStarts): boolean =>
  a.length === b.length && a.every(({ at, from }, index) => from === b[index]?.from && isSameTime(at, b[index].at))

/** The setting that counts in the end: a change of it may be still to come. */
export const newestStart = (starts: DayStarts): TimeOfDay => starts.at(-1)?.at ?? midnight
