import { Schema } from "effect"
import { twoDigits } from "./EpochDay.ts"
import { addDays, firstAccepted, firstOfMonth, lastOfMonth, LocalDate, mondayOf, monthOf, toEpochDay } from "./LocalDate.ts"

/** A week from Monday to Sunday, or a calendar month. Both ends are included. */
export interface Period {
  readonly kind: "week" | "month"
  /** `2026-W47` (ISO 8601) or `2026-11`. */
  readonly name: string
  readonly first: LocalDate
  readonly last: LocalDate
}

/** The ISO week belongs to the year of its Thursday. */
const weekName = (monday: LocalDate): string => {
  const year = addDays(monday, 3).slice(0, 4)
  const number = Math.floor((toEpochDay(addDays(monday, 3)) - toEpochDay(`${year}-01-01` as LocalDate)) / 7) + 1
  return `${year}-W${twoDigits(number)}`
}

const week = (date: LocalDate): Period => {
  const first = mondayOf(date)
  return { kind: "week", name: weekName(first), first, last: addDays(first, 6) }
}

const calendarMonth = (date: LocalDate): Period => {
  const first = firstOfMonth(date)
  return { kind: "month", name: monthOf(date), first, last: lastOfMonth(date) }
}

const of = { week, month: calendarMonth }

export const periodOf = (kind: Period["kind"], date: LocalDate): Period => of[kind](date)

export const periodBefore = ({ first, kind }: Period): Period => of[kind](addDays(first, -1))

export const periodAfter = ({ kind, last }: Period): Period => of[kind](addDays(last, 1))

const isDate = Schema.is(LocalDate)

/** Names of the newest periods that are over. */
const newest = { "last-week": week, "last-month": calendarMonth }

export const isPeriodName = (name: string): boolean => Object.hasOwn(newest, name) || parsePeriod(name) !== undefined

/** The period with a name, as of a day. `last-week` and `last-month` are names too, for links that never change. */
export const periodNamed = (name: string, today: LocalDate): Period | undefined =>
  Object.hasOwn(newest, name) ? periodBefore(newest[name as keyof typeof newest](today)) : parsePeriod(name)

/** The last year of four digits in which each period has a following one. */
const lastYear = "9998"

/** The period with a name; undefined if there is none, such as `2025-W53`, before the year 2000 and after the year 9998. */
export const parsePeriod = (name: string): Period | undefined => {
  const [, year = "", number] = /^(\d{4})-(?:W(\d{2})|\d{2})$/.exec(name) ?? []
  const start = number === undefined ? `${name}-01` : `${year}-01-04`
  if (!isDate(start)) return undefined
  const period = number === undefined ? calendarMonth(start) : week(addDays(start, 7 * (Number(number) - 1)))
  return period.name === name && period.first >= firstAccepted && year <= lastYear ? period : undefined
}
