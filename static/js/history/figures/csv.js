// @ts-check
import { withoutDirections } from "../../../../src/Domain/VisibleText.ts"
import { byteOrderMark, csvLine } from "../../../../src/Import/CsvLine.ts"
import { stateOf } from "./days.js"

/** @typedef {import("./days.js").Past} Past @typedef {import("./days.js").Day} Day */

/** The first two columns are those of the export, so that a spreadsheet can read both files in the same way. */
const header = ["date", "amount", "source", "state", "holiday", "makeup_for", "note"]

/**
 * The days of a file, which is for bookkeeping: none that is still to come, unless it has a record already.
 * @template {Pick<Day, "cents" | "date">} D @param {Pick<Past, "today">} past @param {ReadonlyArray<D>} days
 */
export const untilToday = ({ today }, days) => days.filter(({ cents, date }) => date <= today || cents !== null)

/**
 * Days as CSV with a byte order mark, oldest first, in the format of the export. A day without a record has no amount.
 * @param {Past} past @param {ReadonlyArray<Day>} days
 */
export const csvOf = (past, days) =>
  byteOrderMark + csvLine(header) + days.map((day) =>
    csvLine([
      day.date,
      day.cents === null ? "" : (day.cents / 100).toFixed(2),
      day.source ?? "",
      stateOf(past, day),
      day.festivals.map(({ name }) => name).join(" · "),
      day.makeupFor ?? "",
      day.note
    ].map(withoutDirections))
  ).join("")
