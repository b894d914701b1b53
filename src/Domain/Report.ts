import {
  comparable,
  comparedOf,
  compareMonths,
  comparePairs,
  type Comparison,
  longestClosing,
  outlierOf,
  sameDaysOfMonth,
  withYearBefore
} from "./Comparison.ts"
import * as DayBook from "./DayBook.ts"
import { dayList, type ListedDay } from "./DayList.ts"
import { goalsByDay, type GoalSettings } from "./Goal.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, datesBetween, type LocalDate } from "./LocalDate.ts"
import type { Outlier } from "./Outlier.ts"
import { type Period, periodBefore } from "./Period.ts"
import { type Takings, takingsOf } from "./Takings.ts"
import type { Turnover } from "./Turnover.ts"
import { type Window, windowOf } from "./Window.ts"

/** What a report is compared with. */
export type Against = "week_before" | "month_before" | "year_before"

/** The kind of a day in a comparison. `before` the first record, no day can be missing. */
type State = "counted" | "generated" | "closed" | "missing" | "before"

/**
 * Why a day is not compared: because of its own kind, or because of its match's kind. `no_day`: the month before does not have that
 * day.
 */
type Apart = Exclude<State, "before"> | `then_${State}` | "no_day"

/** A day of a report. */
export interface ReportDay extends ListedDay {
  /** The amount of its match in the first comparison, in cents; null if the two cannot be compared. */
  readonly previous: number | null
  /** The median it is compared with, if it stands out (rule 6.35). */
  readonly outlier?: Outlier
  /** The festivals for which it is a day off. */
  readonly festivals?: ReadonlyArray<{ readonly name: string; readonly day: number }>
  /** The festival that this day makes up for, if it is a make-up working day. */
  readonly makeupFor?: string
}

/** The figures of a week or a month (rule 6.40). Amounts are cents. */
export interface Report extends Pick<Takings<Turnover>, "generatedCents" | "countedDays" | "mean" | "best" | "worst"> {
  readonly period: Period
  /** The newest day of the period that counts; null if none counts, because it has not begun or the shop had no record yet. */
  readonly until: LocalDate | null
  /** The final days, including generated ones. */
  readonly window: Window
  readonly comparisons: ReadonlyArray<{
    readonly against: Against
    readonly comparison: Comparison
    /** How many days are not compared, by reason. */
    readonly apart: ReadonlyArray<{ readonly reason: Apart; readonly days: number }>
  }>
  /** The sum of the shares of all its days in the goals of their months; absent without a goal. */
  readonly goal?: number
  /** Each day until `until`. */
  readonly days: ReadonlyArray<ReportDay>
}

type Pairs = Parameters<typeof comparePairs>[1]

const pairsOf = (period: Period, dates: ReadonlyArray<LocalDate>): ReadonlyArray<readonly [Against, Pairs]> =>
  period.kind === "week"
    ? [["week_before", dates.map((date) => [date, addDays(date, -7)])]]
    : [["month_before", sameDaysOfMonth(dates, periodBefore(period).first)], ["year_before", withYearBefore(dates)]]

/** The earliest day that a report needs: the first of the same days a year before, and the last open day before it. */
export const reportBegins = ({ first }: Period): LocalDate => addDays(first, -366 - longestClosing)

const stateOn = (book: DayBook.DayBook, date: LocalDate): State => {
  const day = DayBook.finalOn(book, date)
  if (day !== undefined) return day.source === "generated" ? "generated" : "counted"
  const first = book.days[0]?.date
  if (first === undefined || date < first) return "before"
  return DayBook.isClosed(book, date) ? "closed" : "missing"
}

const apartOf = (
  book: DayBook.DayBook,
  dates: ReadonlyArray<LocalDate>,
  pairs: Pairs
): Report["comparisons"][number]["apart"] => {
  const matches = new Map(pairs)
  const compared = new Set(comparedOf(book, pairs).map(({ pair: [date] }) => date))
  const counts = new Map<Apart, number>()
  for (const date of dates) {
    const [state, match] = [stateOn(book, date), matches.get(date)]
    if (state === "before") continue
    const then = match === undefined ? undefined : stateOn(book, match)
    if (compared.has(date)) continue
    // That the shop is closed on its closing weekday needs no mention.
    if (DayBook.isWeeklyClosed(book, date)) continue
    const reason = state === "counted" ? then === undefined ? "no_day" : `then_${then}` as const : state
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return Array.from(counts, ([reason, days]) => ({ reason, days }))
}

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
  const { best, countedDays, generatedCents, mean, worst } = takingsOf(DayBook.finalDays(book, first, end))
  const dates = datesBetween(first, end)
  const pairs = pairsOf(period, dates)
  const matches = new Map(pairs[0]?.[1])
  const previousOf = (date: LocalDate): number | null => {
    const match = matches.get(date)
    if (match === undefined || comparable(book, date) === undefined) return null
    return comparable(book, match)?.cents ?? null
  }
  const goalOn = goalsByDay(book, settings)
  const goal = datesBetween(first, period.last).reduce((sum, date) => sum + goalOn(date), 0)
  const special = (date: LocalDate) => {
    const [outlier, festivals, makeupFor] = [outlierOf(book, date, holidays), holidays.on(date), holidays.makeupFor(date)]
    return {
      ...(outlier === null ? {} : { outlier }),
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
    comparisons: pairs.map(([against, days]) => ({
      against,
      comparison: against === "month_before" ? compareMonths(book, first, end, holidays) : comparePairs(book, days),
      apart: apartOf(book, dates, days)
    })),
    ...(goal === 0 ? {} : { goal }),
    days: (until === null ? [] : dayList(book, first, until)).map((day) => ({
      ...day,
      previous: previousOf(day.date),
      ...special(day.date)
    }))
  }
}
