import { type Compared, monthCompared, weekCompared } from "./Compared.ts"
import type * as DayBook from "./DayBook.ts"
import type { Holidays } from "./Holidays.ts"
import { addDays, firstOfMonth, type LocalDate, mondayOf } from "./LocalDate.ts"

interface WindowKind {
  /** Its name in `counted`. */
  readonly counted: string
  /** Its first and its last day. A running window ends with today. */
  readonly bounds: (today: LocalDate) => readonly [start: LocalDate, end: LocalDate]
  /** Its one comparison, up to a day. */
  readonly compared: (book: DayBook.DayBook, start: LocalDate, last: LocalDate, holidays: Holidays) => Compared | null
}

/** Every window of the dashboard, by its name in the API. For one that is added here, the compiler or a test names the other places. */
const windows = {
  this_week: {
    counted: "week",
    bounds: (today) => [mondayOf(today), today],
    compared: weekCompared
  },
  last_week: {
    counted: "last_week",
    bounds: (today) => [addDays(mondayOf(today), -7), addDays(mondayOf(today), -1)],
    compared: weekCompared
  },
  this_month: {
    counted: "month",
    bounds: (today) => [firstOfMonth(today), today],
    compared: monthCompared
  }
} as const satisfies Readonly<Record<string, WindowKind>>

export type WindowName = keyof typeof windows
export type CountedName = (typeof windows)[WindowName]["counted"]

const entries = Object.entries(windows) as ReadonlyArray<readonly [WindowName, WindowKind & { readonly counted: CountedName }]>

export const ofWindows = <A>(of: (name: WindowName, kind: WindowKind) => A): Readonly<Record<WindowName, A>> =>
  Object.fromEntries(entries.map(([name, kind]) => [name, of(name, kind)])) as Record<WindowName, A>

/** The same by the names in `counted`. */
export const ofCounted = <A>(of: (name: CountedName, kind: WindowKind) => A): Readonly<Record<CountedName, A>> =>
  Object.fromEntries(entries.map(([, kind]) => [kind.counted, of(kind.counted, kind)])) as Record<CountedName, A>
