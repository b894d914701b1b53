import type { DayBook } from "./DayBook.ts"
import { dayList, type ListedDay } from "./DayList.ts"
import { type DayState, stateOn } from "./DayState.ts"
import { type LocalDate, type Month, monthOf } from "./LocalDate.ts"
import type { ReportDay } from "./Report.ts"
import { changedSince } from "./ReportSince.ts"
import type { LastChange } from "./Turnover.ts"

/* The days of a range as bookkeeping wants them (rule 6.52). */

export interface BookedDay extends ListedDay {
  readonly state: Exclude<DayState, "before">
  readonly changed: LastChange | null
  /** What the report of its month had, in cents, if that was sent and had another figure; null for none. */
  readonly reported?: number | null
}

/** Sums are cents. */
export interface BookedMonth {
  readonly month: Month
  readonly entered: { readonly cents: number; readonly days: number }
  readonly estimated: { readonly cents: number; readonly days: number }
  readonly closed: number
  readonly missing: number
}

type Sent = ReadonlyArray<Pick<ReportDay, "cents" | "date" | "isFinal" | "source">>

/**
 * Its days from the first record until today, and later ones that have a record.
 * @param sent the days of the reports that were sent, each of one month
 */
export const bookedDays = (
  book: DayBook,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
  today: LocalDate,
  sent: ReadonlyArray<Sent>
): ReadonlyArray<BookedDay> => {
  const days = dayList(book, from, to)
  const byDate = new Map(days.map((day) => [day.date, day]))
  const reported = new Map(
    sent.flatMap((then) =>
      changedSince(then, then.flatMap(({ date }) => byDate.get(date) ?? [])).map(({ before, date }) =>
        [date, before?.cents ?? null] as const
      )
    )
  )
  return days.flatMap((day) => {
    const state = stateOn(book, day.date, today)
    if (state === "before" || day.date > today && day.cents === null) return []
    return [{
      ...day,
      state,
      changed: book.byDate.get(day.date)?.changed ?? null,
      ...(reported.has(day.date) ? { reported: reported.get(day.date) ?? null } : {})
    }]
  })
}

export const bookedMonths = (days: ReadonlyArray<BookedDay>): ReadonlyArray<BookedMonth> =>
  [...new Set(days.map(({ date }) => monthOf(date)))].map((month) => {
    const own = days.filter(({ date }) => monthOf(date) === month)
    const sumOf = (state: DayState) => {
      const those = own.filter((day) => day.state === state)
      return { cents: those.reduce((sum, { cents }) => sum + (cents ?? 0), 0), days: those.length }
    }
    return { month, entered: sumOf("entered"), estimated: sumOf("estimated"), closed: sumOf("closed").days, missing: sumOf("missing").days }
  })
