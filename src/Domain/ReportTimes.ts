import type { DateTime } from "effect"
import { type Calendar, dateOf } from "./Calendar.ts"
import { addDays, datesBetween, isoWeekday, type LocalDate } from "./LocalDate.ts"
import { type Period, periodBefore, periodOf } from "./Period.ts"
import type { TimeOfDay } from "./TimeOfDay.ts"
import { exactInstant, wallDate } from "./WallClock.ts"

/** When reports are sent, by the shop's clock; null: never. */
export interface ReportTimes {
  /** 1 is Monday. */
  readonly weekly: { readonly weekday: number; readonly time: TimeOfDay } | null
  /** The day of the month; a shorter month uses its last day. */
  readonly monthly: { readonly day: number; readonly time: TimeOfDay } | null
}

export const noReports: ReportTimes = { weekly: null, monthly: null }

/** A report, and the instant at which it is due. */
export interface DueReport {
  readonly period: Period
  /** Milliseconds since 1970. */
  readonly at: number
}

const isDayOf = (times: ReportTimes, kind: Period["kind"], date: LocalDate): boolean => {
  if (kind === "week") return times.weekly?.weekday === isoWeekday(date)
  const day = Number(date.slice(8))
  const isLast = addDays(date, 1).slice(8) === "01"
  return times.monthly !== null && (day === times.monthly.day || isLast && times.monthly.day > day)
}

/** The instants of one kind in the days around a reading. A month has at most 31 days, and clocks change by less than a day. */
const instantsAround = (times: ReportTimes, kind: Period["kind"], now: DateTime.Zoned): ReadonlyArray<DateTime.Zoned> => {
  const time = (kind === "week" ? times.weekly : times.monthly)?.time
  if (time === undefined) return []
  const today = wallDate(now)
  const reach = kind === "week" ? 8 : 32
  return datesBetween(addDays(today, -reach), addDays(today, reach))
    .filter((date) => isDayOf(times, kind, date))
    .map((date) => exactInstant(date, time, now.zone, "first"))
}

const periodKinds = ["week", "month"] as const

/** The newest report of each kind whose time has come, about the last week or month that had ended by then. */
export const latestReports = (times: ReportTimes, now: DateTime.Zoned, calendar: Calendar): ReadonlyArray<DueReport> =>
  periodKinds.flatMap((kind) => {
    const at = instantsAround(times, kind, now).findLast(({ epochMillis }) => epochMillis <= now.epochMillis)
    return at === undefined ? [] : [{ period: periodBefore(periodOf(kind, dateOf(at, calendar))), at: at.epochMillis }]
  })

/** When the next report is due; Infinity without one. */
export const nextReportAt = (times: ReportTimes, now: DateTime.Zoned): number =>
  Math.min(
    ...periodKinds.map((kind) =>
      instantsAround(times, kind, now).find(({ epochMillis }) => epochMillis > now.epochMillis)?.epochMillis ?? Infinity
    )
  )
