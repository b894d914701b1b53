import { withoutDirections } from "../../../src/Domain/VisibleText.ts"
import { byteOrderMark, csvLine } from "../../../src/Import/CsvLine.ts"
import type { Day, Past } from "./past.ts"

/** The first two columns are those of the export, so that a spreadsheet can read both files in the same way. */
const header = ["date", "amount", "source", "state", "holiday", "makeup_for", "note"]

/** The names of states in a file, which programs read. */
const stateIn = {
  entered: "counted",
  estimated: "generated",
  running: "open",
  open: "open",
  closed: "closed",
  missing: "missing",
  before: "before"
} as const

/** The days of a file, which is for bookkeeping: none that is still to come, unless it has a record already. */
export const untilToday = <D extends Pick<Day, "amount" | "date">>({ today }: Pick<Past, "today">, days: ReadonlyArray<D>) =>
  days.filter(({ amount, date }) => date <= today || amount !== null)

const festivals = ({ holiday }: Day) => holiday === undefined ? "" : [holiday.name, holiday.also?.name].filter(Boolean).join(" · ")

/** Days as CSV with a byte order mark, oldest first, in the format of the export. A day without a record has no amount. */
export const csvOf = (days: ReadonlyArray<Day>) =>
  byteOrderMark + csvLine(header) + days.map((day) =>
    csvLine([
      day.date,
      day.amount === null ? "" : day.amount.toFixed(2),
      day.source ?? "",
      stateIn[day.state],
      festivals(day),
      day.makeup_for ?? "",
      day.note ?? ""
    ].map(withoutDirections))
  ).join("")
