import { type DateShape, dateShape, isStrongDate } from "./DateShape.ts"
import { places } from "./Reading.ts"
import { cellAt, isFilled, type Row } from "./Sheet.ts"
import type { Table } from "./Table.ts"
import { weekdayAlone } from "./TimeText.ts"

/** The dates of one column, before it is decided what they mean. */
export interface DateColumn {
  readonly at: number
  readonly shapeAt: (row: Row) => DateShape | undefined
  /** The rows with a date and something beside it. */
  readonly dated: ReadonlyArray<Row>
  /** The column of weekdays. */
  readonly weekdayAt: number | undefined
  /** The weekday that a row names, 1 is Monday. */
  readonly weekdayOf: (row: Row) => number | undefined
}

/** Whether `11.1` is the first of the month: a text with `11.10`, or with two digits throughout, has kept its zeros. */
const keepsZeros = (texts: ReadonlyArray<string>): boolean =>
  texts.some((text) => /\.\d0$/.test(text)) || !texts.some((text) => /\.[123]$/.test(text))

/** Numbers that may be dates are none beside real dates. */
export const dateColumn = ({ body, width }: Table, at: number): DateColumn => {
  const isStrong = body.some((row) => isStrongDate(cellAt(row, at)))
  const areKept = keepsZeros(body.map((row) => cellAt(row, at).text))
  const shapeAt = (row: Row): DateShape | undefined => {
    const cell = cellAt(row, at)
    const shape = dateShape(cell)
    if (shape?.decimal === true && !areKept) return undefined
    return shape?.weak === true && isStrong && (shape.kind !== "serial" || cell.num === undefined) ? undefined : shape
  }
  const dated = body.filter((row) => shapeAt(row) !== undefined && row.cells.some((cell, place) => place !== at && isFilled(cell)))
  const weekdayAt = places(width).find((place) => place !== at && dated.every((row) => weekdayAlone(cellAt(row, place).text) !== undefined))
  return {
    at,
    shapeAt,
    dated,
    weekdayAt,
    weekdayOf: (row) => weekdayAt === undefined ? shapeAt(row)?.weekday : weekdayAlone(cellAt(row, weekdayAt).text)
  }
}
