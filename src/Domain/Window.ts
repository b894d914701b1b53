import * as DayBook from "./DayBook.ts"
import { datesBetween, later, type LocalDate } from "./LocalDate.ts"

/** A range of calendar days, with the sum and the counts of those that count. */
export interface Window {
  readonly start: LocalDate
  readonly end: LocalDate
  /** Sum of the final days. */
  readonly cents: number
  readonly finalDays: number
  /** The number of final days whose amount was generated. */
  readonly generatedDays: number
  /** Their sum, which nobody counted. */
  readonly generatedCents: number
  /** Days on which the shop was closed, from the first record on. That it is closed on its closing weekdays needs no mention. */
  readonly closedDays: number
  /** Days without a final record, from the first record on, closed days left out. */
  readonly missing: ReadonlyArray<LocalDate>
}

/**
 * The window from `start` to `end`. Days up to `last` count; each of them from the first record on is final, missing or closed
 * (rule 6.24).
 */
export const windowOf = (book: DayBook.DayBook, start: LocalDate, end: LocalDate, last: LocalDate): Window => {
  const dates = datesBetween(start, end < last ? end : last)
  const first = book.days[0]?.date
  const missing: Array<LocalDate> = []
  let [cents, finalDays, generatedDays, generatedCents, closedDays] = [0, 0, 0, 0, 0]
  for (const date of dates) {
    const day = DayBook.finalOn(book, date)
    if (day !== undefined) {
      cents += day.cents
      finalDays += 1
      if (day.source === "generated") {
        generatedDays += 1
        generatedCents += day.cents
      }
    } else if (first !== undefined && date >= first && !DayBook.isWeeklyClosed(book, date)) {
      if (DayBook.isClosed(book, date)) closedDays += 1
      else missing.push(date)
    }
  }
  return { start, end, cents, finalDays, generatedDays, generatedCents, closedDays, missing }
}

/** A running week or month up to a day that counts, as a message about that day states it. Its `end` is never before its `start`. */
export const runningWindow = (book: DayBook.DayBook, start: LocalDate, last: LocalDate): Window =>
  windowOf(book, start, later(start, last), last)
