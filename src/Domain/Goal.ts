import type { Cents } from "./Amount.ts"
import { comparable } from "./Comparison.ts"
import * as DayBook from "./DayBook.ts"
import { meanOf } from "./DayStatistics.ts"
import { addDays, datesOf, firstDate, isoWeekday, type LocalDate, type Month, monthOf } from "./LocalDate.ts"

/** What the calendar of holidays knows about a date. */
export interface Special {
  readonly isHoliday: (date: LocalDate) => boolean
  /** Whether it is a make-up working day: a day of a weekend on which people work for a holiday. */
  readonly isMakeup: (date: LocalDate) => boolean
}

/** The amounts of usual days: counted days that are neither holidays nor make-up working days. */
interface UsualDays {
  readonly all: ReadonlyArray<number>
  /** The amounts of one weekday (1 is Monday). A weekday with fewer than three has too few for a mean, so it gets the amounts of all. */
  readonly of: (weekday: number) => ReadonlyArray<number>
}

const weeks = 8
const leastOfWeekday = 3
const saturday = 6

/** The usual days of the eight weeks before a date. */
const usualDaysBefore = (book: DayBook.DayBook, date: LocalDate, special: Special): UsualDays => {
  const byWeekday = new Map<number, Array<number>>()
  const all: Array<number> = []
  for (let back = weeks * 7; back > 0; back--) {
    const day = comparable(book, addDays(date, -back))
    if (day === undefined || special.isHoliday(day.date) || special.isMakeup(day.date)) continue
    const weekday = isoWeekday(day.date)
    byWeekday.set(weekday, [...byWeekday.get(weekday) ?? [], day.cents])
    all.push(day.cents)
  }
  return {
    all,
    of: (weekday) => {
      const own = byWeekday.get(weekday) ?? []
      return own.length < leastOfWeekday ? all : own
    }
  }
}

/** The weekday whose amounts a date is expected to have. A holiday counts as a Saturday. */
const weekdayAlike = (date: LocalDate, { isHoliday }: Special): number => (isHoliday(date) ? saturday : isoWeekday(date))

/** A day's share of its month's goal, in cents. */
interface DayGoal {
  readonly date: LocalDate
  readonly cents: number
}

/** Whether a date is expected to have turnover: it is not before the first record, and not marked closed. */
const isOpen = (book: DayBook.DayBook, date: LocalDate): boolean => !DayBook.isClosed(book, date) && date >= (book.days[0]?.date ?? date)

/**
 * Divides whole cents in proportion to the weights, by the largest remainder; of equal remainders, the earlier day gets the cent.
 * The shares add up to the total, unless no weight is above 0. It uses BigInt, because the product of two amounts is too
 * large for an exact double.
 */
const inProportion = (total: number, weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sum = BigInt(weights.reduce((all, weight) => all + weight, 0))
  if (sum === 0n) return weights
  const products = weights.map((weight) => BigInt(total) * BigInt(weight))
  const shares = products.map((product) => Number(product / sum))
  const left = total - shares.reduce((all, share) => all + share, 0)
  const remainder = (index: number): number => Number((products[index] ?? 0n) % sum)
  const largest = weights.map((_, index) => index).sort((one, other) => remainder(other) - remainder(one) || one - other).slice(0, left)
  return shares.map((share, index) => share + (largest.includes(index) ? 1 : 0))
}

/** The goal of a month, spread over its open days by what their weekday usually takes (rule 6.43). */
const spread = (book: DayBook.DayBook, month: Month, goal: number, special: Special): ReadonlyArray<DayGoal> => {
  const dates = datesOf(month)
  const usual = usualDaysBefore(book, firstDate(month), special)
  const open = dates.map((date) => isOpen(book, date))
  const means = dates.map((date, index) => open[index] === true ? meanOf(usual.of(weekdayAlike(date, special))) ?? 0 : 0)
  const weights = means.every((mean) => mean === 0) ? open.map(Number) : means
  const shares = inProportion(goal, weights)
  return dates.map((date, index) => ({ date, cents: shares[index] ?? 0 }))
}

/** The sum of a month if its days without a counted amount are as usual, in whole cents. */
interface Forecast {
  readonly cents: number
  /** In nine of ten months the sum is as near to the forecast as this one. */
  readonly high: number
}

/** Four weeks. Fewer days do not show how much a weekday varies. */
const leastCounted = 28

/** 90 % of a normal distribution lie within this many standard deviations. */
const ninetyPercent = 1.645

const meanAndVariance = (amounts: ReadonlyArray<number>) => {
  const mean = amounts.reduce((sum, cents) => sum + cents, 0) / amounts.length
  return { mean, variance: amounts.reduce((sum, cents) => sum + (cents - mean) ** 2, 0) / (amounts.length - 1) }
}

/**
 * Adds what is counted, and for each open day without a counted amount, whether it is over or to come, the mean of its weekday in
 * the eight weeks until the newest counted day (rule 6.44). So a day that passes without a figure changes nothing. The distance has
 * two parts: each day differs from its mean, and the mean of a few days is itself uncertain, in the same way for all days of a
 * weekday. null if no day is to come, or if too few days are counted in the eight weeks until `last`.
 */
const forecastOf = (
  book: DayBook.DayBook,
  last: LocalDate,
  reached: number,
  uncounted: ReadonlyArray<LocalDate>,
  special: Special
): Forecast | null => {
  const counted = usualDaysBefore(book, addDays(last, 1), special).all.length
  const newest = book.days.findLast(({ date }) => date <= last && comparable(book, date) !== undefined)
  if (newest === undefined || counted < leastCounted || !uncounted.some((date) => date > last)) return null
  const usual = usualDaysBefore(book, addDays(newest.date, 1), special)
  /** How many days without a counted amount have these amounts as their usual ones. */
  const counts = new Map<ReadonlyArray<number>, number>()
  for (const date of uncounted) {
    const amounts = usual.of(weekdayAlike(date, special))
    counts.set(amounts, (counts.get(amounts) ?? 0) + 1)
  }
  let [expected, variance] = [reached, 0]
  for (const [amounts, count] of counts) {
    const of = meanAndVariance(amounts)
    expected += count * of.mean
    variance += of.variance * (count + count ** 2 / amounts.length)
  }
  return { cents: Math.round(expected), high: Math.round(expected + ninetyPercent * Math.sqrt(variance)) }
}

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
  readonly missing: number
  /** How many open days are after `last`. */
  readonly daysLeft: number
  /** The open days until `last` that nobody counted. */
  readonly uncounted: ReadonlyArray<LocalDate>
  /** What each day of both needs on average; null on the last of them, and if no day is left. */
  readonly needed: number | null
  readonly forecast: Forecast | null
}

/** Whether a goal is reached by the end of its month, by the forecast; null without one. */
export const outcomeOf = ({ cents, forecast, missing }: Goal): "reached" | "likely" | "close" | "unlikely" | null => {
  if (missing === 0) return "reached"
  if (forecast === null) return null
  return forecast.cents >= cents ? "likely" : forecast.high >= cents ? "close" : "unlikely"
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

const neededOf = (missing: number, daysLeft: number, days: number): number | null =>
  missing === 0 ? 0 : daysLeft === 0 || days === 1 ? null : Math.ceil(missing / days)

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
  const reached = DayBook.finalDays(book, firstDate(month), last)
    .reduce((sum, { cents, source }) => source === "generated" ? sum : sum + cents, 0)
  const toCount = datesOf(month).filter((date) => isOpen(book, date) && (date > last || comparable(book, date) === undefined))
  const uncounted = toCount.filter((date) => date <= last)
  const daysLeft = toCount.length - uncounted.length
  const missing = Math.max(0, goal - reached)
  return {
    month,
    cents: goal,
    reached,
    missing,
    daysLeft,
    uncounted,
    needed: neededOf(missing, daysLeft, toCount.length),
    forecast: forecastOf(book, last, reached, toCount, holidays)
  }
}
