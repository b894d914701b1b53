import { writeXlsx } from "hucre/xlsx"
import type { Cell, Sheet } from "./Table.ts"

/* A file of its own in the bundle: what writes workbooks is loaded when somebody downloads the first one. */

const dateShape = /^\d{4}-\d\d-\d\d$/

const valueOf = (cell: Cell) => typeof cell === "string" && dateShape.test(cell) ? new Date(`${cell}T00:00:00Z`) : cell

const widths = [13, 14, 12, 28, 16, 18, 18]

/** The bytes of an Office Open XML workbook. A text that begins with = stays a text. */
export const workbookOf = (sheets: ReadonlyArray<Sheet>, decimals: number): Promise<Uint8Array> => {
  const format = decimals === 0 ? "#,##0" : "#,##0.00"
  return writeXlsx({
    sheets: sheets.map(({ header, money, name, rows }) => ({
      name,
      freezePane: { rows: 1 },
      columns: header.map((title, index) => ({
        header: title,
        key: String(index),
        width: widths[index] ?? 14,
        ...(money.includes(index) ? { numFmt: format } : {}),
        ...(index === 0 && rows.some(([cell]) => dateShape.test(String(cell))) ? { numFmt: "yyyy-mm-dd" } : {})
      })),
      data: rows.map((row) => Object.fromEntries(row.map((cell, index) => [String(index), valueOf(cell)])))
    }))
  })
}
