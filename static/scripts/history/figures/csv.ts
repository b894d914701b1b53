import { withoutDirections } from "../../../../src/Domain/VisibleText.ts"
import { byteOrderMark, csvLine } from "../../../../src/Import/CsvLine.ts"
import { stateOf } from "./days.ts"
import type { Past } from "./days.ts"
import type { Day } from "./days.ts"

/** The first two columns are those of the export, so that a spreadsheet can read both files in the same way. */
const header = ["date", "amount", "source", "state", "holiday", "makeup_for", "note"]

/** The days of a file, which is for bookkeeping: none that is still to come, unless it has a record already. */
export const untilToday = <D extends Pick<Day, "cents" | "date">>({ today }: Pick<Past, "today">, days: ReadonlyArray<D>) =>
  days.filter(({ cents, date }) => date <= today || cents !== null)

/** Days as CSV with a byte order mark, oldest first, in the format of the export. A day without a record has no amount. */
export const csvOf = (past: Past, days: ReadonlyArray<Day>) =>
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
