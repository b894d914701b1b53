import type { Cents } from "./Amount.ts"
import * as DayBook from "./DayBook.ts"
import { type Forecast, forecastOf } from "./Goal/Forecast.ts"
import { type DayGoal, isOpen, spread } from "./Goal/Spread.ts"
import type { LocalDate } from "./LocalDate.ts"
import { firstDate, type Month, monthOf } from "./Month.ts"
import type { Special } from "./UsualDays.ts"

/** The goals of the settings: an amount by month, and `default` for every other month. */
export type Goals = Readonly<Record<string, Cents>>

/** The key of `Goals` for the months without an amount of their own. */
export const defaultGoal = "default"

/** Where a month's goal comes from: people set it, or the settings have it for this month or for every month. */
type GoalOrigin = "set" | "month" | "default"

/** The goal of a month: the one that people set, otherwise that of the settings (rule 2.16). null for none. */
export const amountOf = (
  stored: DayBook.DayBook["goals"],
  goals: Goals,
  month: Month
): { readonly cents: Cents; readonly origin: GoalOrigin } | null => {
  const set = stored.get(month)
  if (set !== undefined) return { cents: set, origin: "set" }
  const [own, other] = [goals[month], goals[defaultGoal]]
  if (own !== undefined) return { cents: own, origin: "month" }
  return other === undefined ? null : { cents: other, origin: "default" }
}

/** The goal of a month; null for none. An amount of 0 means that the month has none. */
export const goalOf = ({ goals: stored }: Pick<DayBook.DayBook, "goals">, goals: Goals, month: Month): Cents | null => {
  const cents = amountOf(stored, goals, month)?.cents ?? 0
  return cents === 0 ? null : cents
}

/** What goals depend on besides the book. */
export interface GoalSettings {
  readonly goals: Goals
  readonly holidays: Special
}

/** A month's goal, and how far it is reached as of the newest day that counts. Amounts are cents. */
export interface Goal {
  readonly month: Month
  readonly cents: number
  /** Sum of the counted days. */
  readonly reached: number
  /** Sum of the generated days, which nobody counted. */
  readonly uncounted: number
  /** The shares of the days that are over; a missing day keeps its share. */
  readonly expected: number
  readonly missing: number
  /** Open days that do not count yet; their number. */
  readonly daysLeft: number
  /** The amount that each of these days needs; null on the last of them, and if there are none. */
  readonly needed: number | null
  readonly days: ReadonlyArray<DayGoal>
  readonly forecast: Forecast | null
}

/** The share of each day in its month's goal; 0 without a goal. A month is spread when the first of its days is read. */
export const goalsByDay = (book: DayBook.DayBook, { goals, holidays }: GoalSettings): (date: LocalDate) => number => {
  const months = new Map<Month, ReadonlyArray<DayGoal>>()
  return (date) => {
    const month = monthOf(date)
    const goal = goalOf(book, goals, month)
    const days = months.get(month) ?? (goal === null ? [] : spread(book, month, goal, holidays))
    months.set(month, days)
    return days[Number(date.slice(8)) - 1]?.cents ?? 0
  }
}

const neededOf = (missing: number, daysLeft: number): number | null =>
  missing === 0 ? 0 : daysLeft <= 1 ? null : Math.ceil(missing / daysLeft)

/** The goal of today's month, as of `last`, the newest day that counts; null without a goal (rule 6.43). */
export const goalFigures = (
  book: DayBook.DayBook,
  today: LocalDate,
  last: LocalDate,
  { goals, holidays }: GoalSettings
): Goal | null => {
  const month = monthOf(today)
  const goal = goalOf(book, goals, month)
  if (goal === null) return null
  const days = spread(book, month, goal, holidays)
  let [reached, uncounted] = [0, 0]
  for (const { cents, source } of DayBook.finalDays(book, firstDate(month), last)) {
    if (source === "generated") uncounted += cents
    else reached += cents
  }
  const toCome = days.flatMap(({ date }) => date > last && isOpen(book, date) ? [date] : [])
  const missing = Math.max(0, goal - reached)
  return {
    month,
    cents: goal,
    reached,
    uncounted,
    expected: days.reduce((sum, { cents, date }) => date > last ? sum : sum + cents, 0),
    missing,
    daysLeft: toCome.length,
    needed: neededOf(missing, toCome.length),
    days,
    forecast: forecastOf(book, last, reached, toCome, holidays)
  }
}
