import { chooseAmounts } from "./AmountColumn.ts"
import { columnsOf } from "./Columns.ts"
import { readDates } from "./Dates.ts"
import { readDays } from "./DayRows.ts"
import { centsBy, decimalSign } from "./DecimalSign.ts"
import type { ReadOptions } from "./Outcome.ts"
import { account, type Notes, type Reading, readingOf } from "./Reading.ts"
import { areReceipts, countRows } from "./RowQuestions.ts"
import { rowRules } from "./RowRules.ts"
import { sortRows } from "./Rows.ts"
import type { Table } from "./Table.ts"
import { compareTotals, compareWeekdays } from "./Totals.ts"
import { hasOwnUnit } from "./Unit.ts"

/** The rows below where the reading stopped have no meaning yet. */
const leaveOut = (reading: Reading): void => {
  const { notes: { faults, rows }, table: { body } } = reading
  const placed = new Set([...rows, ...faults].map(({ line }) => line))
  for (const row of body) if (!placed.has(row.line)) account(reading, row, "left_out")
}

/** Stops where nothing below has a meaning: without the answer to a question, or after a fault. */
const read = (reading: Reading): void => {
  const { amountAt, notes, table } = reading
  for (const row of table.titles) account(reading, row, "title")
  for (const row of table.header) account(reading, row, "header")
  if (table.transposed) notes.decisions["orientation"] = "the days are columns"
  if (table.stacked > 1) notes.decisions["side_by_side"] = `${table.stacked} tables with the same names`
  const dates = readDates(reading)
  if (dates === undefined) return
  const columns = columnsOf(reading, dates)
  const chosen = chooseAmounts(reading, dates, columns)
  if (chosen === undefined || !hasOwnUnit(reading, dates, columns, chosen)) return
  const sign = decimalSign(reading, dates, columns, chosen)
  const ruleOf = rowRules(reading, dates, columns, chosen, (row, at) => centsBy(sign, amountAt(row, at)) ?? 0)
  const isReceipt = areReceipts(columns)
  const sorted = sortRows(reading, dates, { chosen, sign, ruleOf })
  const counted = countRows(reading, dates, sorted, isReceipt)
  compareTotals(reading, sorted, readDays(reading, dates, counted, columns.length === 1, isReceipt))
  compareWeekdays(reading, dates, counted)
}

/** Days and amounts of a table, the place of each of its rows, and the questions that it does not settle. */
export const readTable = (table: Table, tables: ReadonlyArray<Table>, options: ReadOptions, isOld: boolean): Notes => {
  const reading = readingOf(table, tables, options, isOld)
  read(reading)
  leaveOut(reading)
  return reading.notes
}
