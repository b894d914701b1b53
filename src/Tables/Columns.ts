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

/** The reading of a table whose dates are decided. */
export interface ColumnReading extends Reading {
  readonly dates: Dates
  readonly columns: ReadonlyArray<Column>
}

/** Likewise, with the columns whose amounts are added. */
export interface AmountReading extends ColumnReading {
  readonly chosen: ReadonlyArray<number>
}

/** The reading of a table with its columns. */
export const withColumns = (reading: Reading, dates: Dates): ColumnReading => {
  const { amountAt, table } = reading
  const { column: { at: dateAt, dated, weekdayAt } } = dates
  const columns = places(namedWidth(reading)).filter((at) => at !== dateAt && at !== weekdayAt && !table.dates.includes(at)).flatMap(
    (at) => {
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
    }
  )
  return { ...reading, dates, columns }
}
