import type { Moment } from "./Calendar.ts"
import * as DayBook from "./DayBook.ts"
import { generateAmount, type GeneratorSettings } from "./Generator.ts"
import { addDays, datesBetween, firstOfMonth, later, type LocalDate, mondayOf, toEpochDay } from "./LocalDate.ts"
import type { Source, Turnover } from "./Turnover.ts"

/** A sum in cents of the final days from `start` to `end`, both included; today counts from its cutoff on. */
export interface PeriodTotal {
  readonly start: LocalDate
  readonly end: LocalDate
  readonly cents: number
}

/** One day's figure; null where it does not count yet. */
export interface DayFigure {
  readonly date: LocalDate
  readonly cents: number | null
  readonly source: Source | null
}

/** One point of the chart: an estimate is what the generator would give. */
export interface SeriesPoint {
  readonly date: LocalDate
  readonly cents: number
  readonly estimated: boolean
  readonly source: Source | null
}

export interface Dashboard {
  readonly asOf: LocalDate
  readonly today: DayFigure
  readonly yesterday: DayFigure
  readonly dayBefore: DayFigure
  readonly thisWeek: PeriodTotal
  readonly lastWeek: PeriodTotal
  readonly thisMonth: PeriodTotal
  readonly sameWeekdayLastWeek: DayFigure
  readonly lastWeekToSameDay: PeriodTotal
  readonly lastMonthToSameDay: PeriodTotal
}

const figureOf = (date: LocalDate, day: Turnover | undefined): DayFigure => ({
  date,
  cents: day?.cents ?? null,
  source: day?.source ?? null
})

const dayFigure = (book: DayBook.DayBook, date: LocalDate): DayFigure => figureOf(date, DayBook.finalOn(book, date))

const period = (book: DayBook.DayBook, start: LocalDate, end: LocalDate): PeriodTotal => ({
  start,
  end,
  cents: DayBook.total(book, start, end)
})

/** Today's day as far as it counts: the cutoff is past and the day is final. */
const countedToday = (book: DayBook.DayBook, moment: Moment): Turnover | undefined =>
  moment.pastCutoff ? DayBook.finalOn(book, moment.today) : undefined

/** The day that counts last: today once its cutoff is past and it is final, else yesterday (rule 6.3). */
export const asOf = (book: DayBook.DayBook, moment: Moment): LocalDate =>
  countedToday(book, moment) === undefined ? addDays(moment.today, -1) : moment.today

/**
 * A running week or month until the as-of day. Its `end` is never before its `start`, so on its first day before the
 * cutoff the window is that day, and today still does not count (rule 6.3).
 */
const running = (book: DayBook.DayBook, start: LocalDate, asOf: LocalDate): PeriodTotal => ({
  start,
  end: later(start, asOf),
  cents: DayBook.total(book, start, asOf)
})

/** The figures of `GET /api/metrics`. */
export const dashboard = (book: DayBook.DayBook, moment: Moment): Dashboard => {
  const { today } = moment
  const last = asOf(book, moment)
  const monday = mondayOf(today)
  const lastMonday = addDays(monday, -7)
  const first = firstOfMonth(today)
  const thisWeek = running(book, monday, last)
  const thisMonth = running(book, first, last)
  const lastOfPreviousMonth = addDays(first, -1)
  const previousFirst = firstOfMonth(lastOfPreviousMonth)
  const sameDayOfPreviousMonth = addDays(previousFirst, toEpochDay(thisMonth.end) - toEpochDay(first))
  return {
    asOf: last,
    today: figureOf(today, countedToday(book, moment)),
    yesterday: dayFigure(book, addDays(today, -1)),
    dayBefore: dayFigure(book, addDays(today, -2)),
    thisWeek,
    lastWeek: period(book, lastMonday, addDays(monday, -1)),
    thisMonth,
    sameWeekdayLastWeek: dayFigure(book, addDays(today, -7)),
    lastWeekToSameDay: period(book, lastMonday, addDays(thisWeek.end, -7)),
    lastMonthToSameDay: period(
      book,
      previousFirst,
      sameDayOfPreviousMonth > lastOfPreviousMonth ? lastOfPreviousMonth : sameDayOfPreviousMonth
    )
  }
}

/** `days` points ending at the as-of day, oldest first; a day that is not final is estimated. */
export const series = (
  book: DayBook.DayBook,
  moment: Moment,
  days: number,
  generator: GeneratorSettings
): ReadonlyArray<SeriesPoint> => {
  const end = asOf(book, moment)
  return datesBetween(addDays(end, 1 - days), end).map((date) => {
    const day = DayBook.finalOn(book, date)
    return day === undefined
      ? { date, cents: generateAmount(generator, date), estimated: true, source: null }
      : { date, cents: day.cents, estimated: false, source: day.source }
  })
}

/** The final days of the last `days` calendar days, today included, oldest first. */
export const revenue = (book: DayBook.DayBook, today: LocalDate, days: number): ReadonlyArray<Turnover> =>
  DayBook.finalDays(book, addDays(today, 1 - days), today)

const missingWindow = 31

/**
 * Past days of the last 31, from the first record on, that have no record at all: nobody was there to settle them.
 * They are listed, never invented (rule 5.8).
 */
export const missingDays = (book: DayBook.DayBook, today: LocalDate): ReadonlyArray<LocalDate> => {
  const first = book.days[0]
  if (first === undefined) return []
  return datesBetween(later(first.date, addDays(today, -missingWindow)), addDays(today, -1))
    .filter((date) => !book.byDate.has(date))
}
