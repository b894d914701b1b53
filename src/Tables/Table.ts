import { dateShape, isStrongDate } from "./DateShape.ts"
import { headerOf, isDateName, isWide } from "./Header.ts"
import { cellAt, clean, mostColumns, type Row, type Sheet } from "./Sheet.ts"
import * as words from "./Words.ts"

/** The table of a sheet: its orientation, titles, header, rows, and the columns that may hold dates. */
export interface Table {
  readonly sheet: Sheet
  /** Days are columns in the file: rows here are its columns. */
  readonly transposed: boolean
  readonly titles: ReadonlyArray<Row>
  readonly header: ReadonlyArray<Row>
  readonly body: ReadonlyArray<Row>
  readonly width: number
  /** The name of each column; empty without a header. */
  readonly names: ReadonlyArray<string>
  /** The names in each line of a header of several lines. */
  readonly parts: ReadonlyArray<ReadonlyArray<string>>
  readonly dates: ReadonlyArray<number>
  /** How many tables side by side were put below each other. */
  readonly stacked: number
}

const widthOf = (rows: ReadonlyArray<Row>): number =>
  Math.min(mostColumns, rows.reduce((most, { cells }) => Math.max(most, cells.length), 0))

const places = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, at) => at)

const transpose = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: places(widthOf(sheet.rows)).map((at) => ({ line: at + 1, cells: sheet.rows.map((row) => cellAt(row, at)) }))
    .filter(({ cells }) => cells.some(({ text }) => text !== ""))
})

/** Whether a row is the head of a table whose days are columns: one or two names and then dates. */
const isHeadOfDays = ({ cells }: Row): boolean => {
  const filled = cells.filter((cell) => cell.text !== "" && cell.filled !== true)
  const dates = filled.filter(isStrongDate)
  return dates.length >= 2 && dates.length >= filled.length * 0.6 && new Set(dates.map((cell) => dateShape(cell)?.parts.join())).size >= 2
}

const countDates = ({ rows }: Sheet): ReadonlyArray<number> => {
  const counts = Array.from({ length: widthOf(rows) }, () => 0)
  for (const { cells } of rows) for (const [at, cell] of cells.entries()) if (isStrongDate(cell)) counts[at] = (counts[at] ?? 0) + 1
  return counts
}

/** A sheet whose days are its columns is turned. */
const oriented = (sheet: Sheet): Sheet & { readonly transposed: boolean } => {
  const head = sheet.rows.find(isHeadOfDays)
  const dates = head === undefined ? 0 : head.cells.filter(isStrongDate).length
  const transposed = head !== undefined && dates >= 2 * Math.max(0, ...countDates(sheet))
  return { ...(transposed ? transpose(sheet) : sheet), transposed }
}

/** Numbers that may be dates, below a name that says so: serial numbers, days of a month, `11/1`. */
const weakColumns = (rows: ReadonlyArray<Row>): ReadonlyArray<number> =>
  places(widthOf(rows)).filter((at) => {
    const head = rows.findIndex((row) => isDateName(cellAt(row, at).text) && isWide(row))
    const below = head < 0 ? [] : rows.slice(head + 1).flatMap((row) => dateShape(cellAt(row, at)) ?? [])
    return below.length > 0 && below.filter(({ kind }) => kind === below[0]?.kind).length >= below.length * 0.8
  })

/** A table by its names alone: its dates are faults, each with its line. */
const namedColumn = (rows: ReadonlyArray<Row>): number | undefined => {
  const at = rows.findIndex(({ cells }) =>
    cells.some(({ text }) => isDateName(text)) && cells.some(({ text }) => text.length < 20 && words.money.test(text))
  )
  return at < 0 || at === rows.length - 1 ? undefined : rows[at]?.cells.findIndex(({ text }) => isDateName(text))
}

const dateColumns = (sheet: Sheet): { readonly dates: ReadonlyArray<number>; readonly areStrong: boolean } => {
  const counts = countDates(sheet)
  const best = Math.max(0, ...counts)
  if (best > 0) return { dates: counts.flatMap((count, at) => count > 0 && count >= best * 0.5 ? [at] : []), areStrong: true }
  const weak = weakColumns(sheet.rows)
  const named = weak.length > 0 ? undefined : namedColumn(sheet.rows)
  return { dates: named === undefined ? weak : [named], areStrong: false }
}

/** Tables side by side with the same names, such as both halves of a month, are one table. */
const sideBySide = (table: Table): Table => {
  const { dates, names, width } = table
  const [first, second] = dates
  if (first !== 0 || second === undefined || names[0] === "" || names[0] !== names[second]) return table
  const repeats = dates.every((at, block) => at === block * second) &&
    dates.every((at) => names.slice(0, second).every((name, k) => at + k >= width ? name === "" : names[at + k] === name))
  if (!repeats) return table
  const cut = <T>(list: ReadonlyArray<T>, block: number) => list.slice(block * second, (block + 1) * second)
  return {
    ...table,
    body: dates.flatMap((_, block) =>
      table.body.map((row) => ({ ...row, cells: cut(row.cells, block) })).filter(({ cells }) => cells.some(({ text }) => text !== ""))
    ),
    names: cut(names, 0),
    parts: cut(table.parts, 0),
    width: second,
    dates: [0],
    stacked: dates.length
  }
}

/** The table of a sheet; undefined if it has no days. */
export const tableIn = (given: Sheet): Table | undefined => {
  const { transposed, ...sheet } = oriented(given)
  const { rows } = sheet
  const { areStrong, dates } = dateColumns(sheet)
  const [column] = dates
  if (column === undefined) return undefined
  const isDay = (row: Row): boolean =>
    areStrong ? dates.some((at) => isStrongDate(cellAt(row, at))) : dateShape(cellAt(row, column)) !== undefined
  const wide = rows.findIndex((row) => isDay(row) && isWide(row))
  const first = wide < 0 ? rows.findIndex(isDay) : wide
  const width = widthOf(rows)
  const found = headerOf(rows, column, first, width)
  if (found === undefined) return undefined
  const { from, parts, to } = found
  // An amount may look like 20261101. Two columns are a date and an amount, and a column that is called an amount is none of dates.
  const own = width === 2 && column === 0
    ? [0]
    : dates.filter((at) => dates.length === 1 || at === column || !words.money.test(parts[at]?.join(" ") ?? ""))
  return sideBySide({
    sheet,
    transposed,
    titles: rows.slice(0, from),
    header: rows.slice(from, to),
    body: rows.slice(to),
    width,
    parts,
    names: parts.map((names) => names.join(" ")),
    dates: own,
    stacked: 1
  })
}

/** The column of a name, of one line of it, or of a position from 1; -1 if there is none. */
export const columnOf = ({ names, parts, width }: Table, asked: string): number => {
  const plain = (name: string) => clean(name).replaceAll(/\s/g, "").toLowerCase()
  for (const list of [names.map((name) => [name]), parts]) {
    const found = places(width).filter((at) => list[at]?.some((name) => plain(name) === plain(asked)))
    const [only, ...others] = found
    if (only !== undefined && others.length === 0) return only
    if (others.length > 0) break
  }
  return /^[1-9]\d{0,2}$/.test(asked) && Number(asked) <= width ? Number(asked) - 1 : -1
}

/** What chooses a column: its name, or its position if the name is missing or not unique. */
export const nameOf = ({ names }: Table, at: number): string => {
  const name = names[at]
  return name === undefined || name === "" || names.filter((one) => one === name).length > 1 ? String(at + 1) : name
}
