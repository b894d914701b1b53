import type { Moment } from "./Calendar.ts"
import * as DayBook from "./DayBook.ts"
import { generateAmount, type GeneratorSettings } from "./Generator.ts"
import { addDays, datesBetween, later, type LocalDate } from "./LocalDate.ts"
import { figureOf, type Turnover } from "./Turnover.ts"
import { ofWindows, type WindowName } from "./Windows.ts"

/** One day's figure; null if it does not count yet. */
export interface DayFigure {
  readonly date: LocalDate
  readonly cents: number | null
}

/** One point of the chart. An estimate is the amount that would be generated. */
export interface SeriesPoint {
  readonly date: LocalDate
  readonly cents: number
  readonly estimated: boolean
}

/** A range of calendar days with the sum of its final days. */
interface Total {
  readonly start: LocalDate
  readonly end: LocalDate
  readonly cents: number
}

/** The figures of `GET /api/metrics` apart from what the pages draw. */
export interface Dashboard extends Readonly<Record<WindowName, Total>> {
  readonly today: DayFigure
  readonly yesterday: DayFigure
  readonly dayBefore: DayFigure
}

const dayFigure = (book: DayBook.DayBook, date: LocalDate): DayFigure => ({ date, cents: DayBook.finalOn(book, date)?.cents ?? null })

/** Today's record if it counts already: the cutoff is past, and the day is final. */
const countedToday = (book: DayBook.DayBook, moment: Moment): Turnover | undefined =>
  moment.pastCutoff ? DayBook.finalOn(book, moment.today) : undefined

export const dashboard = (book: DayBook.DayBook, moment: Moment): Dashboard => {
  const { today } = moment
  return {
    today: { date: today, cents: countedToday(book, moment)?.cents ?? null },
    yesterday: dayFigure(book, addDays(today, -1)),
    dayBefore: dayFigure(book, addDays(today, -2)),
    ...ofWindows((_, { bounds }) => {
      const [start, end] = bounds(today)
      return { start, end, cents: DayBook.finalDays(book, start, end).reduce((sum, { cents }) => sum + cents, 0) }
    })
  }
}

/** The newest final day until a day. */
export const newestUntil = (book: DayBook.DayBook, last: LocalDate): Turnover | null =>
  book.days.findLast(({ date, isFinal }) => isFinal && date <= last) ?? null

/** From this many estimates in a row on, a shop that has not decided for them reads about it. */
const longEstimated = 7

/** How many final days in a row were generated, up to the last day that counts; null for fewer than 7. */
export const estimatedInARow = (book: DayBook.DayBook, last: LocalDate): number | null => {
  const final = book.days.filter(({ date, isFinal }) => isFinal && date <= last)
  const newest = final.findLastIndex(({ source }) => source !== "generated")
  const count = final.length - 1 - newest
  return count < longEstimated ? null : count
}

/** `days` points, oldest first, until today if its cutoff is past and it is final, else until yesterday. Other days are estimated. */
export const series = (
  book: DayBook.DayBook,
  moment: Moment,
  days: number,
  generator: GeneratorSettings
): ReadonlyArray<SeriesPoint> => {
  const end = countedToday(book, moment)?.date ?? addDays(moment.today, -1)
  return datesBetween(addDays(end, 1 - days), end).map((date) => {
    const day = DayBook.finalOn(book, date)
    return { date, cents: day?.cents ?? generateAmount(generator, date), estimated: day === undefined }
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
