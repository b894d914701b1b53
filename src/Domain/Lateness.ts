import { DateTime } from "effect"
import { type Cutoff, cutoffInstant, dateOf, momentOf } from "./Calendar.ts"
import * as DayBook from "./DayBook.ts"
import { addDays, type LocalDate } from "./LocalDate.ts"

/** A day that should be final and is not. */
interface OverdueDay {
  readonly date: LocalDate
  /** Since its cutoff. */
  readonly millis: number
}

/** The last day whose cutoff was at least `graceMillis` ago. */
const lastDue = (now: DateTime.Zoned, cutoff: Cutoff, graceMillis: number): LocalDate => {
  const { pastCutoff, today } = momentOf(DateTime.subtractDuration(now, graceMillis), cutoff)
  return pastCutoff ? today : addDays(today, -1)
}

/**
 * Whether a day that is past its cutoff should be final and is not. A closed day needs no figure, nor does one that a
 * person has withdrawn or opened since its cutoff.
 */
export const isUnsettled = (book: DayBook.DayBook, date: LocalDate, cutoff: DateTime.Zoned): boolean => {
  const { clearedAt } = DayBook.markOf(book, date)
  return DayBook.finalOn(book, date) === undefined && !DayBook.isClosed(book, date) &&
    (book.byDate.has(date) || clearedAt === null || clearedAt < cutoff.epochMillis)
}

/**
 * The last day that was due at least `graceMillis` ago; undefined where it is final. A day before the first record is
 * not overdue: the shop had no records yet.
 */
export const overdueDay = (
  book: DayBook.DayBook,
  now: DateTime.Zoned,
  cutoff: Cutoff,
  graceMillis: number
): OverdueDay | undefined => {
  const date = lastDue(now, cutoff, graceMillis)
  const first = book.days[0]
  const expected = date === dateOf(now) || (first !== undefined && first.date <= date)
  const instant = cutoffInstant(date, cutoff, now.zone)
  return expected && isUnsettled(book, date, instant) ? { date, millis: now.epochMillis - instant.epochMillis } : undefined
}
