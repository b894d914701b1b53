import type { Responses } from "../../../../src/Api/Responses.ts"
import { addDays, epochDay } from "../../shared/format/dates.ts"

export type DayList = Responses["days"]
type Listed = DayList["days"][number]
export type FestivalDay = { name: string; day: number }

/** A calendar date. Amounts are cents. `festivals` are those for which it is a day off, the one with more days off first. */
export interface Day {
  readonly date: string
  /** Of its record; null without one. */
  readonly cents: number | null
  readonly source: Listed["source"]
  readonly isFinal: boolean
  readonly closed: boolean
  /** Closed because the shop always is on that weekday. */
  readonly weekly: boolean
  readonly note: string
  readonly festivals: ReadonlyArray<FestivalDay>
  /** The festival that a working day of a weekend makes up for. */
  readonly makeupFor: string | null
}

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
}

export type State = "before" | "counted" | "generated" | "closed" | "missing" | "open" | "ahead"

const centsOf = (amount: number) => Math.round(amount * 100)

const dayOf = ({ amount, closed, date, holiday, is_final: isFinal, makeup_for: makeupFor, note = "", source, weekly }: Listed): Day => ({
  date,
  cents: amount === null ? null : centsOf(amount),
  source,
  isFinal,
  closed: closed === true,
  weekly: weekly === true,
  note,
  festivals: holiday === undefined ? [] : [{ name: holiday.name, day: holiday.day }, ...(holiday.also === undefined ? [] : [holiday.also])],
  makeupFor: makeupFor ?? null
})

export const pastOf = ({ as_of: asOf, days, first, holidays, today }: DayList): Past => ({
  first,
  today,
  asOf,
  missingYears: holidays.missing_years,
  days: days.map(dayOf)
})

/** The day of a date; undefined if the page does not know it. */
export const dayOn = ({ days }: Past, date: string): Day | undefined => {
  const [oldest] = days
  const day = oldest === undefined ? undefined : days[epochDay(date) - epochDay(oldest.date)]
  // A calendar moves 29 February of another year to 1 March, which is a different day.
  return day?.date === date ? day : undefined
}

/** The known days from one date to another, both included. */
export const daysBetween = ({ days }: Past, from: string, to: string) => {
  const [oldest] = days
  if (oldest === undefined || to < from) return []
  const start = epochDay(oldest.date)
  return days.slice(Math.max(0, epochDay(from) - start), Math.max(0, epochDay(to) - start + 1))
}

/**
 * The state of a day. From the first record to the last day that counts, each day is counted, generated, closed or missing. A
 * running amount is not a figure.
 */
export const stateOf = ({ asOf, first, today }: Past, { closed, date, isFinal, source }: Day): State => {
  if (date > asOf) return closed ? "closed" : date > today ? "ahead" : "open"
  if (isFinal) return source === "generated" ? "generated" : "counted"
  if (first === null || date < first) return "before"
  return closed ? "closed" : "missing"
}

/**
 * Whether a day can be compared: it was counted, or the shop always is closed on its weekday, and the last open day before it was
 * counted. Then it took nothing (rule 6.25).
 */
export const isKnown = (past: Past, day: Day): boolean => {
  const state = stateOf(past, day)
  if (state !== "closed" || !day.weekly || day.date > past.asOf) return state === "counted"
  const before = dayOn(past, addDays(day.date, -1))
  return before !== undefined && isKnown(past, before)
}

/** Whether a day is neither a holiday nor a make-up working day. */
export const isOrdinary = ({ festivals, makeupFor }: Day) => festivals.length === 0 && makeupFor === null
