import type { Column } from "./Columns.ts"
import type { Dates } from "./Dates.ts"
import type { ReadOptions } from "./Outcome.ts"
import { type Reading, refuse } from "./Reading.ts"
import { cellAt, rowText } from "./Sheet.ts"
import * as words from "./Words.ts"

const isOwn = ({ currency }: ReadOptions, text: string): boolean =>
  [currency, ...(currency === "CNY" ? ["RMB", "人民币", "元"] : [])].includes(text.toUpperCase())

/** Whether a cell names the shop's currency, or none: a dash is no currency. */
export const isOwnCurrency = (options: ReadOptions, text: string): boolean => !/\p{L}/u.test(text) || isOwn(options, text)

const sharedStart = (a: string, b: string): number => [...a].findIndex((sign, at) => sign !== b[at]) >>> 0

/** The column that names the currency of an amount: of several, the one whose name begins as the amount's does, or the shortest. */
const currencyOf = ({ table: { names } }: Reading, columns: ReadonlyArray<Column>, amountAt: number): number | undefined => {
  const amount = words.plainName(names[amountAt] ?? "")
  const named = columns.map(({ at, name }) => ({ at, name: words.plainName(name) })).filter(({ name }) => words.currency.test(name))
    .sort((a, b) => sharedStart(b.name, amount) - sharedStart(a.name, amount) || a.name.length - b.name.length)
  const [nearest] = named
  return nearest !== undefined && words.converted.test(amount) && !words.converted.test(nearest.name) ? undefined : nearest?.at
}

/** Whether the names of the columns and the titles say no other unit: amounts in ten thousands are no amounts of this shop. */
export const hasOwnUnit = (reading: Reading, chosen: ReadonlyArray<number>): boolean => {
  const { options, table } = reading
  const unit = words.unit.exec([...chosen.map((at) => table.names[at] ?? ""), ...table.titles.map(rowText)].join(" "))?.[0]
  if (unit === undefined || isOwn(options, unit)) return true
  refuse(reading, table.header[0] ?? table.titles[0], "amount", "unit", unit)
  return false
}

/** The column that names the currency of each row; nothing if all rows have another than the shop's. */
export const currencyIn = (
  reading: Reading,
  { column: { dated } }: Dates,
  columns: ReadonlyArray<Column>,
  chosen: ReadonlyArray<number>
): { readonly at: number | undefined } | undefined => {
  const at = chosen.flatMap((one) => currencyOf(reading, columns, one) ?? [])[0]
  const [first] = dated
  if (at === undefined || first === undefined || dated.some((row) => isOwnCurrency(reading.options, cellAt(row, at).text))) return { at }
  refuse(reading, first, "amount", "currency", cellAt(first, at).text)
  return undefined
}
