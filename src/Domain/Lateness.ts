import { DateTime } from "effect"
import { type Calendar, cutoffInstant, dateOf, momentOf } from "./Calendar.ts"
import * as DayBook from "./DayBook.ts"
import { missingDays } from "./Figures.ts"
import { addDays, type LocalDate } from "./LocalDate.ts"
import type { WithoutFigure } from "./Settlement.ts"
import { figureOf, isCleared } from "./Turnover.ts"

interface OverdueDay {
  readonly date: LocalDate
  /** The time since its cutoff. */
  readonly millis: number
}

/** The last day whose cutoff was at least `graceMillis` ago. */
const lastDue = (now: DateTime.Zoned, calendar: Calendar, graceMillis: number): LocalDate => {
  const { pastCutoff, today } = momentOf(DateTime.subtractDuration(now, graceMillis), calendar)
  return pastCutoff ? today : addDays(today, -1)
}

/**
 * Whether a day past its cutoff should be final but is not. A closed day needs no figure, nor does a day whose figure a person has
 * taken back, or that a person has opened, since its cutoff.
 */
const isUnsettled = (book: DayBook.DayBook, date: LocalDate, cutoff: DateTime.Zoned): boolean =>
  DayBook.finalOn(book, date) === undefined && !DayBook.isClosed(book, date) &&
  (figureOf(book.byDate.get(date)) !== undefined || !isCleared(DayBook.markOf(book, date), cutoff.epochMillis))

/**
 * The last day that was due at least `graceMillis` ago, if it is not final. A day before the first record is never overdue: the
 * shop had no records yet.
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

/** Why a day has no figure: no person has entered it, its source is still being asked, or its source has not answered in time. */
type Awaiting = "not_entered" | "asked" | "unanswered"

/** A day without a figure, and the instant of its cutoff. */
export interface AwaitedDay {
  readonly date: LocalDate
  readonly since: DateTime.Zoned
  readonly reason: Awaiting
}

/** The settings that decide how long a day awaits its figure. */
interface AwaitingRules {
  readonly calendar: Calendar
  /** How many minutes after its cutoff a source is asked for it; null if there is no source to ask. */
  readonly patienceMinutes: number | null
  /** What the day gets after that time. */
  readonly without: WithoutFigure
}

/** Whether a day past its cutoff awaits a figure because none is generated for it. A day whose figure was withdrawn awaits one, too. */
const isAwaited = (book: DayBook.DayBook, date: LocalDate): boolean =>
  DayBook.finalOn(book, date) === undefined && !DayBook.isClosed(book, date)

/**
 * The days that await a figure because none is generated (rules 5.17 and 5.20), oldest first: the missing days of the last 31, and
 * today after its cutoff. A day for which an amount will be generated is in the list while its source is being asked. A day with a
 * running amount always is.
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

/** A bot's limits or a short fault delay a message by seconds. Even at those limits, one message a minute is delivered. */
const waitNoticed = 60_000

/**
 * For how many milliseconds no waiting message was delivered: since the oldest one was stored, or since the last delivery. 0 for up
 * to a minute. It depends on stored data only, so each process computes the same value.
 */
export const heldUpMillis = (oldestPendingAt: number | null, lastDeliveredAt: number | null, now: number): number => {
  if (oldestPendingAt === null) return 0
  // If the instant is later than now, the clock was ahead.
  const delivered = lastDeliveredAt === null || lastDeliveredAt > now ? -Infinity : lastDeliveredAt
  const millis = now - Math.max(oldestPendingAt, delivered)
  return millis > waitNoticed ? millis : 0
}

/** How long messages wait before the pages say so. A rate limit or a short fault has ended by then. */
const unsentAfter = 5 * waitNoticed

/** Whether a chat lacks messages: it has refused some, or has taken none for five minutes while some wait (rule 6.19). */
export const isUnsent = (
  { failed, lastDeliveredAt, oldestPendingAt }: {
    readonly failed: number
    readonly lastDeliveredAt: number | null
    readonly oldestPendingAt: number | null
  },
  now: number
): boolean => failed > 0 || heldUpMillis(oldestPendingAt, lastDeliveredAt, now) >= unsentAfter
