import type { Column } from "./Columns.ts"
import type { Dates } from "./Dates.ts"
import { plainCents, said } from "./Outcome.ts"
import { account, ask, grouped, type Reading } from "./Reading.ts"
import type { Counted, Sorted } from "./Rows.ts"
import { cellAt } from "./Sheet.ts"
import * as words from "./Words.ts"

/** The column of the numbers of receipts or orders: its name says so, or each of its values is written `#1001`. */
export const documentColumn = ({ column: { dated } }: Dates, columns: ReadonlyArray<Column>): number | undefined =>
  columns.find(({ at, name }) =>
    words.documentNumber.test(words.plainName(name)) || dated.every((row) => /^#\d+$/.test(cellAt(row, at).text))
  )?.at

/**
 * Takes the rows off that repeat their document: a line without an amount below the document's total, and, where most documents of
 * several rows have the same amount in each, what is answered.
 */
export const countDocuments = (reading: Reading, { counted, without }: Sorted, at: number): void => {
  const { notes, options: { answers: { rows_of_a_document: answer } } } = reading
  const documents = grouped(counted.filter(({ row }) => cellAt(row, at).text !== ""), ({ row }) => cellAt(row, at).text)
  const blank = without.no_amount.filter(({ row }) => documents.has(cellAt(row, at).text))
  for (const { date, row } of blank) {
    account(reading, row, "repeated", { date })
    without.no_amount.splice(without.no_amount.findIndex((one) => one.row === row), 1)
  }
  const several = [...documents].filter(([, rows]) => rows.length > 1)
  const repeated = several.filter(([, rows]) => rows.every(({ cents }) => cents !== 0 && cents === rows[0]?.cents))
  const [first] = repeated
  if (first === undefined || repeated.length * 2 <= several.length) return
  notes.used.add("rows_of_a_document")
  if (answer === undefined) {
    const [document, rows] = first
    const values = { n: repeated.length, document, rows: rows.length, amount: plainCents(rows[0]?.cents ?? 0) }
    ask(reading, "rows_of_a_document", null, said("ask.rows_of_a_document", values), [
      ["once", said("rows_of_a_document.once")],
      ["sum", said("rows_of_a_document.sum")]
    ])
  }
  if (answer !== "once") return
  const repeats = new Set<Counted>(repeated.flatMap(([, rows]) => rows.slice(1)))
  for (const { date, row } of repeats) account(reading, row, "repeated", { date })
  counted.splice(0, Infinity, ...counted.filter((one) => !repeats.has(one)))
}
