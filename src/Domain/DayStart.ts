import { Schema } from "effect"
import { expecting } from "./Fault.ts"
import { LocalDate } from "./LocalDate.ts"
import { isMidnight, midnight, minutesOf, TimeFromText, type TimeOfDay } from "./TimeOfDay.ts"

const latestMinutes = 12 * 60
const expectedStart = expecting("time_until", "a time HH:MM from 00:00 to 12:00", { last: "12:00" })

/** `day_starts_at`: when a business day begins and the one before it ends. */
export const DayStartFromText = TimeFromText.pipe(
  Schema.filter((time) => minutesOf(time) <= latestMinutes, expectedStart)
).annotations(expectedStart)

/** From the business date `from` on, days begin at that time of day. */
const DayStart = Schema.Struct({ from: LocalDate, at: TimeFromText })

/** When business days begin: each change of the setting, oldest first. Dates before the first one begin at midnight. */
export const DayStarts = Schema.Array(DayStart)
export type DayStarts = typeof DayStarts.Type

/** A date before any that a clock can show. */
const always = "0001-01-01" as LocalDate

/** The starts of days that have always begun at one time. */
export const alwaysAt = (at: TimeOfDay): DayStarts => isMidnight(at) ? [] : [{ from: always, at }]

export const startAt = (starts: DayStarts, date: LocalDate): TimeOfDay => starts.findLast(({ from }) => from <= date)?.at ?? midnight

const isSameTime = (a: TimeOfDay, b: TimeOfDay): boolean => minutesOf(a) === minutesOf(b)

export const areSameStarts = (a: DayStarts, b: DayStarts): boolean =>
  a.length === b.length && a.every(({ at, from }, index) => from === b[index]?.from && isSameTime(at, b[index].at))
