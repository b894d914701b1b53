import { digitsIn } from "../Domain/Written.ts"
import type { AmountShape } from "./AmountShape.ts"
import type { Column } from "./Columns.ts"
import type { Dates } from "./Dates.ts"
import { plainCents, said } from "./Outcome.ts"
import { ask, type Reading, refuse } from "./Reading.ts"
import { cellAt } from "./Sheet.ts"

export type DecimalSign = "." | ","

/** The cents of an amount by the decimal sign of its column; without one, all amounts are the same by both. */
export const centsBy = (sign: DecimalSign | undefined, { comma, dot }: AmountShape): number | undefined =>
  sign === "," ? comma : sign === "." ? dot : dot ?? comma

/** The decimal sign of the column, by its own amounts or by the other columns of the file. */
export const decimalSign = (
  reading: Reading,
  { column: { dated } }: Dates,
  columns: ReadonlyArray<Column>,
  chosen: ReadonlyArray<number>
): DecimalSign | undefined => {
  const { amountAt, notes, options: { answers, locale }, table } = reading
  const open = dated.flatMap((row) => chosen.map((at) => amountAt(row, at)))
    .filter(({ comma, dot, kind }) => kind === "amount" && dot !== comma)
  const [first] = open
  if (first === undefined) return undefined
  const settledIn = (columnsAt: ReadonlyArray<number>) =>
    new Set(table.body.flatMap((row) => columnsAt.flatMap((at) => amountAt(row, at).settles ?? [])))
  const own = settledIn(chosen)
  const signs = own.size > 0 ? own : settledIn(columns.flatMap(({ at, isNumeric }) => isNumeric ? [at] : []))
  const [only] = signs
  notes.used.add("decimal_sign")
  if (answers.decimal_sign !== undefined) {
    if (own.size === 1 && !own.has(answers.decimal_sign))
      refuse(reading, table.header[0], "row", "answer", `decimal_sign=${answers.decimal_sign}`)
    return answers.decimal_sign
  }
  if (only !== undefined && signs.size === 1) {
    notes.decisions["decimal_sign"] = { value: only, why: said("decimals") }
    return only
  }
  const ownSign = digitsIn(locale, 0, 1).includes(",") ? "," : "."
  // 1,234 would have three decimals with the other sign, which no money has; with the shop's own sign it is asked.
  const hasThree = (by: "comma" | "dot") => open.some((one) => one[by] !== undefined && !Number.isInteger(one[by]))
  if (signs.size === 0 && ownSign === "." && hasThree("comma") && !hasThree("dot")) return "."
  // Three digits behind a sign are a group, unless the shop's locale writes decimals with it.
  const group = dated.some((row) => chosen.some((at) => cellAt(row, at).text.includes(","))) ? "," : "."
  const likely = group === "," ? "." : ","
  const shown = (cents: number | undefined) => said("shown", { text: cents === undefined ? "–" : plainCents(cents) })
  ask(reading, "decimal_sign", group === ownSign ? null : [likely], said("ask.decimal_sign"), [
    [".", shown(first.dot)],
    [",", shown(first.comma)]
  ])
  return likely
}
