import { comparable, type Comparison } from "./Comparison.ts"
import type { DayBook } from "./DayBook.ts"
import type { HolidayDay, Holidays } from "./Holidays.ts"
import type { LocalDate } from "./LocalDate.ts"

/** A day off compared with the same day of its festival in the year before. */
export interface SameHoliday extends Comparison {
  readonly name: string
  /** Days from the festival's main day. */
  readonly day: number
  /** That day in the year before; null if that year's holidays are not known. */
  readonly date: LocalDate | null
  /** Whether that day was a day off as well. If people worked on it, the two are not compared. */
  readonly wasOff: boolean
}

const compare = (book: DayBook, date: LocalDate, holiday: HolidayDay, holidays: Holidays): SameHoliday => {
  const before = holidays.counterpart(holiday, holiday.year - 1) ?? null
  const wasOff = before !== null && holidays.on(before).some(({ name }) => name === holiday.name)
  const current = comparable(book, date)?.cents ?? null
  const previous = wasOff ? comparable(book, before)?.cents ?? null : null
  const isPair = current !== null && previous !== null
  return {
    daysCompared: isPair ? 1 : 0,
    current: isPair ? current : null,
    previous,
    name: holiday.name,
    day: holiday.day,
    date: before,
    wasOff
  }
}

/**
 * A holiday compared with the same holiday of last year; null for any other day (rule 6.41). A date of two festivals uses the
 * festival with more days off, unless only the other one has a match.
 */
export const sameHolidayLastYear = (book: DayBook, date: LocalDate, holidays: Holidays): SameHoliday | null => {
  const found = holidays.on(date).map((holiday) => compare(book, date, holiday, holidays))
  return found.find(({ daysCompared }) => daysCompared > 0) ?? found.find(({ wasOff }) => wasOff) ?? found[0] ?? null
}
