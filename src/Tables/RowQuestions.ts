import type { ColumnReading } from "./Columns.ts"
import { plainCents, type Said, said } from "./Outcome.ts"
import { account, answerTo, grouped, type Reading, refuse, sumOf } from "./Reading.ts"
import type { Counted, Sorted } from "./Rows.ts"
import { cellAt, type Row, rowText } from "./Sheet.ts"
import * as words from "./Words.ts"

const meanings = (["closed", "skip", "zero"] as const).map((value) => [value, said(`means.${value}`)] as const)

const firstRows = (code: "split_amount" | "no_date" | "closed" | "no_amount", rows: ReadonlyArray<{ readonly row: Row }>): Said =>
  said(`ask.${code}`, { n: rows.length, rows: rows.slice(0, 3).map(({ row }) => `${row.line}: ${rowText(row)}`).join("; ") })

const askSplits = (reading: Reading, { hasWholeAmounts, splits }: Sorted): void => {
  if (hasWholeAmounts || splits.length === 0) return
  answerTo(reading, "split_amount", null, firstRows("split_amount", splits), [["apart", said("split_amount.apart")]])
}

/** The column of the numbers of receipts or orders: its name says so, or each of its values is written `#1001`. */
export const documentColumn = ({ columns, dates: { column: { dated } } }: ColumnReading): number | undefined =>
  columns.find(({ at, name }) =>
    words.documentNumber.test(words.plainName(name)) || dated.every((row) => /^#\d+$/.test(cellAt(row, at).text))
  )?.at

/**
 * Takes the rows off that repeat their document: a line without an amount below the document's total, and, where most documents of
 * several rows have the same amount in each, what is answered.
 */
const countDocuments = (reading: Reading, { counted, without }: Sorted, at: number): void => {
  const documents = grouped(counted.filter(({ row }) => cellAt(row, at).text !== ""), ({ row }) => cellAt(row, at).text)
  const isLine = ({ row }: { readonly row: Row }) => documents.has(cellAt(row, at).text)
  const lines = without.no_amount.filter(isLine)
  without.no_amount = without.no_amount.filter((one) => !isLine(one))
  const several = [...documents].filter(([, rows]) => rows.length > 1)
  const repeated = several.filter(([, rows]) => rows.every(({ cents }) => cents !== 0 && cents === rows[0]?.cents))
  const [first] = repeated
  const repeats = new Set<Counted>()
  if (first !== undefined && repeated.length * 2 > several.length) {
    const [document, rows] = first
    const values = { n: repeated.length, document, rows: rows.length, amount: plainCents(rows[0]?.cents ?? 0) }
    const answer = answerTo(reading, "rows_of_a_document", null, said("ask.rows_of_a_document", values), [
      ["once", said("rows_of_a_document.once")],
      ["sum", said("rows_of_a_document.sum")]
    ])
    if (answer === "once") { for (const [, rows] of repeated) for (const one of rows.slice(1)) repeats.add(one) }
  }
  for (const { date, row } of [...lines, ...repeats]) account(reading, row, "repeated", { date })
  counted.splice(0, Infinity, ...counted.filter((one) => !repeats.has(one)))
}

/** Totals of a day in rows of their own: nothing but totals, or totals of the rows beside them. */
const countDayTotals = (reading: Reading, { counted, dayTotals }: Sorted): void => {
  const sums = new Map([...grouped(counted, ({ date }) => date)].map(([date, rows]) => [date, sumOf(rows.map(({ cents }) => cents))]))
  const hasParts = dayTotals.some(({ date }) => sums.has(date))
  for (const one of dayTotals) {
    const parts = sums.get(one.date) ?? 0
    if (!hasParts) counted.push(one)
    else if (parts === one.cents) account(reading, one.row, "subtotal", { date: one.date, says: one.cents, sum: parts })
    else {
      refuse(reading, one.row, "amount", "day_total_differs", plainCents(one.cents), { other: plainCents(parts) })
    }
  }
}

/** Amounts that are the sum of the rows above, or of those since the last such sum. */
const unnamedTotals = (counted: ReadonlyArray<Counted>, undated: Sorted["undated"]): ReadonlySet<Sorted["undated"][number]> => {
  const ordered = counted.toSorted((a, b) => a.row.line - b.row.line)
  const found = new Set<Sorted["undated"][number]>()
  let [at, from, all, section] = [0, 0, 0, 0]
  for (const one of undated) {
    for (let next = ordered[at]; next !== undefined && next.row.line < one.row.line; next = ordered[++at]) {
      all += next.cents
      section += next.cents
    }
    const isSum = at > 1 && (one.cents === all || (one.cents === section && at > from + (found.size > 0 ? 0 : 1)))
    if (!isSum) continue
    found.add(one)
    from = at
    section = 0
  }
  return found
}

/** Amounts without a date: a total without a name, another row of the day above, or something else. */
const countUndated = (reading: Reading, { counted, totals, undated }: Sorted): void => {
  const isTotal = unnamedTotals(counted, undated)
  const open = undated.filter((one) => !isTotal.has(one))
  for (const { cents, row } of isTotal) totals.push({ row, label: "", cents })
  if (open.length === 0) return
  const areBelow = open.every(({ above }) => above !== undefined)
  const answer = answerTo(reading, "no_date", null, firstRows("no_date", open), [
    ...(areBelow ? [["above", said("no_date.above")] as const] : []),
    ["leave_out", said("no_date.leave_out")]
  ])
  if (answer === "above" && !areBelow) refuse(reading, open[0]?.row, "row", "answer", "no_date=above")
  for (const { above, cents, row } of open) {
    if (answer === "above" && above !== undefined) counted.push({ row, date: above, cents })
    else account(reading, row, "left_out")
  }
}

/** Days that say that the shop was closed, or have no amount. */
const countWithout = (reading: Reading, { counted, without }: Sorted): void => {
  const { notes } = reading
  for (const [code, proposed] of [["closed", "closed"], ["no_amount", "skip"]] as const) {
    const list = without[code]
    if (list.length === 0) continue
    const way = answerTo(reading, code, [proposed], firstRows(code, list), meanings) ?? proposed
    for (const { date, row } of list) {
      if (way === "zero") counted.push({ row, date, cents: 0 })
      else account(reading, row, code, { date })
      if (way === "closed" && !notes.closed.includes(date)) notes.closed.push(date)
    }
  }
  // A day with another row is not closed.
  const dates = new Set(counted.map(({ date }) => date))
  notes.closed.splice(0, Infinity, ...notes.closed.filter((date) => !dates.has(date)))
}

/** Asks what the rows do not settle, and gives the rows that count in the order of the file. */
export const countRows = (reading: Reading, sorted: Sorted, documentAt: number | undefined): ReadonlyArray<Counted> => {
  askSplits(reading, sorted)
  if (documentAt !== undefined) countDocuments(reading, sorted, documentAt)
  countDayTotals(reading, sorted)
  countUndated(reading, sorted)
  countWithout(reading, sorted)
  return sorted.counted.sort((a, b) => a.row.line - b.row.line)
}
