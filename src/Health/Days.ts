import type { DateTime } from "effect"
import { type Problem, problem } from "../Codes/HealthProblem.ts"
import { isAsked, patienceMinutes, withoutFigure } from "../Config/AmountSource.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { type Calendar, dateOf, formatInstant } from "../Domain/Calendar.ts"
import * as DayBook from "../Domain/DayBook.ts"
import { missingDays } from "../Domain/Figures.ts"
import { type AwaitedDay, awaitedDays, overdueDay } from "../Domain/Lateness.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { counted } from "../Domain/Text.ts"

/** The stored days, and what decides on them. */
export interface DaysState {
  readonly now: DateTime.Zoned
  readonly calendar: Calendar
  readonly book: DayBook.DayBook
  readonly settings: Pick<ShopConfig, "amountSource">
  /** Which clock is wrong: one that shows less. Milliseconds since 1970. */
  readonly earliest: number
  /** When the installation was first started, milliseconds since 1970; 0 where that is not known. */
  readonly firstStart: number
}

/** Stored days in the future, from a time when the clock was ahead. Oldest first. */
export const futureDays = ({ book, calendar, now }: DaysState): ReadonlyArray<LocalDate> =>
  DayBook.daysAfter(book, dateOf(now, calendar)).map(({ date }) => date)

export const daysMissing = ({ book, calendar, now }: DaysState): ReadonlyArray<LocalDate> => missingDays(book, dateOf(now, calendar))

/** The days for which a person has to enter a figure, because none is generated. Oldest first. */
export const awaiting = ({ book, calendar, now, settings: { amountSource } }: DaysState): ReadonlyArray<AwaitedDay> =>
  awaitedDays(book, now, {
    calendar,
    patienceMinutes: isAsked(amountSource) ? patienceMinutes(amountSource) : null,
    without: withoutFigure(amountSource)
  })

/** Whether the service had its first start when an instant came. A first start in the future was that of a clock that was ahead. */
const wasInstalled = ({ firstStart, now }: DaysState, at: number): boolean => at >= firstStart || firstStart > now.epochMillis

/**
 * The last day that was due that long ago and is not final. A day is not late while its source is asked, nor if its cutoff was before
 * the first start: its neighbours may have been imported since.
 */
export const overdueAfter = (state: DaysState, graceMinutes: number) => {
  const { book, calendar, now, settings: { amountSource } } = state
  const found = overdueDay(book, now, calendar, (patienceMinutes(amountSource) + graceMinutes) * 60_000)
  return found !== undefined && wasInstalled(state, now.epochMillis - found.millis) ? found : undefined
}

/** `1 day is dated in the future, the first 2027-03-14`, with the facts. */
export const inFuture = (dates: ReadonlyArray<LocalDate>, noun: string) => {
  const [first] = dates
  if (first === undefined) return undefined
  const count = dates.length
  return { said: `${counted(count, noun)} ${count === 1 ? "is" : "are"} dated in the future, the first ${first}`, params: { count, first } }
}

const settledWithinMinutes = 1

const figureAwaited = (dates: ReadonlyArray<LocalDate>): ReadonlyArray<Problem> => {
  const [first] = dates
  if (first === undefined) return []
  const count = dates.length
  const waits = count === 1 ? `${first} awaits its figure` : `${count} days await their figures, the first ${first}`
  const remedy = "enter the figure, or mark a day without business as closed"
  return [problem("figure_awaited", `${waits}, and none is generated`, remedy, { count, first })]
}

/** The clock is behind now, or was ahead. No amount is generated until this is resolved. */
const daysInFuture = (dates: ReadonlyArray<LocalDate>): ReadonlyArray<Problem> => {
  const future = inFuture(dates, "day")
  return future === undefined ? [] : [
    problem("days_in_future", `${future.said}, so no amount is generated`, "set the clock if it is behind, or withdraw each such day",
      future.params)
  ]
}

export const isClockWrong = ({ earliest, now }: Pick<DaysState, "earliest" | "now">): boolean => now.epochMillis < earliest

const clockWrong = (now: DateTime.Zoned): Problem => {
  const says = formatInstant(now).slice(0, "YYYY-MM-DDTHH:MM".length).replace("T", " ")
  return problem("clock_wrong", `The machine's clock says ${says}, so no day is settled and nothing is sent`,
    "set it by NTP, and the service goes on", { says })
}

/** What a person has to do about the days themselves. The service and `turnover doctor` find it in the same way. */
export const problemsOfDays = (state: DaysState): ReadonlyArray<Problem> => {
  // A wrong clock says nothing about days.
  if (isClockWrong(state)) return [clockWrong(state.now)]
  // Gaps of imported months are missing, and nobody waits for them.
  const awaited = awaiting(state).filter(({ since }) => wasInstalled(state, since.epochMillis))
  const isAwaited = (date: LocalDate) => awaited.some((day) => day.date === date)
  const today = dateOf(state.now, state.calendar)
  const isLate = withoutFigure(state.settings.amountSource) === "generate" && overdueAfter(state, settledWithinMinutes)?.date === today
  return [
    // A day whose source is still being asked is no problem yet.
    ...figureAwaited(awaited.filter(({ reason }) => reason !== "asked").map(({ date }) => date)),
    ...(isLate && !isAwaited(today)
      ? [problem("day_unsettled", `${today} is not settled although its cutoff is past.`, null, { date: today })]
      : []),
    ...daysInFuture(futureDays(state))
  ]
}
