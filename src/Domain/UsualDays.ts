import { comparable } from "./Comparison.ts"
import type * as DayBook from "./DayBook.ts"
import { addDays, isoWeekday, type LocalDate } from "./LocalDate.ts"

/** What the calendar of holidays knows about a date. */
export interface Special {
  readonly isHoliday: (date: LocalDate) => boolean
  /** Whether it is a make-up working day: a day of a weekend on which people work for a holiday. */
  readonly isMakeup: (date: LocalDate) => boolean
}

/** The amounts of usual days: counted days that are neither holidays nor make-up working days. */
interface UsualDays {
  readonly all: ReadonlyArray<number>
  /** The amounts of one weekday (1 is Monday). A weekday with fewer than three has too few for a mean, so it gets the amounts of all. */
  readonly of: (weekday: number) => ReadonlyArray<number>
}

const weeks = 8
const leastOfWeekday = 3
const saturday = 6

/** The usual days of the eight weeks before a date. */
export const usualDaysBefore = (book: DayBook.DayBook, date: LocalDate, special: Special): UsualDays => {
  const byWeekday = new Map<number, Array<number>>()
  const all: Array<number> = []
  for (let back = weeks * 7; back > 0; back--) {
    const day = comparable(book, addDays(date, -back), "counted")
    if (day === undefined || special.isHoliday(day.date) || special.isMakeup(day.date)) continue
    const weekday = isoWeekday(day.date)
    byWeekday.set(weekday, [...byWeekday.get(weekday) ?? [], day.cents])
    all.push(day.cents)
  }
  return {
    all,
    of: (weekday) => {
      const own = byWeekday.get(weekday) ?? []
      return own.length < leastOfWeekday ? all : own
    }
  }
}

/** The weekday whose amounts a date is expected to have. A holiday counts as a Saturday. */
export const weekdayAlike = (date: LocalDate, { isHoliday }: Special): number => (isHoliday(date) ? saturday : isoWeekday(date))
