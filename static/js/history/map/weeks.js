// @ts-check
import { addDays, epochDay, weekdayNumber } from "../../shared/format/dates.js"

/**
 * A year in columns; each column is a week from Monday on.
 * @typedef {object} Weeks
 * @property {string} monday of the first week, which may be of the year before
 * @property {number} count
 */

/** @param {string} from @param {string} to @returns {Weeks} */
export const weeksOf = (from, to) => {
  const monday = addDays(from, 1 - weekdayNumber(from))
  return { monday, count: Math.floor((epochDay(to) - epochDay(monday)) / 7) + 1 }
}

/** The column of a date, from 0. @param {Weeks} weeks @param {string} date */
export const weekOf = ({ monday }, date) => Math.floor((epochDay(date) - epochDay(monday)) / 7)

/**
 * Names below ranges of columns. Names that would touch are put into different rows. The name of a last one (`isLast`) ends with its
 * range, because in the middle of it the name would pass the last column.
 * @typedef {{ name: string, from: number, to: number, row: number, isLast: boolean }} Bracket
 */

/**
 * @param {ReadonlyArray<{ name: string, from: number, to: number }>} spans in columns, by their beginning
 * @param {(name: string) => number} widthOf in columns
 * @param {number} count of columns
 * @returns {ReadonlyArray<Bracket>}
 */
export const stacked = (spans, widthOf, count) => {
  /** The column at which each row ends so far. @type {Array<number>} */
  const ends = []
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
