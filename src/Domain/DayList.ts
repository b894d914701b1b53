import * as DayBook from "./DayBook.ts"
import { datesBetween, fromEpochDay, type LocalDate, toEpochDay } from "./LocalDate.ts"
import type { Source } from "./Turnover.ts"

/** The most calendar dates in one list. */
const longestList = 3660

/** How far after today a list may end: closed days and notes are planned ahead. */
const daysAhead = 31

/** The last date at which a list from `from` on may end. */
export const lastListed = (from: LocalDate, today: LocalDate): LocalDate =>
  fromEpochDay(Math.min(toEpochDay(today) + daysAhead, toEpochDay(from) + longestList - 1))

/** A calendar date with its record and its mark; without a record, `cents` and `source` are null. */
export interface ListedDay {
  readonly date: LocalDate
  readonly cents: number | null
  readonly source: Source | null
  readonly isFinal: boolean
  readonly closed: boolean
  /** Closed because the shop always is on that weekday. */
  readonly weekly?: true
  readonly note: string
}

/**
 * Each calendar date from `from` to `to`, both included, oldest first (rule 6.39).
 */
export const dayList = (
  book: DayBook.DayBook,
  from: LocalDate,
  to: LocalDate
): ReadonlyArray<ListedDay> =>
  datesBetween(from, to).map((date) => {
    const day = book.byDate.get(date)
    return {
      date,
      cents: day?.cents ?? null,
      source: day?.source ?? null,
      isFinal: day?.isFinal ?? false,
      closed: DayBook.isClosed(book, date),
      ...(DayBook.isWeeklyClosed(book, date) ? { weekly: true as const } : {}),
      note: DayBook.markOf(book, date).note
    }
  })
