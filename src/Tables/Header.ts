import { isStrongDate } from "./DateShape.ts"
import { type Cell, cellAt, type Row } from "./Sheet.ts"

const dateName =
  /\u65e5\u671f|\u65f6\u95f4|\u6642\u9593|\u65e5\u4ed8|\u5e74\u6708\u65e5|\u8425\u4e1a\u65e5|\u8d26\u671f|^(?:\u65e5|\u53f7|\u5929)$|\bdates?\b|\bday\b|\btime\b|^datum$|^fecha$|^data$|opened|created|completed|^(?:data|fecha|giorno|d\u00eda|dia|jour|tag|dag|datum)\b|\uc77c\uc790|\ub0a0\uc9dc|\uc601\uc5c5\uc77c/i

export const isDateName = (text: string): boolean => dateName.test(text)

const isText = ({ text }: Cell): boolean => text !== ""
const filledIn = ({ cells }: Row): ReadonlyArray<Cell> => cells.filter(isText)

/** A row with more than one text. A title that is merged over the columns has one. */
export const isWide = (row: Row): boolean => new Set(filledIn(row).map(({ text }) => text)).size > 1

const isLabel = (cell: Cell): boolean =>
  isText(cell) && cell.num === undefined && !isStrongDate(cell) && !/^[-+\u00a5$(]*\d[\d,. ]*\)?$/.test(cell.text)

/** A header may be a few rows above its first day. */
const mostBetween = 4

/** The nearest row above the first day that has a name over the dates. */
const topOf = (rows: ReadonlyArray<Row>, column: number, first: number): number => {
  for (let at = (first < 0 ? rows.length : first) - 1; at >= 0; at--) {
    const row = rows[at]
    if (row === undefined) return -1
    const over = cellAt(row, column)
    const filled = filledIn(row)
    if (isLabel(over) && !/[:\uff1a]/.test(over.text) && isWide(row) && filled.filter(isLabel).length * 2 > filled.length) return at
    if (isLabel(over) && over.text.length < 12 && isDateName(over.text)) return at
    if (first - at > mostBetween) return -1
  }
  return -1
}

/** Each line's name of each column. A group's name stands over its first column only. */
const partsOf = (header: ReadonlyArray<Row>, column: number, width: number): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: width }, (_, at) => {
    const names = header.flatMap((row, line) => {
      const { text } = cellAt(row, at)
      const below = header[line + 1]
      if (text !== "" || below === undefined || cellAt(below, at).text === "") return text === "" ? [] : [text]
      for (let left = at - 1; left > column; left--) if (cellAt(row, left).text !== "") return [cellAt(row, left).text]
      return []
    })
    return [...new Set(names)]
  })

interface Header {
  /** The first row of the header, and the first behind it; equal if there is none. */
  readonly from: number
  readonly to: number
  readonly parts: ReadonlyArray<ReadonlyArray<string>>
}

/** The header over a column of dates, with its lines of groups or units; undefined without a header and a day. */
export const headerOf = (rows: ReadonlyArray<Row>, column: number, first: number, width: number): Header | undefined => {
  const top = topOf(rows, column, first)
  if (top < 0) return first < 0 ? undefined : { from: first, to: first, parts: partsOf([], column, width) }
  const below = first < 0 ? top + 1 : first
  let last = top
  // A second line of the header has nothing over the dates, or what was merged into it, and no numbers.
  for (let next = rows[last + 1]; next !== undefined && last + 1 < below; next = rows[last + 1]) {
    const over = cellAt(next, column)
    if (!filledIn(next).every(isLabel) || (isText(over) && over.filled !== true)) break
    last++
  }
  const group = last === top ? rows[top - 1] : undefined
  const hasGroup = group !== undefined && group.cells.slice(0, column + 1).every((cell) => !isText(cell)) && isWide(group) &&
    filledIn(group).every((cell) => isLabel(cell) && !/[:\uff1a]/.test(cell.text))
  const from = hasGroup ? top - 1 : top
  return { from, to: last + 1, parts: partsOf(rows.slice(from, last + 1), column, width) }
}
