import { isStrongDate } from "./DateShape.ts"
import { type Cell, clean, emptyCell, type Grid, mostColumns, mostRows, type Row } from "./Sheet.ts"

interface Records {
  readonly rows: ReadonlyArray<Row>
  readonly misquoted: ReadonlySet<number>
  readonly isCut: boolean
}

/** A longer text is a quote that was never closed. */
const longestField = 32_768

/** A field: optional blanks, then quoted text, or text up to the delimiter or the end of the line. */
const fieldOf = (delimiter: string): RegExp => {
  // Any sign may be named, also one that regular expressions use.
  const d = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, "0")}`
  const blank = delimiter === "\t" ? "[ \\u3000]*" : "[ \\t\\u3000]*"
  return new RegExp(`${blank}(?:"((?:[^"]|""){0,${longestField}})("?)([^${d}\\r\\n]*)|([^${d}\\r\\n]*))(${d}|\\r\\n|\\r|\\n|$)`, "y")
}

/** Most texts repeat: one cell for each, and so one reading of it. */
const repeatedCells = () => {
  const known = new Map<string, Cell>()
  const mostKnown = 50_000
  return (raw: string, isBare: boolean): Cell => {
    if (raw === "") return emptyCell
    const key = isBare ? raw : `"${raw}`
    const found = known.get(key)
    if (found !== undefined) return found
    const cell: Cell = isBare ? { text: clean(raw), bare: true } : { text: clean(raw) }
    if (known.size < mostKnown) known.set(key, cell)
    return cell
  }
}

/** RFC 4180, with the line of each record and whether a field is without quotes. A doubled quote is one; blank rows are left out. */
const readRecords = (text: string, delimiter: string): Records => {
  const rows: Array<Row> = []
  const misquoted = new Set<number>()
  const field = fieldOf(delimiter)
  const cellOf = repeatedCells()
  let line = 1
  let start = 1
  let cells: Array<Cell> = []
  let isCut = false
  while (field.lastIndex < text.length || cells.length > 0) {
    const [whole, quoted, close, behind = "", plain = "", end = ""] = field.exec(text) ?? [""]
    const isQuoted = quoted !== undefined
    if (isQuoted && (close === "" || behind.trim() !== "")) misquoted.add(start)
    const cell = isQuoted ? cellOf(quoted.replaceAll("\"\"", "\""), false) : cellOf(plain, true)
    if (cells.length < mostColumns) cells.push(cell)
    else isCut ||= cell.text !== ""
    line += isQuoted ? (whole.match(/\r\n|\r|\n/g) ?? []).length : Number(end !== "" && end !== delimiter)
    if (end === delimiter) continue
    if (cells.some((cell) => cell.text !== "")) rows.push({ line: start, cells })
    cells = []
    start = line
    isCut ||= rows.length > mostRows
    if (end === "" || rows.length > mostRows) break
  }
  return { rows, misquoted, isCut }
}

const delimiters = [",", ";", "\t", "|", "，"]
const sampleLength = 16 * 1024

/** The delimiter that puts the most dates into a field of their own, then the one that gives the most fields. */
const delimiterOf = (text: string): { readonly delimiter: string; readonly dates: number } => {
  const sample = text.slice(0, sampleLength)
  const scored = delimiters.map((delimiter) => {
    const wide = readRecords(sample, delimiter).rows.filter(({ cells }) => cells.length > 1)
    return { delimiter, dates: wide.filter(({ cells }) => cells.some(isStrongDate)).length, fields: wide.length }
  })
  return scored.reduce((best, one) => one.dates > best.dates || (one.dates === best.dates && one.fields > best.fields) ? one : best)
}

/** Wide gaps first: a name or a time may have a blank within. */
const gaps = [/[ \u3000]{2}/, /[ \u3000]/]

const tabbedAt = (gap: RegExp, line: string): string => line.split(gap).map((part) => part.trim()).filter((part) => part !== "").join("\t")

/**
 * Columns with nothing but blanks between them, as if tabs stood there; undefined unless each day has as many fields as the row over
 * the first one, because an empty field would not be seen.
 */
const withTabs = (text: string): string | undefined => {
  // A file whose first lines are none of such a table is not read once more.
  if (text.length > sampleLength && withTabs(text.slice(0, text.lastIndexOf("\n", sampleLength - 1) + 1)) === undefined) return undefined
  return gaps.map((gap) => text.split("\n").map((line) => tabbedAt(gap, line)).join("\n")).find((body) => {
    const { rows } = readRecords(body, "\t")
    const isDay = ({ cells }: Row) => cells.length > 1 && cells.some(isStrongDate)
    const first = rows.findIndex(isDay)
    return first >= 0 &&
      rows.every(({ cells }, at) => cells.length === rows[first]?.cells.length || (at !== first - 1 && !cells.some(isStrongDate)))
  })
}

/** Excel's first line `sep=;` names the delimiter. */
const named = /^\ufeff*("?)sep=(.)\1\r?\n/

export const delimitedGrid = (text: string, charset: string): Grid => {
  const [, , sep] = named.exec(text) ?? []
  // The line stays as an empty one, so that the lines keep their numbers.
  const body = sep === undefined ? text : text.replace(/^.*/, "")
  const found = sep === undefined ? delimiterOf(body) : { delimiter: sep, dates: 1 }
  const tabbed = found.dates === 0 ? withTabs(body) : undefined
  const [records, delimiter] = tabbed === undefined ? [body, found.delimiter] : [tabbed, "\t"]
  return {
    kind: "text",
    charset,
    hiddenSheets: [],
    sheets: [{ name: null, ...readRecords(records, delimiter), hiddenRows: [], delimiter }]
  }
}
