import type { Cents } from "./Amount.ts"
import { isoWeekday, type LocalDate, type Month, monthOf } from "./LocalDate.ts"
import { type DayMark, inWeek, isShut, noWeekdays, type Turnover, unmarked, type Weekdays } from "./Turnover.ts"

/** An immutable snapshot of every recorded day, ordered by date. All figures are computed from it. */
export interface DayBook {
  readonly days: ReadonlyArray<Turnover>
  readonly byDate: ReadonlyMap<LocalDate, Turnover>
  readonly marks: ReadonlyMap<LocalDate, DayMark>
  /** The goals that people have set, by month. */
  readonly goals: ReadonlyMap<Month, Cents>
  /** The weekdays on which the shop is closed. */
  readonly closedWeekdays: Weekdays
}

const compareDates = (a: Turnover, b: Turnover): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)

const ofMaps = (
  byDate: ReadonlyMap<LocalDate, Turnover>,
  marks: ReadonlyMap<LocalDate, DayMark>,
  goals: ReadonlyMap<Month, Cents>,
  closedWeekdays: Weekdays
): DayBook => ({
  days: Array.from(byDate.values()).sort(compareDates),
  byDate,
  marks,
  goals,
  closedWeekdays
})

const byDateOf = <One extends { readonly date: LocalDate }>(all: Iterable<One>): Map<LocalDate, One> =>
  new Map(Array.from(all, (one) => [one.date, one]))

export const make = (
  days: Iterable<Turnover>,
  marks: Iterable<DayMark> = [],
  goals: Iterable<readonly [Month, Cents]> = []
): DayBook => ofMaps(byDateOf(days), byDateOf(marks), new Map(goals), noWeekdays)

export const empty: DayBook = make([])

/**
 * The record and mark of one date after a change: null removes the record, undefined keeps the present value. The goal of a month
 * is stored in the same way at the month's first date.
 */
export interface Change {
  readonly date: LocalDate
  readonly day?: Turnover | null
  readonly mark?: DayMark
  readonly goal?: Cents | null
}

export const withChanges = (book: DayBook, changes: Iterable<Change>): DayBook => {
  const byDate = new Map(book.byDate)
  const marks = new Map(book.marks)
  const goals = new Map(book.goals)
  for (const { date, day, goal, mark } of changes) {
    if (day === null) byDate.delete(date)
    else if (day !== undefined) byDate.set(date, day)
    if (mark !== undefined) marks.set(date, mark)
    if (goal === null) goals.delete(monthOf(date))
    else if (goal !== undefined) goals.set(monthOf(date), goal)
  }
  return ofMaps(byDate, marks, goals, book.closedWeekdays)
}

/** The same days in a shop that is closed on these weekdays. */
export const withWeek = (book: DayBook, closedWeekdays: Weekdays): DayBook =>
  book.closedWeekdays === closedWeekdays ? book : { ...book, closedWeekdays }

export const markOf = (book: DayBook, date: LocalDate): DayMark => inWeek(book.marks.get(date) ?? unmarked(date), book.closedWeekdays)

/** Whether the shop is closed on that date, which has no record. */
export const isClosed = (book: DayBook, date: LocalDate): boolean => !book.byDate.has(date) && isShut(markOf(book, date))

/** Whether the shop is closed on that date because it always is on its weekday. */
export const isWeeklyClosed = (book: DayBook, date: LocalDate): boolean => book.closedWeekdays.has(isoWeekday(date)) && isClosed(book, date)

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

/** The days after `today`, oldest first. They were stored while the clock was ahead. */
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

export const finalOn = (book: DayBook, date: LocalDate): Turnover | undefined => {
  const day = book.byDate.get(date)
  return day?.isFinal === true ? day : undefined
}
