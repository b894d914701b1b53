import { digitsIn } from "../Domain/NumberFormat.ts"
import type { AmountShape } from "./AmountShape.ts"
import type { AmountReading, Column } from "./Columns.ts"
import { plainCents, type ReadOptions, said } from "./Outcome.ts"
import { answerTo, type Reading, refuse } from "./Reading.ts"
import { cellAt, rowText } from "./Sheet.ts"
import * as words from "./Words.ts"

export type DecimalSign = "." | ","

/** The cents of an amount by the decimal sign of its column; without one, all amounts are the same by both. */
export const centsBy = (sign: DecimalSign | undefined, { comma, dot }: AmountShape): number | undefined =>
  sign === "," ? comma : sign === "." ? dot : dot ?? comma

/** The decimal sign of the column, by its own amounts or by the other columns of the file. */
export const decimalSign = (reading: AmountReading): DecimalSign | undefined => {
  const { amountAt, chosen, columns, dates: { column: { dated } }, notes, options: { answers: { decimal_sign: answer }, locale }, table } =
    reading
  const open = dated.flatMap((row) => chosen.map((at) => amountAt(row, at)))
    .filter(({ comma, dot, kind }) => kind === "amount" && dot !== comma)
  const [first] = open
  if (first === undefined) return undefined
  const settledIn = (columnsAt: ReadonlyArray<number>) =>
    new Set(table.body.flatMap((row) => columnsAt.flatMap((at) => amountAt(row, at).settles ?? [])))
  const own = settledIn(chosen)
  const signs = own.size > 0 ? own : settledIn(columns.flatMap(({ at, isNumeric }) => isNumeric ? [at] : []))
  const [only] = signs
  if (answer !== undefined && own.size === 1 && !own.has(answer))
    refuse(reading, table.header[0], "row", "answer", `decimal_sign=${answer}`)
  if (answer === undefined && only !== undefined && signs.size === 1) {
    notes.decisions["decimal_sign"] = { value: only, why: said("decimals") }
    return only
  }
  const ownSign = digitsIn(locale, 0, 1).includes(",") ? "," : "."
  // 1,234 would have three decimals with the other sign, which no money has; with the shop's own sign it is asked.
  const hasThree = (by: "comma" | "dot") => open.some((one) => one[by] !== undefined && !Number.isInteger(one[by]))
  if (answer === undefined && signs.size === 0 && ownSign === "." && hasThree("comma") && !hasThree("dot")) return "."
  // Three digits behind a sign are a group, unless the shop's locale writes decimals with it.
  const group = dated.some((row) => chosen.some((at) => cellAt(row, at).text.includes(","))) ? "," : "."
  const likely = group === "," ? "." : ","
  const shown = (cents: number | undefined) => said("shown", { text: cents === undefined ? "–" : plainCents(cents) })
  return answerTo(reading, "decimal_sign", group === ownSign ? null : [likely], said("ask.decimal_sign"), [
    [".", shown(first.dot)],
    [",", shown(first.comma)]
  ]) ?? likely
}

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
export const currencyIn = (reading: AmountReading): { readonly at: number | undefined } | undefined => {
  const { chosen, columns, dates: { column: { dated } }, options } = reading
  const at = chosen.flatMap((one) => currencyOf(reading, columns, one) ?? [])[0]
  const [first] = dated
  if (at === undefined || first === undefined || dated.some((row) => isOwnCurrency(options, cellAt(row, at).text))) return { at }
  refuse(reading, first, "amount", "currency", cellAt(first, at).text)
  return undefined
}
