// @ts-check
import { addDays, epochDay } from "../shared/format/dates.js"

/** @typedef {import("./figures/days.js").Past} Past */

/**
 * The index of a date among the known days; negative before the first one, too large after the last one.
 * @param {Past} past @param {string} date
 */
export const indexOf = ({ days: [oldest] }, date) => oldest === undefined ? -1 : epochDay(date) - epochDay(oldest.date)

/**
 * The days that can be shown: whole years, from that of the first record to that of the last known day. Without a record, this
 * year.
 * @param {Past} past
 */
export const reachOf = ({ days, first, today }) => ({
  first: first ?? today,
  from: `${(first ?? today).slice(0, 4)}-01-01`,
  to: days.at(-1)?.date ?? today
})

/** Each month of some days, newest first: `2026-11`. @param {string} from @param {string} to */
export const monthsBetween = (from, to) => {
  /** @type {Array<string>} */
  const months = []
  for (let month = to.slice(0, 7); month >= from.slice(0, 7); month = addDays(`${month}-01`, -1).slice(0, 7)) months.push(month)
  return months
}
