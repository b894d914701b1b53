import { DateTime } from "effect"
import { type Calendar, cutoffInstant, dateOf, momentOf } from "./Calendar.ts"
import * as DayBook from "./DayBook.ts"
import { missingDays } from "./Figures.ts"
import { addDays, type LocalDate } from "./LocalDate.ts"
import type { WithoutFigure } from "./Settlement.ts"

interface OverdueDay {
  readonly date: LocalDate
  /** Since its cutoff. */
  readonly millis: number
}

/** The last day whose cutoff was at least `graceMillis` ago. */
const lastDue = (now: DateTime.Zoned, calendar: Calendar, graceMillis: number): LocalDate => {
  const { pastCutoff, today } = momentOf(DateTime.subtractDuration(now, graceMillis), calendar)
  return pastCutoff ? today : addDays(today, -1)
}

/**
 * Whether a day that is past its cutoff should be final and is not. A closed day needs no figure, nor does one that a
 * person has withdrawn or opened since its cutoff.
 */
export const isUnsettled = (book: DayBook.DayBook, date: LocalDate, cutoff: DateTime.Zoned): boolean => {
  const { clearedAt } = DayBook.markOf(book, date)
  return DayBook.finalOn(book, date) === undefined && !DayBook.isClosed(book, date) &&
    (book.byDate.has(date) || clearedAt === null || clearedAt < cutoff.epochMillis)
}

/**
 * The last day that was due at least `graceMillis` ago; undefined where it is final. A day before the first record is
 * not overdue: the shop had no records yet.
 */
export const overdueDay = (
  book: DayBook.DayBook,
  now: DateTime.Zoned,
  calendar: Calendar,
  graceMillis: number
): OverdueDay | undefined => {
  const date = lastDue(now, calendar, graceMillis)
  const first = book.days[0]
  const expected = date === dateOf(now, calendar) || (first !== undefined && first.date <= date)
  const instant = cutoffInstant(date, calendar)
  return expected && isUnsettled(book, date, instant) ? { date, millis: now.epochMillis - instant.epochMillis } : undefined
}

/** Why a day has no figure: nobody has entered it, its source is still asked for it, or was asked in vain. */
export type Awaiting = "not_entered" | "asked" | "unanswered"

/** A day without a figure, and the instant of its cutoff. */
export interface AwaitedDay {
  readonly date: LocalDate
  readonly since: DateTime.Zoned
  readonly reason: Awaiting
}

/** What decides for how long a day awaits its figure. */
export interface AwaitingRules {
  readonly calendar: Calendar
  /** How long after its cutoff a source is asked for it; null if nobody is asked. */
  readonly patienceMinutes: number | null
  /** What the day gets then. */
  readonly without: WithoutFigure
}

/** Whether a day that is past its cutoff awaits a figure because none is generated. A day whose figure was withdrawn awaits one too. */
export const isAwaited = (book: DayBook.DayBook, date: LocalDate): boolean =>
  DayBook.finalOn(book, date) === undefined && !DayBook.isClosed(book, date)

/**
 * The days that await a figure because none is generated (rules 5.17 and 5.20), oldest first: the missing days of the last 31, and today
 * past its cutoff. One that is generated in the end is among them as long as its source is asked. One with a running amount always is.
 */
export const awaitedDays = (
  book: DayBook.DayBook,
  now: DateTime.Zoned,
  { calendar, patienceMinutes, without }: AwaitingRules
): ReadonlyArray<AwaitedDay> => {
  const { pastCutoff, today } = momentOf(now, calendar)
  const reasonOf = (since: number): Awaiting =>
    patienceMinutes === null ? "not_entered" : now.epochMillis < since + patienceMinutes * 60_000 ? "asked" : "unanswered"
  return [...missingDays(book, today), ...(pastCutoff && isAwaited(book, today) ? [today] : [])]
    .map((date) => ({ date, since: cutoffInstant(date, calendar) }))
    .map(({ date, since }) => ({ date, since, reason: reasonOf(since.epochMillis) }))
    .filter(({ date, reason }) => without === "wait" || reason === "asked" || book.byDate.get(date)?.soFar !== undefined)
}

/** The bot's limits, or a short fault, delay a message by seconds. Within those limits at least one message a minute is delivered. */
const waitNoticed = 60_000

/**
 * For how many milliseconds no waiting message was delivered: since the oldest one was stored, or since the last delivery. 0 up to a
 * minute. It depends only on stored data, so each process computes the same.
 */
export const heldUpMillis = (oldestPendingAt: number | null, lastDeliveredAt: number | null, now: number): number => {
  if (oldestPendingAt === null) return 0
  // If the instant is later than now, the clock was ahead.
  const delivered = lastDeliveredAt === null || lastDeliveredAt > now ? -Infinity : lastDeliveredAt
  const millis = now - Math.max(oldestPendingAt, delivered)
  return millis > waitNoticed ? millis : 0
}
