import { type Cell, clean, emptyCell, isFilled, mostCells, mostColumns, mostRows, type Row, type Sheet } from "./Sheet.ts"

export interface Merge {
  readonly startRow: number
  readonly startCol: number
  readonly endRow: number
  readonly endCol: number
}

const excelError = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!)$/

/** A time of day without a date is stored as a date before this one. */
const firstDate = "1900-01-02"

const cellOfDate = (value: Date): Cell => {
  const millis = Math.round(value.getTime() / 1000) * 1000
  if (!(Math.abs(millis) < 8.64e15)) return { text: "#", bad: "error" }
  const text = new Date(millis).toISOString().slice(0, 19).replace("T", " ")
  if (text < firstDate) return { text: text.slice(11) }
  return { text: text.endsWith(" 00:00:00") ? text.slice(0, 10) : text, date: text }
}

/** The cell of what a workbook's reader gives. */
export const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return emptyCell
  if (value instanceof Date) return cellOfDate(value)
  // Excel shows and keeps fifteen digits: 0.1 + 0.2 is 0.3 there.
  if (typeof value === "number") return { text: String(Number(value.toPrecision(15))), num: Number(value.toPrecision(15)) }
  const text = clean(String(value))
  return excelError.test(text) ? { text, bad: "error" } : { text }
}

export const cellsOf = (rows: ReadonlyArray<ReadonlyArray<unknown>>): ReadonlyArray<ReadonlyArray<Cell>> =>
  rows.map((row) => row.map(cellOf))

/** A sheet of cells; each cell of a merged range has the value of the first one. */
export const sheetOf = (
  name: string | null,
  values: ReadonlyArray<ReadonlyArray<Cell>>,
  merges: ReadonlyArray<Merge>,
  more: Partial<Sheet> = {}
): Sheet => {
  // Programs keep formats far beyond the table, where nothing stands.
  const isCut = values.some((row, at) => row?.some((cell, column) => (at > mostRows || column >= mostColumns) && isFilled(cell)))
  const grid = Array.from(values.slice(0, mostRows + 1),
    (row) => Array.from((row ?? []).slice(0, mostColumns), (cell) => cell ?? emptyCell))
  let merged = 0
  for (const { endCol, endRow, startCol, startRow } of merges) {
    const from = grid[startRow]?.[startCol]
    if (from === undefined || from.text === "") continue
    const copy: Cell = { text: from.text, ...(from.date === undefined ? {} : { date: from.date }), filled: true }
    for (let r = startRow; r <= Math.min(endRow, grid.length - 1); r++) {
      const row = grid[r] ?? []
      for (let c = startCol; c <= Math.min(endCol, mostColumns - 1); c++) {
        if (++merged > mostCells) return { name, rows: [], hiddenRows: [], isCut: true }
        if (r === startRow && c === startCol) continue
        while (row.length <= c) row.push(emptyCell)
        row[c] = copy
      }
    }
  }
  const rows: ReadonlyArray<Row> = grid.map((cells, at) => ({ line: at + 1, cells })).filter(({ cells }) => cells.some(isFilled))
  return { name, rows, hiddenRows: [], ...(isCut ? { isCut } : {}), ...more }
}
