import type { Moment } from "./Calendar.ts"
import { bestWeekday, comparable, type Comparisons, comparisons, generatedOnly, weekdayMean } from "./Comparison.ts"
import * as DayBook from "./DayBook.ts"
import { generateAmount, type GeneratorSettings } from "./Generator.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, datesBetween, firstOfMonth, later, type LocalDate, mondayOf } from "./LocalDate.ts"
import { type SameHoliday, sameHolidayLastYear } from "./SameHoliday.ts"
import { figureOf, type Source, type Turnover } from "./Turnover.ts"
import { isUnusual, usualOf } from "./Usual.ts"
import { type Window, windowOf } from "./Window.ts"
import { ofWindows, type WindowName } from "./Windows.ts"

/** What a counted amount is compared with: earlier days of the same weekday. */
export interface Outlier {
  /** The number of counted days in the median. */
  readonly daysCompared: number
  /** In whole cents, half a cent rounded up. */
  readonly median: number
}

/** One day's figure; null if it does not count yet. */
export interface DayFigure {
  readonly date: LocalDate
  readonly cents: number | null
  readonly source: Source | null
  readonly closed: boolean
}

/** One point of the chart. An estimate is the amount that would be generated. */
export interface SeriesPoint {
  readonly date: LocalDate
  readonly cents: number
  readonly estimated: boolean
  readonly source: Source | null
  readonly closed: boolean
  readonly note: string
  /** The comparable amount a week before, and the mean of the comparable days among the last four same weekdays. */
  readonly lastWeek: number | null
  readonly mean: number | null
  /** The number of days in the mean. */
  readonly meanDays: number
}

export interface Dashboard extends Readonly<Record<WindowName, Window>> {
  readonly asOf: LocalDate
  readonly today: DayFigure
  readonly note: string
  /** Today's record before the cutoff, or its running amount. */
  readonly entered: Turnover | null
  readonly yesterday: DayFigure
  readonly dayBefore: DayFigure
  /** The newest final day until the as-of day. */
  readonly newest: Turnover | null
  readonly comparisons: Comparisons
  readonly sameHoliday: SameHoliday | null
  readonly generatedOnly: boolean
  readonly bestWeekday: boolean
  /** The median from which the as-of day's amount clearly differs; null if it does not differ. */
  readonly outlier: Outlier | null
}

const outlierOf = (book: DayBook.DayBook, date: LocalDate, holidays: Holidays): Outlier | null => {
  const [day, usual] = [comparable(book, date), usualOf(book, date, holidays)]
  return day === undefined || usual === null || !isUnusual(day.cents, usual) ? null : { daysCompared: usual.days, median: usual.cents }
}

const asFigure = (book: DayBook.DayBook, date: LocalDate, day: Turnover | undefined): DayFigure => ({
  date,
  cents: day?.cents ?? null,
  source: day?.source ?? null,
  closed: DayBook.isClosed(book, date)
})

const dayFigure = (book: DayBook.DayBook, date: LocalDate): DayFigure => asFigure(book, date, DayBook.finalOn(book, date))

/** Today's record if it counts already: the cutoff is past, and the day is final. */
const countedToday = (book: DayBook.DayBook, moment: Moment): Turnover | undefined =>
  moment.pastCutoff ? DayBook.finalOn(book, moment.today) : undefined

/** The newest day that counts: today if its cutoff is past and it is final, otherwise yesterday (rule 6.3). */
export const asOf = (book: DayBook.DayBook, moment: Moment): LocalDate =>
  countedToday(book, moment) === undefined ? addDays(moment.today, -1) : moment.today

/** Today's record before the cutoff. After it, only a running amount, while the day awaits its figure. */
const enteredToday = (book: DayBook.DayBook, { pastCutoff, today }: Moment): Turnover | null => {
  const day = book.byDate.get(today)
  return day === undefined || pastCutoff && day.soFar === undefined ? null : day
}

export const dashboard = (book: DayBook.DayBook, moment: Moment, holidays: Holidays): Dashboard => {
  const { today } = moment
  const last = asOf(book, moment)
  /** Today is in the sums as soon as it is final, also before its cutoff. */
  const summed = DayBook.finalOn(book, today) === undefined ? last : today
  return {
    asOf: last,
    today: asFigure(book, today, countedToday(book, moment)),
    note: DayBook.markOf(book, today).note,
    entered: enteredToday(book, moment),
    yesterday: dayFigure(book, addDays(today, -1)),
    dayBefore: dayFigure(book, addDays(today, -2)),
    newest: book.days.findLast(({ date, isFinal }) => isFinal && date <= last) ?? null,
    ...ofWindows((_, { bounds }) => windowOf(book, ...bounds(today), summed)),
    comparisons: comparisons(book, last, mondayOf(today), firstOfMonth(today), holidays),
    sameHoliday: sameHolidayLastYear(book, last, holidays),
    generatedOnly: generatedOnly(book, last),
    bestWeekday: bestWeekday(book, last),
    outlier: outlierOf(book, last, holidays)
  }
}

/** From this many estimates in a row on, a shop that has not decided for them reads about it. */
const longEstimated = 7

/** How many final days in a row were generated, up to the as-of day; null for fewer than 7. */
export const estimatedInARow = (book: DayBook.DayBook, last: LocalDate): number | null => {
  const final = book.days.filter(({ date, isFinal }) => isFinal && date <= last)
  const newest = final.findLastIndex(({ source }) => source !== "generated")
  const count = final.length - 1 - newest
  return count < longEstimated ? null : count
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
    const mean = weekdayMean(book, date)
    return {
      date,
      cents: day?.cents ?? generateAmount(generator, date),
      estimated: day === undefined,
      source: day?.source ?? null,
      closed: DayBook.isClosed(book, date),
      note: DayBook.markOf(book, date).note,
      lastWeek: comparable(book, addDays(date, -7))?.cents ?? null,
      mean: mean.cents,
      meanDays: mean.days
    }
  })
}

/** The final days of the last `days` calendar days, today included, oldest first. */
export const revenue = (book: DayBook.DayBook, today: LocalDate, days: number): ReadonlyArray<Turnover> =>
  DayBook.finalDays(book, addDays(today, 1 - days), today)

const missingWindow = 31

/** The earliest day that can be missing. The service had no record of earlier days to miss. */
export const firstMissing = (firstRecord: LocalDate, today: LocalDate): LocalDate => later(firstRecord, addDays(today, -missingWindow))

/**
 * The missing days among the last 31, from the first record on: past days that were not closed and have no record, because the
 * service did not run. They are listed, but no amount is generated for them (rule 5.8).
 */
export const missingDays = (book: DayBook.DayBook, today: LocalDate): ReadonlyArray<LocalDate> => {
  const first = book.days[0]
  if (first === undefined) return []
  return datesBetween(firstMissing(first.date, today), addDays(today, -1))
    .filter((date) => figureOf(book.byDate.get(date)) === undefined && !DayBook.isClosed(book, date))
}
