import { type Compared, dayCompared, monthCompared, weekCompared, yearCompared } from "./Compared.ts"
import { generatedOnly } from "./Comparison.ts"
import * as DayBook from "./DayBook.ts"
import { type DayState, stateOn } from "./DayState.ts"
import { type DayStatistics, statisticsOf } from "./DayStatistics.ts"
import { type Goal, goalFigures, type GoalSettings } from "./Goal.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, earlier, firstOfMonth, lastOfMonth, later, type LocalDate, mondayOf } from "./LocalDate.ts"
import type { Turnover } from "./Turnover.ts"
import { isUnusual, type Usual, usualOf } from "./Usual.ts"
import { type Window, windowOf } from "./Window.ts"
import { type CountedName, ofCounted } from "./Windows.ts"

/**
 * The newest day that counts (rule 6.51): today as soon as its figure is final, unless nobody entered it; otherwise yesterday. In a
 * shop that does not count its days, a generated figure counts.
 */
export const asOf = (book: DayBook.DayBook, today: LocalDate): LocalDate => {
  const day = DayBook.finalOn(book, today)
  const counts = day !== undefined && (day.source !== "generated" || generatedOnly(book, today))
  return counts ? today : addDays(today, -1)
}

/** A day as pages draw it. */
export interface CountedDay {
  readonly date: LocalDate
  readonly state: DayState
  /** Its record, final or not; also a running amount. */
  readonly record: Turnover | undefined
  readonly note: string
  readonly usual: Usual | null
  /** null if the day has no entered figure, or nothing that it can be compared with. */
  readonly compared: Compared | null
  /** Whether its entered amount clearly differs from the usual one (rule 6.35). */
  readonly isUnusual: boolean
}

export const countedDay = (book: DayBook.DayBook, date: LocalDate, today: LocalDate, holidays: Holidays): CountedDay => {
  const record = book.byDate.get(date)
  const state = stateOn(book, date, today)
  const usual = usualOf(book, date, holidays)
  return {
    date,
    state,
    record,
    note: DayBook.markOf(book, date).note,
    usual,
    compared: dayCompared(book, date, holidays),
    isUnusual: state === "entered" && record !== undefined && isUnusual(record.cents, usual)
  }
}

/** A window with its one comparison. */
export interface CountedSum {
  readonly window: Window
  readonly compared: Compared | null
}

/** What the dashboard draws, as of one day. */
export interface Counted extends Readonly<Record<CountedName, CountedSum>> {
  readonly asOf: LocalDate
  /** Whether generated figures are in the sums: the shop does not count its days. */
  readonly withGenerated: boolean
  readonly today: CountedDay
  /** The day of `asOf`. */
  readonly day: CountedDay
  readonly goal: Goal | null
}

export const countedFigures = (
  book: DayBook.DayBook,
  today: LocalDate,
  { goals, holidays }: GoalSettings & { readonly holidays: Holidays }
): Counted => {
  const last = asOf(book, today)
  const current = countedDay(book, today, today, holidays)
  return {
    asOf: last,
    withGenerated: generatedOnly(book, last),
    today: current,
    day: last === today ? current : countedDay(book, last, today, holidays),
    ...ofCounted((_, { bounds, compared }) => {
      const [start, end] = bounds(today)
      const until = earlier(end, last)
      return { window: windowOf(book, start, later(start, until), last), compared: compared(book, start, until, holidays) }
    }),
    goal: goalFigures(book, today, last, { goals, holidays })
  }
}

/** The whole range that a comparison is of; null for a range that is neither a week, a month nor a year. */
const rangeCompared = (
  book: DayBook.DayBook,
  [from, to]: readonly [LocalDate, LocalDate],
  last: LocalDate,
  holidays: Holidays
): Compared | null => {
  if (from === mondayOf(from) && to === addDays(from, 6)) return weekCompared(book, from, last)
  if (from === firstOfMonth(from) && to === lastOfMonth(from)) return monthCompared(book, from, last, holidays)
  return from.endsWith("-01-01") && to === `${from.slice(0, 4)}-12-31` ? yearCompared(book, from, last) : null
}

/** A range with its one comparison, and what its entered days took on average, at best and at worst. */
export interface CountedRange extends CountedSum, Pick<DayStatistics<Turnover>, "mean" | "best" | "worst"> {}

/** The sums of a range until the last day that counts. */
export const countedRange = (
  book: DayBook.DayBook,
  from: LocalDate,
  to: LocalDate,
  last: LocalDate,
  holidays: Holidays
): CountedRange => {
  const { best, mean, worst } = statisticsOf(DayBook.finalDays(book, from, earlier(to, last)))
  return {
    window: windowOf(book, from, to, last),
    compared: rangeCompared(book, [from, to], earlier(to, last), holidays),
    mean,
    best,
    worst
  }
}
