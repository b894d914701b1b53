import { basisOf, comparable, comparePairs, type Comparison, sameDaysOfMonth, withYearBefore } from "./Comparison.ts"
import * as DayBook from "./DayBook.ts"
import { dayList, type ListedDay } from "./DayList.ts"
import { addDays, datesBetween, type LocalDate } from "./LocalDate.ts"
import { type Period, periodBefore } from "./Period.ts"
import { type Takings, takingsOf } from "./Takings.ts"
import type { Turnover } from "./Turnover.ts"
import { type Window, windowOf } from "./Window.ts"

/** What a report is compared with. */
export type Against = "week_before" | "month_before" | "year_before"

/** What a week or a month has come to (rule 6.40). Amounts are cents. */
export interface Report extends Pick<Takings<Turnover>, "generatedCents" | "countedDays" | "mean" | "best" | "worst"> {
  readonly period: Period
  /** The last day of it that counts; null while none does. */
  readonly until: LocalDate | null
  /** All final days, generated ones among them. */
  readonly window: Window
  readonly comparisons: ReadonlyArray<{ readonly against: Against; readonly comparison: Comparison }>
  /** Each day until `until`; `previous` of its match in the first comparison, in cents, where both can be compared. */
  readonly days: ReadonlyArray<ListedDay & { readonly previous: number | null }>
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

/** The report of a period as of `last`, the day that counts last. */
export const reportOf = (book: DayBook.DayBook, period: Period, last: LocalDate): Report => {
  const { first } = period
  const end = last < period.last ? last : period.last
  const { best, countedDays, generatedCents, mean, worst } = takingsOf(DayBook.finalDays(book, first, end))
  const basis = basisOf(book, end)
  const pairs = pairsOf(period, datesBetween(first, end))
  const matches = new Map(pairs[0]?.[1])
  const previousOf = (date: LocalDate): number | null => {
    const match = matches.get(date)
    if (match === undefined || comparable(book, date, basis) === undefined) return null
    return comparable(book, match, basis)?.cents ?? null
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
    comparisons: pairs.map(([against, days]) => ({ against, comparison: comparePairs(book, basis, days) })),
    days: dayList(book, first, end).map((day) => ({ ...day, previous: previousOf(day.date) }))
  }
}
