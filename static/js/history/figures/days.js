// @ts-check
import { addDays, epochDay } from "../../shared/format/dates.js"

/**
 * @typedef {import("../../../../src/Api/Responses.ts").Responses["days"]} DayList
 * @typedef {DayList["days"][number]} Listed
 * @typedef {{ name: string, day: number }} FestivalDay
 */

/**
 * A calendar date. Amounts are cents. `festivals` are those for which it is a day off, the one with more days off first.
 * @typedef {object} Day
 * @property {string} date
 * @property {number | null} cents of its record; null without one
 * @property {Listed["source"]} source
 * @property {boolean} isFinal
 * @property {boolean} closed
 * @property {boolean} weekly closed because the shop always is on that weekday
 * @property {string} note
 * @property {ReadonlyArray<FestivalDay>} festivals
 * @property {string | null} makeupFor the festival that a working day of a weekend makes up for
 */

/**
 * Every calendar date that the page knows, oldest first and without gaps.
 * @typedef {object} Past
 * @property {string | null} first the date of the first record
 * @property {string} today
 * @property {string} asOf the last day that counts
 * @property {ReadonlyArray<number>} missingYears those whose holidays are not known
 * @property {ReadonlyArray<Day>} days
 */

/** @typedef {"before" | "counted" | "generated" | "closed" | "missing" | "open" | "ahead"} State */

/** @param {number} amount */
const centsOf = (amount) => Math.round(amount * 100)

/** @param {Listed} listed @returns {Day} */
const dayOf = ({ amount, closed, date, holiday, is_final: isFinal, makeup_for: makeupFor, note = "", source, weekly }) => ({
  date,
  cents: amount === null ? null : centsOf(amount),
  source,
  isFinal,
  closed: closed === true,
  weekly: weekly === true,
  note,
  festivals: holiday === undefined ? [] : [{ name: holiday.name, day: holiday.day }, ...(holiday.also === undefined ? [] : [holiday.also])],
  makeupFor: makeupFor ?? null
})

/** @param {DayList} list @returns {Past} */
export const pastOf = ({ as_of: asOf, days, first, holidays, today }) => ({
  first,
  today,
  asOf,
  missingYears: holidays.missing_years,
  days: days.map(dayOf)
})

/** The day of a date; undefined if the page does not know it. @param {Past} past @param {string} date @returns {Day | undefined} */
export const dayOn = ({ days }, date) => {
  const [oldest] = days
  const day = oldest === undefined ? undefined : days[epochDay(date) - epochDay(oldest.date)]
  // A calendar moves 29 February of another year to 1 March, which is a different day.
  return day?.date === date ? day : undefined
}

/** The known days from one date to another, both included. @param {Past} past @param {string} from @param {string} to */
export const daysBetween = ({ days }, from, to) => {
  const [oldest] = days
  if (oldest === undefined || to < from) return []
  const start = epochDay(oldest.date)
  return days.slice(Math.max(0, epochDay(from) - start), Math.max(0, epochDay(to) - start + 1))
}

/**
 * The state of a day. From the first record to the last day that counts, each day is counted, generated, closed or missing. A
 * running amount is not a figure.
 * @param {Past} past @param {Day} day @returns {State}
 */
export const stateOf = ({ asOf, first, today }, { closed, date, isFinal, source }) => {
  if (date > asOf) return closed ? "closed" : date > today ? "ahead" : "open"
  if (isFinal) return source === "generated" ? "generated" : "counted"
  if (first === null || date < first) return "before"
  return closed ? "closed" : "missing"
}

/**
 * Whether a day can be compared: it was counted, or the shop always is closed on its weekday, and the last open day before it was
 * counted. Then it took nothing (rule 6.25).
 * @param {Past} past @param {Day} day @returns {boolean}
 */
export const isKnown = (past, day) => {
  const state = stateOf(past, day)
  if (state !== "closed" || !day.weekly || day.date > past.asOf) return state === "counted"
  const before = dayOn(past, addDays(day.date, -1))
  return before !== undefined && isKnown(past, before)
}

/** Whether a day is neither a holiday nor a make-up working day. @param {Day} day */
export const isOrdinary = ({ festivals, makeupFor }) => festivals.length === 0 && makeupFor === null
