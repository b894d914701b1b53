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
  const { amountAt, notes, options: { answers }, table } = reading
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
  // 1,234 with a decimal comma would be no amount. 1.234 with a point may be a weight: that is asked.
  if (signs.size === 0 && open.every(({ dot }) => dot !== undefined) && open.some(({ comma }) => comma === undefined)) return "."
  // Three digits behind a sign are a group, if they are anything.
  const likely = dated.some((row) => chosen.some((at) => cellAt(row, at).text.includes(","))) ? "." : ","
  const shown = (cents: number | undefined) => said("shown", { text: cents === undefined ? "–" : plainCents(cents) })
  ask(reading, "decimal_sign", [likely], said("ask.decimal_sign"), [
    [".", shown(first.dot)],
    [",", shown(first.comma)]
  ])
  return likely
}
