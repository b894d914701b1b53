import { Data, Either } from "effect"
import { type Cents, formatPlain, parseTyped } from "../Domain/Amount.ts"
import { type DayBook, finalOn } from "../Domain/DayBook.ts"
import { expectedGot } from "../Domain/Expectation.ts"
import { firstAccepted, type LocalDate, looksLikeDate, parseTypedDate } from "../Domain/LocalDate.ts"
import { decodeText, type UndecodableText } from "./Charset.ts"
import { type CsvRecord, readRecords } from "./CsvText.ts"

/** One day of an uploaded file; `line` is the physical line, from 1, of the row that first names the date. */
export interface CsvDay {
  readonly date: LocalDate
  readonly cents: Cents
  readonly line: number
}

/** What is wrong with one row; `value` is shortened to 80 characters. */
export interface CsvRowFault {
  readonly line: number
  readonly field: "date" | "amount" | "row"
  readonly value: string
  readonly message: string
}

/** Every row fault is counted in `total`, the first 100 are told. */
export class InvalidRows extends Data.TaggedError("InvalidRows")<{
  readonly errors: ReadonlyArray<CsvRowFault>
  readonly total: number
}> {
  override get message(): string {
    return `the CSV has ${this.total} ${this.total === 1 ? "fault" : "faults"}`
  }
}

/** The text has no row of data. */
export class EmptyCsv extends Data.TaggedError("EmptyCsv") {
  override get message(): string {
    return "the CSV has no data rows"
  }
}

export type CsvFaults = InvalidRows | EmptyCsv | UndecodableText

const mostErrorsTold = 100
const longestValue = 80

/** What Excel writes for its Chinese, European and "Unicode text" exports. */
const delimiters = [",", ";", "\t"]
const dateNames = new Set(["date", "日期"])
const amountNames = new Set(["amount", "金额", "营业额"])

const bounded = (text: string): string => (text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`)

const isHeader = ({ fields: [date = "", amount = "", more] }: CsvRecord): boolean =>
  more === undefined && dateNames.has(date.toLowerCase()) && amountNames.has(amount.toLowerCase())

export interface CsvOptions {
  readonly contentTypeCharset: string | undefined
  /** The last day of which any amount is accepted. */
  readonly today: LocalDate
  /** What is stored. */
  readonly book: DayBook
}

/** The delimiter that makes the first record a header or the row of some date. */
function* delimiterOf(text: string): Generator<undefined, string> {
  for (const delimiter of delimiters) {
    for (const record of readRecords(text, delimiter)) {
      if (record !== undefined) {
        if (isHeader(record) || looksLikeDate(record.fields[0] ?? "")) return delimiter
        break
      }
      yield
    }
  }
  return ","
}

/**
 * The days of an uploaded CSV in the order of the file, all of them or none: any bad row, or one date with two amounts,
 * refuses the file. The same date twice with the same amount counts once (rule 6.12). A future date is
 * refused, unless `book` has that very amount of it: importing an export changes nothing, whatever the clock was.
 */
export const readCsv = (bytes: Uint8Array, options: CsvOptions): Either.Either<ReadonlyArray<CsvDay>, CsvFaults> => {
  const reading = readCsvInParts(bytes, options)
  while (true) {
    const { done, value } = reading.next()
    if (done === true) return value
  }
}

/** The same, in parts of a few milliseconds, with a yield between two of them. */
export function* readCsvInParts(
  bytes: Uint8Array,
  { book, contentTypeCharset, today }: CsvOptions
): Generator<undefined, Either.Either<ReadonlyArray<CsvDay>, CsvFaults>> {
  const text = yield* decodeText(bytes, contentTypeCharset)
  return Either.isLeft(text) ? Either.left(text.left) : yield* readText(text.right, today, book)
}

function* readText(
  text: string,
  today: LocalDate,
  book: DayBook
): Generator<undefined, Either.Either<ReadonlyArray<CsvDay>, InvalidRows | EmptyCsv>> {
  const delimiter = yield* delimiterOf(text)
  const days = new Map<LocalDate, CsvDay>()
  const errors: Array<CsvRowFault> = []
  let total = 0
  const refuse = (line: number, field: CsvRowFault["field"], expected: string, found: string): void => {
    total++
    if (errors.length >= mostErrorsTold) return
    const value = bounded(found)
    errors.push({ line, field, value, message: expectedGot(expected, value) })
  }

  let isFirst = true
  for (const record of readRecords(text, delimiter)) {
    if (record === undefined) {
      yield
      continue
    }
    const mayBeHeader = isFirst
    isFirst = false
    if (mayBeHeader && isHeader(record)) continue
    const { fields, line, misquoted } = record
    const [dateText = "", amountText = ""] = fields
    if (misquoted !== undefined || fields.length !== 2) {
      refuse(line, "row", misquoted ?? "two columns, date and amount", fields.join(delimiter))
      continue
    }
    const cents = parseTyped(amountText)
    const named = parseTypedDate(dateText)
    const date = named !== undefined && named > today && finalOn(book, named)?.cents !== cents ? undefined : named
    if (date === undefined) refuse(line, "date", `a date YYYY-MM-DD from ${firstAccepted} to ${today}`, dateText)
    if (cents === undefined) refuse(line, "amount", "an amount from 0 to 9999999999.99 with at most two decimals", amountText)
    if (date === undefined || cents === undefined) continue
    const known = days.get(date)
    if (known === undefined) days.set(date, { date, cents, line })
    else if (known.cents !== cents) {
      refuse(line, "amount", `${formatPlain(known.cents)}, the amount of ${date} on line ${known.line}`, amountText)
    }
  }

  if (total > 0) return Either.left(new InvalidRows({ errors, total }))
  return days.size === 0 ? Either.left(new EmptyCsv()) : Either.right(Array.from(days.values()))
}

/** What makes Excel read the export as UTF-8. */
export const byteOrderMark = "\uFEFF"

export const csvHeader = "date,amount\r\n"

export const csvRow = (date: LocalDate, cents: Cents): string => `${date},${formatPlain(cents)}\r\n`
