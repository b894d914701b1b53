import { parseTyped } from "../Domain/Amount.ts"
import { looksLikeDate } from "../Domain/LocalDate.ts"
import { type CsvRecord, readRecords } from "./CsvText.ts"

/** The columns to read, by their name in the header or their position from 1; undefined for the first two. */
export interface ColumnChoice {
  readonly date: string | undefined
  readonly amount: string | undefined
}

export const isChosen = ({ amount, date }: ColumnChoice): boolean => date !== undefined || amount !== undefined

export interface Column {
  /** The value that chooses the column: its name, or its position if the name is missing or not unique. */
  readonly column: string
  readonly name: string
  /** Its first value below the header. */
  readonly example: string
}

export interface Layout {
  readonly delimiter: string
  /** Line of the header; 0 if there is none. Rows above it are titles. */
  readonly headerLine: number
  /** The row at `headerLine`, if it is only assumed to be a header because the columns chosen by position have no digit in it. */
  readonly assumed: CsvRecord | undefined
  /**
   * How many fields a row has: with a header, at most as many as the header; otherwise, as many as the first row. Only for chosen
   * columns.
   */
  readonly width: number
  /** The first row that is not a title: the header or the first day. */
  readonly first: { readonly line: number; readonly fields: ReadonlyArray<string> }
  /** Names of the chosen columns that the header does not have, or has twice. */
  readonly lost: ReadonlyArray<string>
  /** Indexes of the two columns; undefined if columns are lost, or both are the same. */
  readonly places: { readonly date: number; readonly amount: number } | undefined
  /** Columns to choose from, if the dates and amounts may not be in the first two. */
  readonly columns: ReadonlyArray<Column>
  /** Whether the first row is a known header, or has a date. */
  readonly makesSense: boolean
}

/** The delimiters of Excel's Chinese, European and "Unicode text" exports. */
const delimiters = [",", ";", "\t"]
const dateNames = ["date", "日期"]
const amountNames = ["amount", "金额", "营业额"]
export const mostColumns = 100
const mostTitles = 10
const longestExample = 40
const position = /^[1-9]\d{0,2}$/

const normal = (name: string): string => name.trim().toLowerCase()

const isData = (field: string): boolean => looksLikeDate(field) || parseTyped(field) !== undefined

/** The only column with one of these names, otherwise the one at the chosen position. */
const placeOf = (
  fields: ReadonlyArray<string>,
  choice: string | undefined,
  usual: ReadonlyArray<string>
): { readonly at: number; readonly byName: boolean } | undefined => {
  const names = choice === undefined ? usual : [normal(choice)]
  const [at, ...others] = fields.flatMap((field, place) => names.includes(normal(field)) ? [place] : [])
  if (at !== undefined) return others.length === 0 ? { at, byName: true } : undefined
  return choice !== undefined && position.test(choice) && Number(choice) <= fields.length
    ? { at: Number(choice) - 1, byName: false }
    : undefined
}

const columnsOf = (first: CsvRecord, below: ReadonlyArray<CsvRecord>): ReadonlyArray<Column> => {
  const isHeaded = !first.fields.some(isData)
  const rows = isHeaded ? below : [first, ...below]
  const names = isHeaded ? first.fields : first.fields.map(() => "")
  return names.map((name, place) => ({
    column: name === "" || names.some((other, at) => at !== place && normal(other) === normal(name)) ? String(place + 1) : name,
    name,
    example: (rows.map(({ fields }) => fields[place] ?? "").find((field) => field !== "") ?? "").slice(0, longestExample)
  }))
}

/** The first records that have content, without empty cells at their end. */
function* firstRecords(text: string, delimiter: string): Generator<undefined, ReadonlyArray<CsvRecord>> {
  const found: Array<CsvRecord> = []
  for (const record of readRecords(text, delimiter, mostColumns)) {
    if (record === undefined) yield
    else {
      const last = record.fields.findLastIndex((field) => field !== "")
      found.push({ ...record, fields: record.fields.slice(0, last + 1) })
      if (found.length === mostTitles + 2) break
    }
  }
  return found
}

/** Whether a row is a title, which tables often have above their header: text in a single cell. */
const isTitle = ({ fields, misquoted }: CsvRecord): boolean => {
  const [text, ...others] = fields.filter((field) => field !== "")
  return text !== undefined && others.length === 0 && misquoted === undefined && !isData(text)
}

const hasDigit = (field: string | undefined): boolean => /\p{Nd}/u.test(field ?? "")

/**
 * Whether the first row is a header, if both columns are chosen by position. A position names no header, so the row is one only if
 * both cells have text without a digit. A row whose date or amount cannot be read stays a fault.
 */
const readsLikeHeader = ({ fields, misquoted }: CsvRecord, date: number, amount: number): boolean =>
  misquoted === undefined && [fields[date], fields[amount]].every((field) => field !== undefined && field !== "" && !hasDigit(field))

const plain: Layout = {
  delimiter: ",",
  headerLine: 0,
  assumed: undefined,
  width: 0,
  first: { line: 1, fields: [] },
  lost: [],
  places: { date: 0, amount: 1 },
  columns: [],
  makesSense: false
}

const layoutOf = (delimiter: string, records: ReadonlyArray<CsvRecord>, choice: ColumnChoice): Layout => {
  const [first, ...below] = records.slice(Math.max(0, records.findIndex((record) => !isTitle(record))))
  if (first === undefined) return { ...plain, delimiter }
  const { fields, line, misquoted } = first
  const columns = fields.length < 2 ? [] : columnsOf(first, below)
  const date = placeOf(fields, choice.date, dateNames)
  const amount = placeOf(fields, choice.amount, amountNames)
  const read = {
    first: { line, fields },
    lost: [...date === undefined ? [choice.date ?? "date"] : [], ...amount === undefined ? [choice.amount ?? "amount"] : []]
  }
  if (!isChosen(choice)) {
    const isHeader = fields.length === 2 && date?.at === 0 && amount?.at === 1
    const mayChoose = !isHeader && (columns.length > 2 || !fields.some(isData))
    return {
      ...plain,
      ...read,
      delimiter,
      headerLine: isHeader ? line : 0,
      columns: mayChoose ? columns : [],
      makesSense: isHeader || (misquoted === undefined && fields.length > 1 && looksLikeDate(fields[0] ?? ""))
    }
  }
  const places = date === undefined || amount === undefined || date.at === amount.at ? undefined : { date: date.at, amount: amount.at }
  const isNamed = date?.byName === true || amount?.byName === true
  const isAssumed = !isNamed && places !== undefined && readsLikeHeader(first, places.date, places.amount)
  const isHeader = isNamed || isAssumed
  return {
    ...read,
    delimiter,
    headerLine: isHeader ? line : 0,
    assumed: isAssumed ? first : undefined,
    width: isHeader ? first.used : first.count,
    places,
    columns,
    makesSense: places !== undefined && misquoted === undefined
  }
}

/**
 * The layout according to the first rows. The delimiter is the one that gives usable columns, otherwise the one that gives the most
 * columns.
 */
export function* layoutIn(text: string, choice: ColumnChoice): Generator<undefined, Layout> {
  let widest = plain
  for (const delimiter of delimiters) {
    const layout = layoutOf(delimiter, yield* firstRecords(text, delimiter), choice)
    if (layout.makesSense) return layout
    if (layout.columns.length > widest.columns.length || layout.places === undefined && widest === plain) widest = layout
  }
  return widest
}
