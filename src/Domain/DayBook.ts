import type { LocalDate } from "./LocalDate.ts"
import type { Turnover } from "./Turnover.ts"

/** An immutable picture of every recorded day, ordered by date: what all figures are computed from. */
export interface DayBook {
  readonly days: ReadonlyArray<Turnover>
  readonly byDate: ReadonlyMap<LocalDate, Turnover>
}

const compareDates = (a: Turnover, b: Turnover): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)

const ofMap = (byDate: ReadonlyMap<LocalDate, Turnover>): DayBook => ({
  days: Array.from(byDate.values()).sort(compareDates),
  byDate
})

export const make = (days: Iterable<Turnover>): DayBook => ofMap(new Map(Array.from(days, (day) => [day.date, day])))

export const empty: DayBook = make([])

/** The book with `changed` days put in the place of those of the same date. */
export const withDays = (book: DayBook, changed: Iterable<Turnover>): DayBook => {
  const byDate = new Map(book.byDate)
  for (const day of changed) byDate.set(day.date, day)
  return ofMap(byDate)
}

/** Index of the first day on or after `date`. */
const lowerBound = (days: ReadonlyArray<Turnover>, date: LocalDate): number => {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const day = days[middle]
    if (day !== undefined && day.date < date) low = middle + 1
    else high = middle
  }
  return low
}

/** The days after `today`, oldest first: stored while the clock was ahead. */
export const daysAfter = (book: DayBook, today: LocalDate): ReadonlyArray<Turnover> => {
  const last = book.days.at(-1)
  return last === undefined || last.date <= today ? [] : book.days.filter(({ date }) => date > today)
}

/** The final days from `start` to `end`, both included, oldest first. */
export const finalDays = (book: DayBook, start: LocalDate, end: LocalDate): ReadonlyArray<Turnover> => {
  const found: Array<Turnover> = []
  for (let index = lowerBound(book.days, start); index < book.days.length; index++) {
    const day = book.days[index]
    if (day === undefined || day.date > end) break
    if (day.isFinal) found.push(day)
  }
  return found
}

/** Sum in cents of the final days from `start` to `end`, both included. */
export const total = (book: DayBook, start: LocalDate, end: LocalDate): number =>
  finalDays(book, start, end).reduce((sum, day) => sum + day.cents, 0)

/** The day of that date, if it is final. */
export const finalOn = (book: DayBook, date: LocalDate): Turnover | undefined => {
  const day = book.byDate.get(date)
  return day?.isFinal === true ? day : undefined
}
