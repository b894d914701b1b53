import { basisOf, comparable, comparePairs, type Comparison, sameDaysOfMonth, withYearBefore } from "./Comparison.ts"
import * as DayBook from "./DayBook.ts"
import { dayList, type ListedDay } from "./DayList.ts"
import { goalsByDay, type GoalSettings } from "./Goal.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, datesBetween, type LocalDate } from "./LocalDate.ts"
import type { Basis } from "./Matching.ts"
import { type Outlier, outlierOf } from "./Outlier.ts"
import { type Period, periodBefore } from "./Period.ts"
import { type Takings, takingsOf } from "./Takings.ts"
import type { Turnover } from "./Turnover.ts"
import { type Window, windowOf } from "./Window.ts"

/** What a report is compared with. */
export type Against = "week_before" | "month_before" | "year_before"

/** What a day is to a comparison. `before` the first record there is nothing that could be missing. */
type State = Basis | "closed" | "missing" | "before"

/** Why a day is not compared: by what it is itself, else by what its match is. The month before may lack it: `no_day`. */
export type Apart = Exclude<State, "before"> | `then_${State}` | "no_day"

/** A day of a report. */
export interface ReportDay extends ListedDay {
  /** Of its match in the first comparison, in cents, where both can be compared. */
  readonly previous: number | null
  /** What it is compared with if it stands out (rule 6.35). */
  readonly outlier?: Outlier
  /** The festivals that it is off for. */
  readonly festivals?: ReadonlyArray<{ readonly name: string; readonly day: number }>
  /** The festival that this working day of a weekend makes up for. */
  readonly makeupFor?: string
}

/** What a week or a month has come to (rule 6.40). Amounts are cents. */
export interface Report extends Pick<Takings<Turnover>, "generatedCents" | "countedDays" | "mean" | "best" | "worst"> {
  readonly period: Period
  /** The last day of it that counts; null while none does. */
  readonly until: LocalDate | null
  /** All final days, generated ones among them. */
  readonly window: Window
  readonly comparisons: ReadonlyArray<{
    readonly against: Against
    readonly comparison: Comparison
    /** How many days are not compared, by reason. */
    readonly apart: ReadonlyArray<{ readonly reason: Apart; readonly days: number }>
  }>
  /** The shares of all its days in the goals of their months; absent without a goal. */
  readonly goal?: number
  /** Each day until `until`. */
  readonly days: ReadonlyArray<ReportDay>
}

type Pairs = Parameters<typeof comparePairs>[2]

const pairsOf = (period: Period, dates: ReadonlyArray<LocalDate>): ReadonlyArray<readonly [Against, Pairs]> =>
  period.kind === "week"
    ? [["week_before", dates.map((date) => [date, addDays(date, -7)])]]
    : [["month_before", sameDaysOfMonth(dates, periodBefore(period).first)], ["year_before", withYearBefore(dates)]]

/** The earliest day that a report needs: the same days of the year before. */
export const reportBegins = ({ first }: Period): LocalDate => addDays(first, -366)

/** Whether no day of a report is final, missing or closed: all of them were before the first record. */
export const isBeforeRecords = ({ window: { closedDays, finalDays, missing } }: Report): boolean =>
  finalDays + closedDays + missing.length === 0

const stateOn = (book: DayBook.DayBook, date: LocalDate): State => {
  const day = DayBook.finalOn(book, date)
  if (day !== undefined) return day.source === "generated" ? "generated" : "counted"
  const first = book.days[0]?.date
  if (first === undefined || date < first) return "before"
  return DayBook.isClosed(book, date) ? "closed" : "missing"
}

const apartOf = (
  book: DayBook.DayBook,
  basis: Basis,
  dates: ReadonlyArray<LocalDate>,
  pairs: Pairs
): Report["comparisons"][number]["apart"] => {
  const matches = new Map(pairs)
  const counts = new Map<Apart, number>()
  for (const date of dates) {
    const [state, match] = [stateOn(book, date), matches.get(date)]
    if (state === "before") continue
    const then = match === undefined ? undefined : stateOn(book, match)
    if (state === basis && then === basis) continue
    const reason = state === basis ? then === undefined ? "no_day" : `then_${then}` as const : state
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return Array.from(counts, ([reason, days]) => ({ reason, days }))
}

/** The settings that a report depends on. */
export interface ReportSettings extends GoalSettings {
  readonly holidays: Holidays
}

/** The report of a period as of `last`, the day that counts last. */
export const reportOf = (book: DayBook.DayBook, period: Period, last: LocalDate, settings: ReportSettings): Report => {
  const { holidays } = settings
  const { first } = period
  const end = last < period.last ? last : period.last
  const { best, countedDays, generatedCents, mean, worst } = takingsOf(DayBook.finalDays(book, first, end))
  const basis = basisOf(book, end)
  const dates = datesBetween(first, end)
  const pairs = pairsOf(period, dates)
  const matches = new Map(pairs[0]?.[1])
  const previousOf = (date: LocalDate): number | null => {
    const match = matches.get(date)
    if (match === undefined || comparable(book, date, basis) === undefined) return null
    return comparable(book, match, basis)?.cents ?? null
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
    until: end < first ? null : end,
    window: windowOf(book, first, period.last, end),
    generatedCents,
    countedDays,
    mean,
    best,
    worst,
    comparisons: pairs.map(([against, days]) => ({
      against,
      comparison: comparePairs(book, basis, days),
      apart: apartOf(book, basis, dates, days)
    })),
    ...(goal === 0 ? {} : { goal }),
    days: dayList(book, first, end).map((day) => ({ ...day, previous: previousOf(day.date), ...special(day.date) }))
  }
}
