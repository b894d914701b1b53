import { addDays, epochDay, weekdayNumber } from "../../shared/format/dates.ts"

/** A year in columns; each column is a week from Monday on. */
export interface Weeks {
  /** Of the first week, which may be of the year before. */
  readonly monday: string
  readonly count: number
}

export const weeksOf = (from: string, to: string): Weeks => {
  const monday = addDays(from, 1 - weekdayNumber(from))
  return { monday, count: Math.floor((epochDay(to) - epochDay(monday)) / 7) + 1 }
}

/** The column of a date, from 0. */
export const weekOf = ({ monday }: Weeks, date: string) => Math.floor((epochDay(date) - epochDay(monday)) / 7)

/**
 * Names below ranges of columns. Names that would touch are put into different rows. The name of a last one (`isLast`) ends with its
 * range, because in the middle of it the name would pass the last column.
 */
type Bracket = { name: string; from: number; to: number; row: number; isLast: boolean }

/**
 * @param spans in columns, by their beginning
 * @param widthOf in columns
 * @param count of columns
 */
export const stacked = (
  spans: ReadonlyArray<{ name: string; from: number; to: number }>,
  widthOf: (name: string) => number,
  count: number
): ReadonlyArray<Bracket> => {
  /** The column at which each row ends so far. */
  const ends: Array<number> = []
  return spans.map((span) => {
    const edge = span.to + 1
    const width = Math.max(widthOf(span.name), edge - span.from)
    const middle = (span.from + edge) / 2
    const isLast = middle + width / 2 > count
    const end = isLast ? edge : middle + width / 2
    const free = ends.findIndex((taken) => taken <= end - width)
    const row = free === -1 ? ends.length : free
    ends[row] = end
    return { ...span, row, isLast }
  })
}
