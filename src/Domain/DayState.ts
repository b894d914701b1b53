import { Schema } from "effect"
import * as DayBook from "./DayBook.ts"
import type { LocalDate } from "./LocalDate.ts"

/**
 * What is known about a day, in one word (rule 6.51). `running`: a till's amount that can still grow; `missing`: over, and nobody
 * entered it; `open`: not over; `before` the first record, no day is missing.
 */
export const DayState = Schema.Literal("entered", "running", "estimated", "closed", "missing", "open", "before")
export type DayState = typeof DayState.Type

export const stateOn = (book: DayBook.DayBook, date: LocalDate, today: LocalDate): DayState => {
  const day = book.byDate.get(date)
  if (day?.isFinal === true) return day.source === "generated" ? "estimated" : "entered"
  if (DayBook.isClosed(book, date)) return "closed"
  if (date >= today) return day?.soFar === undefined ? "open" : "running"
  const first = book.days[0]?.date
  return first === undefined || date < first ? "before" : "missing"
}
