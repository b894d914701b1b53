import type { ColumnReading } from "./Columns.ts"
import { plainCents, said } from "./Outcome.ts"
import { account, type Reading, sumOf } from "./Reading.ts"
import type { Counted, Sorted } from "./Rows.ts"
import { type Row, shortened } from "./Sheet.ts"
import * as words from "./Words.ts"

/** The sums of the counted rows before each row of the table. */
const runningSums = (body: ReadonlyArray<Row>, counting: ReadonlyArray<Counted>): ReadonlyArray<number> => {
  const own = new Map<Row, number>()
  for (const { cents, row } of counting) own.set(row, (own.get(row) ?? 0) + cents)
  const sums = [0]
  for (const row of body) sums.push((sums.at(-1) ?? 0) + (own.get(row) ?? 0))
  return sums
}

/**
 * Compares each total with its section, the days so far, all days, and its month. One that agrees with none is a warning with both
 * figures; it changes nothing.
 */
export const compareTotals = (reading: Reading, { totals }: Sorted, counting: ReadonlyArray<Counted>): void => {
  const { notes, table: { body } } = reading
  const order = new Map(body.map((row, at) => [row, at]))
  const sums = runningSums(body, counting)
  const all = sums.at(-1) ?? 0
  let from = 0
  for (const { cents, label, row } of totals.toSorted((a, b) => (order.get(a.row) ?? 0) - (order.get(b.row) ?? 0))) {
    const what = words.subtotalRow.test(label) ? "subtotal" : "total"
    if (cents === undefined) {
      account(reading, row, what)
      continue
    }
    const at = order.get(row) ?? 0
    const before = sums[at] ?? 0
    const section = before - (sums[from] ?? 0)
    from = at
    const month = /(\d{1,2})\u6708/.exec(label)?.[1] ?? /^20\d\d[-/.](\d{1,2})$/.exec(label)?.[1]
    const ofMonth = month === undefined
      ? undefined
      : sumOf(notes.days.flatMap((day) => Number(day.date.slice(5, 7)) === Number(month) ? [day.cents] : []))
    const expected = [section, before, all, ofMonth].includes(cents)
      ? cents
      : ofMonth ?? (what === "subtotal" && section > 0 ? section : all)
    account(reading, row, what, { says: cents, sum: expected })
    if (cents !== expected) {
      notes.warnings.push(said("warn.total", {
        line: row.line,
        label: shortened(label),
        says: plainCents(cents),
        sum: plainCents(expected)
      }))
    }
  }
}

/** Warns of dates beside another weekday. With times, the day may begin after midnight. */
export const compareWeekdays = ({ dates: { hasTimes, isOnOtherWeekday }, notes }: ColumnReading, counted: ReadonlyArray<Counted>): void => {
  for (const { date, row } of hasTimes ? [] : counted)
    if (isOnOtherWeekday(row, date)) notes.warnings.push(said("warn.weekday", { line: row.line, date }))
}
