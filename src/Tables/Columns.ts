import type { Dates } from "./Dates.ts"
import { places, type Reading } from "./Reading.ts"
import { cellAt, isFilled } from "./Sheet.ts"

/** A column beside the dates that has something in a dated row. */
export interface Column {
  readonly at: number
  readonly name: string
  /** Its amounts in cents in each dated row; NaN where there is none. */
  readonly values: ReadonlyArray<number>
  readonly isZero: boolean
  readonly isNumeric: boolean
}

/** Behind the last name of a text's header there are no columns: a field there is a fault of its row. */
export const namedWidth = ({ table: { names, sheet, stacked, transposed, width } }: Reading): number => {
  const last = names.findLastIndex((name) => name !== "")
  return sheet.delimiter !== undefined && last >= 0 && stacked === 1 && !transposed ? last + 1 : width
}

export const columnsOf = (reading: Reading, { column: { at: dateAt, dated, weekdayAt } }: Dates): ReadonlyArray<Column> => {
  const { amountAt, table } = reading
  return places(namedWidth(reading)).filter((at) => at !== dateAt && at !== weekdayAt && !table.dates.includes(at)).flatMap((at) => {
    const cells = dated.map((row) => cellAt(row, at))
    if (!cells.some(isFilled)) return []
    const shapes = dated.map((row) => amountAt(row, at))
    const amounts = shapes.filter(({ kind }) => kind === "amount" || kind === "bad").length
    const others = shapes.filter(({ kind }) => kind === "other").length
    const values = shapes.map(({ comma, dot, kind }) => dot ?? comma ?? (kind === "blank" || kind === "closed" ? 0 : Number.NaN))
    const isNumber = cells.some(({ text }) => text !== "") && cells.every(({ text }) => text === "" || /^\d{9,}$/.test(text))
    return [{
      at,
      name: table.names[at] ?? "",
      values,
      isZero: values.every((value) => value === 0),
      isNumeric: amounts > 0 && amounts >= others && !isNumber
    }]
  })
}
