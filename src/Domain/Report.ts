import { type Compared, monthCompared, weekCompared } from "./Compared.ts"
import { countedDay } from "./CountedFigures.ts"
import * as DayBook from "./DayBook.ts"
import { dayList, type ListedDay } from "./DayList.ts"
import { type DayStatistics, statisticsOf } from "./DayStatistics.ts"
import { goalsByDay, type GoalSettings } from "./Goal.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, datesBetween, type LocalDate } from "./LocalDate.ts"
import type { Period } from "./Period.ts"
import type { Turnover } from "./Turnover.ts"
import { weeksBack } from "./Usual.ts"
import { type Window, windowOf } from "./Window.ts"

/** A day of a report. */
export interface ReportDay extends ListedDay {
  /** What it usually takes, in cents; null where that is not known. */
  readonly usual: number | null
  /** Its amount clearly differs from that (rule 6.35). */
  readonly unusual?: true
  /** The festivals for which it is a day off. */
  readonly festivals?: ReadonlyArray<{ readonly name: string; readonly day: number }>
  /** The festival that this day makes up for, if it is a make-up working day. */
  readonly makeupFor?: string
}

/** The figures of a week or a month (rule 6.40). Amounts are cents. */
export interface Report extends Pick<DayStatistics<Turnover>, "generatedCents" | "countedDays" | "mean" | "best" | "worst"> {
  readonly period: Period
  /** The newest day of the period that counts; null if none counts, because it has not begun or the shop had no record yet. */
  readonly until: LocalDate | null
  /** The final days, including generated ones. */
  readonly window: Window
  /** Beside the week or the month before; null if none of its days can be compared. */
  readonly compared: Compared | null
  /** The sum of the shares of all its days in the goals of their months; absent without a goal. */
  readonly goal?: number
  /** Each day from the shop's first record on, until `until`. */
  readonly days: ReadonlyArray<ReportDay>
}

/** The earliest day that a report needs: a usual amount may come from 26 weeks before its first day. */
export const reportBegins = ({ first }: Period): LocalDate => addDays(first, -7 * weeksBack)

/** The settings that a report depends on. */
interface ReportSettings extends GoalSettings {
  readonly holidays: Holidays
}

/** The report of a period as of `last`, the newest day that counts. */
export const reportOf = (book: DayBook.DayBook, period: Period, last: LocalDate, settings: ReportSettings): Report => {
  const { holidays } = settings
  const { first } = period
  const end = last < period.last ? last : period.last
  const [firstRecord] = book.days
  const until = firstRecord === undefined || firstRecord.date > end || first > end ? null : end
  const { best, countedDays, generatedCents, mean, worst } = statisticsOf(DayBook.finalDays(book, first, end))
  const goalOn = goalsByDay(book, settings)
  const goal = datesBetween(first, period.last).reduce((sum, date) => sum + goalOn(date), 0)
  const special = (date: LocalDate) => {
    const [festivals, makeupFor] = [holidays.on(date), holidays.makeupFor(date)]
    return {
      ...(festivals.length === 0 ? {} : { festivals: festivals.map(({ day, name }) => ({ day, name })) }),
      ...(makeupFor === null ? {} : { makeupFor })
    }
  }
  return {
    period,
    until,
    window: windowOf(book, first, period.last, end),
    generatedCents,
    countedDays,
    mean,
    best,
    worst,
    compared: period.kind === "week" ? weekCompared(book, first, end) : monthCompared(book, first, end, holidays),
    ...(goal === 0 ? {} : { goal }),
    days: (until === null || firstRecord === undefined ? [] : dayList(book, first < firstRecord.date ? firstRecord.date : first, until))
      .map((day) => {
        const { isUnusual, usual } = countedDay(book, day.date, end, holidays)
        return { ...day, usual: usual?.cents ?? null, ...(isUnusual ? { unusual: true as const } : {}), ...special(day.date) }
      })
  }
}
