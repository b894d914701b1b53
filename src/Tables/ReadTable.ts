import { chooseAmounts, refundColumn } from "./AmountColumn.ts"
import { amountsIn } from "./AmountShape.ts"
import { withColumns } from "./Columns.ts"
import { readDates } from "./Dates.ts"
import { compareTotals, compareWeekdays, readDays } from "./DayRows.ts"
import { centsBy, currencyIn, decimalSign, hasOwnUnit } from "./Money.ts"
import { type ReadOptions, said } from "./Outcome.ts"
import { account, grouped, type Notes, type Reading, refuse, sumOf } from "./Reading.ts"
import { countRows, documentColumn } from "./RowQuestions.ts"
import { branchesIn, rowRules } from "./RowRules.ts"
import { sortRows } from "./Rows.ts"
import { cellAt, clean, type Row } from "./Sheet.ts"
import { columnOf, type Table } from "./Table.ts"

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
  const kept = withKeptRows(whole)
  const dates = kept === undefined ? undefined : readDates(kept)
  if (kept === undefined || dates === undefined) return
  notes.columns.date = dates.column.at
  const measured = withColumns(kept, dates)
  const chosen = chooseAmounts(measured)
  notes.columns.amounts = notes.decisions["amount_column"] === undefined ? [] : chosen ?? []
  if (chosen === undefined || !hasOwnUnit(kept, chosen)) return
  const reading = { ...measured, chosen }
  const currency = currencyIn(reading)
  if (currency === undefined) return
  const sign = decimalSign(reading)
  const refundAt = refundColumn(reading)
  const centsOf = (row: Row) => sumOf(chosen.map((at) => centsBy(sign, amountAt(row, at)) ?? 0))
  const branches = branchesIn(reading, centsOf)
  const ruleOf = rowRules(reading, currency.at, centsOf)
  const isOfOther = (row: Row) => branches?.only !== undefined && cellAt(row, branches.at).text !== branches.only
  const sorted = sortRows(reading, { refundAt, sign, ruleOf: (row) => isOfOther(row) ? "leave_out" : ruleOf(row) })
  const documentAt = documentColumn(reading)
  const counted = countRows(reading, sorted, documentAt)
  compareTotals(reading, sorted, readDays(reading, counted, { branchAt: branches?.at, documentAt }))
  compareWeekdays(reading, counted)
}

/** Days and amounts of a table, the place of each of its rows, and the questions that it does not settle. */
export const readTable = (table: Table, tables: ReadonlyArray<Table>, options: ReadOptions, isOld: boolean): Notes => {
  const amountOf = amountsIn(options.currency)
  const notes: Notes = {
    days: [],
    closed: [],
    rows: [],
    questions: [],
    faults: [],
    warnings: [],
    decisions: {},
    columns: { amounts: [] },
    used: new Set()
  }
  const reading = { table, tables, options, isOld, amountAt: (row: Row, at: number) => amountOf(cellAt(row, at)), notes }
  read(reading)
  leaveOut(reading)
  return notes
}
