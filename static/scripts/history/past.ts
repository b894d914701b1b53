import type { Responses } from "../../../src/Api/Responses.ts"
import { addDays, epochDay } from "../shared/format/dates.ts"

export type DayList = Responses["days"]
/** A calendar date as the server lists it. */
export type Day = DayList["days"][number]
/** The sums of a month, a year or a range. */
export type Sum = DayList["sum"]
/** A day's state as it is drawn: `ahead` is a day that is still to come. */
export type State = Day["state"] | "ahead"

/** Every calendar date that the page knows, oldest first and without gaps. */
export interface Past {
  /** The date of the first record. */
  readonly first: string | null
  readonly today: string
  /** The last day that counts. */
  readonly asOf: string
  /** Those whose holidays are not known. */
  readonly missingYears: ReadonlyArray<number>
  readonly days: ReadonlyArray<Day>
  readonly months: ReadonlyArray<Sum>
  readonly years: ReadonlyArray<Sum>
}

/** @param lists that follow one another, oldest first */
export const pastOf = (lists: ReadonlyArray<DayList>, { as_of: asOf, first, today }: DayList): Past => ({
  first,
  today,
  asOf,
  missingYears: [...new Set(lists.flatMap(({ holidays }) => holidays.missing_years))],
  days: lists.flatMap(({ days }) => days),
  months: lists.flatMap(({ months }) => months),
  // A year in which a list ends is in both.
  years: [...new Map(lists.flatMap(({ years }) => years).map((year) => [year.start.slice(0, 4), year])).values()]
})

export const stateOf = ({ today }: Pick<Past, "today">, { date, state }: Pick<Day, "date" | "state">): State =>
  state === "open" && date > today ? "ahead" : state

/** The known days from one date to another, both included. */
export const daysBetween = (past: Past, from: string, to: string) =>
  to < from ? [] : past.days.slice(Math.max(0, indexOf(past, from)), Math.max(0, indexOf(past, to) + 1))

/** The index of a date among the known days; negative before the first one, too large after the last one. */
export const indexOf = ({ days: [oldest] }: Past, date: string) => oldest === undefined ? -1 : epochDay(date) - epochDay(oldest.date)

/**
 * The days that can be shown: whole years, from that of the first record to that of the last known day. Without a record, this
 * year.
 */
export const reachOf = ({ days, first, today }: Past) => ({
  first: first ?? today,
  from: `${(first ?? today).slice(0, 4)}-01-01`,
  to: days.at(-1)?.date ?? today
})

/** The sums of a month, `2026-11`; undefined while none of its days counts. */
export const monthOf = ({ months }: Past, month: string) => months.find(({ start }) => start.startsWith(month))

/** The sums of a year. */
export const yearOf = ({ years }: Past, year: number) => years.find(({ start }) => start.startsWith(String(year)))

/** Each month of some days, newest first: `2026-11`. */
export const monthsBetween = (from: string, to: string) => {
  const months: Array<string> = []
  for (let month = to.slice(0, 7); month >= from.slice(0, 7); month = addDays(`${month}-01`, -1).slice(0, 7)) months.push(month)
  return months
}
