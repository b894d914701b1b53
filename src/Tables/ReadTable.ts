import { chooseAmounts } from "./AmountColumn.ts"
import { branchesIn } from "./Branches.ts"
import { columnsOf } from "./Columns.ts"
import { readDates } from "./Dates.ts"
import { readDays } from "./DayRows.ts"
import { centsBy, decimalSign } from "./DecimalSign.ts"
import { documentColumn } from "./Documents.ts"
import { type ReadOptions, said } from "./Outcome.ts"
import { account, grouped, type Notes, type Reading, readingOf, refuse, sumOf } from "./Reading.ts"
import { refundColumn } from "./Refunds.ts"
import { countRows } from "./RowQuestions.ts"
import { rowRules } from "./RowRules.ts"
import { sortRows } from "./Rows.ts"
import { cellAt, clean, type Row } from "./Sheet.ts"
import { columnOf, type Table } from "./Table.ts"
import { compareTotals, compareWeekdays } from "./Totals.ts"
import { currencyIn, hasOwnUnit } from "./Unit.ts"

/** The reading without the rows that the options leave out; undefined if a column that they name is not there. */
const withKeptRows = (reading: Reading): Reading | undefined => {
  const { options: { kept }, table } = reading
  if (kept === undefined) return reading
  const lists = [kept.only, kept.skip].map((rules) =>
    [...grouped(rules, (rule) => rule.slice(0, rule.indexOf("=")))].map(([name, of]) => ({
      name,
      at: columnOf(table, name),
      values: of.map((rule) => clean(rule.slice(rule.indexOf("=") + 1)))
    }))
  )
  const missing = lists.flat().find(({ at }) => at < 0)
  if (missing !== undefined) {
    refuse(reading, table.header[0], "row", "columns", missing.name)
    return undefined
  }
  const [only = [], skip = []] = lists
  const has = (row: Row) => ({ at, values }: { readonly at: number; readonly values: ReadonlyArray<string> }) =>
    values.includes(cellAt(row, at).text)
  return { ...reading, table: { ...table, body: table.body.filter((row) => only.every(has(row)) && !skip.some(has(row))) } }
}

/** The rows below where the reading stopped have no meaning yet. */
const leaveOut = (reading: Reading): void => {
  const { notes: { faults, rows }, table: { body } } = reading
  const placed = new Set([...rows, ...faults].map(({ line }) => line))
  for (const row of body) if (!placed.has(row.line)) account(reading, row, "left_out")
}

/** Stops where nothing below has a meaning: without the answer to a question, or after a fault. */
const read = (whole: Reading): void => {
  const { amountAt, notes, table } = whole
  for (const row of table.titles) account(whole, row, "title")
  for (const row of table.header) account(whole, row, "header")
  if (table.transposed) notes.decisions["orientation"] = { value: "columns", why: said("turned") }
  if (table.stacked > 1) notes.decisions["side_by_side"] = { value: String(table.stacked), why: said("side_by_side") }
  const reading = withKeptRows(whole)
  if (reading === undefined) return
  const dates = readDates(reading)
  if (dates === undefined) return
  notes.columns.date = dates.column.at
  const columns = columnsOf(reading, dates)
  const chosen = chooseAmounts(reading, dates, columns)
  notes.columns.amounts = notes.decisions["amount_column"] === undefined ? [] : chosen ?? []
  if (chosen === undefined || !hasOwnUnit(reading, chosen)) return
  const currency = currencyIn(reading, dates, columns, chosen)
  if (currency === undefined) return
  const sign = decimalSign(reading, dates, columns, chosen)
  const refundAt = refundColumn(reading, columns, chosen)
  const amounts = { chosen, refundAt, sign }
  const centsOf = (row: Row) => sumOf(chosen.map((at) => centsBy(sign, amountAt(row, at)) ?? 0))
  const branches = branchesIn(reading, dates, columns, centsOf)
  const ruleOf = rowRules(reading, dates, columns, chosen, currency.at, centsOf)
  const isOfOther = (row: Row) => branches?.only !== undefined && cellAt(row, branches.at).text !== branches.only
  const sorted = sortRows(reading, dates, { ...amounts, ruleOf: (row) => isOfOther(row) ? "leave_out" : ruleOf(row) })
  const document = documentColumn(dates, columns)
  const counted = countRows(reading, sorted, document)
  const way = { isPlain: columns.length === 1, isReceipt: document !== undefined, branchAt: branches?.at }
  compareTotals(reading, sorted, readDays(reading, dates, counted, way))
  compareWeekdays(reading, dates, counted)
}

/** Days and amounts of a table, the place of each of its rows, and the questions that it does not settle. */
export const readTable = (table: Table, tables: ReadonlyArray<Table>, options: ReadOptions, isOld: boolean): Notes => {
  const reading = readingOf(table, tables, options, isOld)
  read(reading)
  leaveOut(reading)
  return reading.notes
}
