import { asTyped } from "../Domain/TypedAmount.ts"

/** A cell as the file has it, before anything is decided about dates or amounts. */
export interface Cell {
  readonly text: string
  /** A number that the workbook stores; text cells have none. */
  readonly num?: number
  /** A date that the workbook stores, `YYYY-MM-DD HH:MM:SS`. */
  readonly date?: string
  /** A formula whose value the workbook does not have, or an error. */
  readonly bad?: "formula" | "error"
  /** Copied from the first cell of a merged range. */
  readonly filled?: true
  /** Without quotes in a CSV: a comma may have split it. */
  readonly bare?: true
}

export interface Row {
  /** The line of a text, the row of a sheet; the column of a sheet whose days are columns. */
  readonly line: number
  readonly cells: ReadonlyArray<Cell>
}

export interface Sheet {
  readonly name: string | null
  readonly rows: ReadonlyArray<Row>
  readonly hiddenRows: ReadonlyArray<number>
  /** Delimited text, where a comma in an amount may have split it. */
  readonly delimiter?: string
  readonly epoch?: "1900" | "1904"
  /** It has more rows or columns than are read. */
  readonly isCut?: boolean
  /** Rows with a quote that is not closed, or text behind one. */
  readonly misquoted?: ReadonlySet<number>
}

/** The sheets of a file. */
export interface Grid {
  readonly sheets: ReadonlyArray<Sheet>
  readonly hiddenSheets: ReadonlyArray<string>
  readonly kind: "text" | "xlsx" | "xls" | "ods" | "html" | "spreadsheetml"
  readonly charset?: string
}

/** Why a file has no sheets that can be read. */
export interface Unreadable {
  readonly fault: "not_a_table" | "no_workbook" | "encoding" | "too_large" | "empty"
  readonly found: string
}

export const largestFile = 5 * 1024 * 1024
export const mostColumns = 300
export const mostRows = 100_000
export const mostCells = 1_000_000

export const emptyCell: Cell = { text: "" }
export const cellAt = (row: Row, at: number): Cell => row.cells[at] ?? emptyCell
export const isFilled = ({ bad, text }: Cell): boolean => text !== "" || bad !== undefined

export const isTooLarge = ({ isCut = false, rows }: Sheet): boolean =>
  isCut || rows.length > mostRows || rows.reduce((sum, { cells }) => sum + cells.length, 0) > mostCells

const longestCell = 500
/** What is read of a text, with the marks that are taken off it. */
const longestRaw = 4 * longestCell
const shownLength = 80

export const shortened = (text: string): string => text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`

/** The different texts of a row. */
export const rowText = (row: Row): string => shortened([...new Set(row.cells.flatMap(({ text }) => text === "" ? [] : [text]))].join(" | "))

/** Text as a person reads it: plain digits and signs, no invisible marks, none of the marks with which tills keep text as text. */
export const clean = (raw: string): string => {
  // Old tills end their files and fields with NUL and Ctrl-Z.
  const text = asTyped(
    raw.slice(0, longestRaw).replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\0\x1a]/g, "").replace(/[\u202f\u2009]/g, "\u00a0")
  )
    .replace(/[\r\n]+/g, " ")
  const formula = /^="(.*)"$/.exec(text)
  return (formula?.[1] ?? /^'(.+)'$/.exec(text)?.[1] ?? text.replace(/^[`'](?=.)|^`$/, "")).trim().slice(0, longestCell)
}
