import type { Column } from "./Columns.ts"
import type { Dates } from "./Dates.ts"
import { type Reading, refuse } from "./Reading.ts"
import { cellAt, rowText } from "./Sheet.ts"
import * as words from "./Words.ts"

/** Amounts in ten thousands, in cents, or of another currency are no amounts of this shop. */
export const hasOwnUnit = (
  reading: Reading,
  { column: { dated } }: Dates,
  columns: ReadonlyArray<Column>,
  chosen: ReadonlyArray<number>
): boolean => {
  const { notes, options: { currency }, table } = reading
  const own = ["", currency, ...(currency === "CNY" ? ["RMB", "人民币"] : [])]
  const isOwn = (text: string) => own.includes(text.toUpperCase())
  const named = [...chosen.map((at) => table.names[at] ?? ""), ...table.titles.map(rowText)].join(" ")
  const unit = words.unit.exec(named)?.[0]
  if (unit !== undefined && !isOwn(unit)) refuse(reading, table.header[0] ?? table.titles[0], "amount", "unit", unit)
  const currencyAt = columns.find(({ name }) => /\u5e01\u79cd|\u8d27\u5e01|^currency$/i.test(name))?.at
  const foreign = currencyAt === undefined ? undefined : dated.find((row) => !isOwn(cellAt(row, currencyAt).text))
  if (foreign !== undefined && currencyAt !== undefined) refuse(reading, foreign, "amount", "currency", cellAt(foreign, currencyAt).text)
  return notes.faults.length === 0
}
