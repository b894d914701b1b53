import { Data, Either } from "effect"
import { type Fault, type FaultArgument, faultAt, type FaultCode } from "../Codes/Fault.ts"
import { type Cents, type Currency, formatPlain, parseTyped, yuan } from "../Domain/Amount.ts"
import { type DayBook, finalOn } from "../Domain/DayBook.ts"
import { shown, wrong } from "../Domain/Fault.ts"
import { firstAccepted, type LocalDate, parseTypedDate } from "../Domain/LocalDate.ts"
import { counted } from "../Domain/Text.ts"
import type { Turnover } from "../Domain/Turnover.ts"
import { signsOf, withoutSign } from "../Domain/Typed.ts"
import { decodeText, type UndecodableText } from "./Charset.ts"
import { csvLine } from "./CsvLine.ts"
import { type CsvRecord, type Misquoted, readRecords } from "./CsvText.ts"
import { type Column, type ColumnChoice, isChosen, type Layout, layoutIn, mostColumns } from "./Layout.ts"
import { headerRow, isTotal, type SkippedRow, titleRow, totalRow } from "./SkippedRow.ts"
import { provesWholeAmounts, splitAmount } from "./SplitAmount.ts"

/** One day of an uploaded file; `line` is the line, from 1, of the first row with its date. */
interface CsvDay {
  readonly date: LocalDate
  readonly cents: Cents
  readonly line: number
}

/** What is wrong with one row; `value` is shortened to 80 characters. */
interface CsvRowFault extends Fault {
  readonly line: number
  readonly field: "date" | "amount" | "row"
  readonly value: string
}

/** `total` counts every row fault; the first 100 are listed. */
export class InvalidRows extends Data.TaggedError("InvalidRows")<{
  readonly errors: ReadonlyArray<CsvRowFault>
  readonly total: number
  /** The columns to choose from, if the dates and amounts may be in other columns. */
  readonly columns: ReadonlyArray<Column>
}> {
  override get message(): string {
    return `the CSV has ${counted(this.total, "fault")}`
  }
}

export class EmptyCsv extends Data.TaggedError("EmptyCsv") {
  override get message(): string {
    return "the CSV has no data rows"
  }
}

export type CsvFaults = InvalidRows | EmptyCsv | UndecodableText

const mostErrors = 100
const longestValue = 80

const bounded = (text: string): string => (text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`)

/** A file whose dates or amounts may not be in the requested columns, or in the usual two. */
const wrongColumns = ({ columns, delimiter, first, lost }: Layout, choice: ColumnChoice): InvalidRows => {
  const found = bounded(first.fields.join(", "))
  const about = !isChosen(choice) && first.fields.length > 2
    ? wrong("two_columns", "two columns, date and amount", bounded(first.fields.join(delimiter)))
    : lost.length === 0
    ? wrong("columns_differ", `the columns ${shown(choice.date)} and ${shown(choice.amount)} to be two`, found)
    : wrong(
      "columns",
      `the column${lost.length === 1 ? "" : "s"} ${lost.map(shown).join(" and ")} once ${lost.length === 1 ? "" : "each "}in the header`,
      found,
      { asked: lost.join(", ") }
    )
  return new InvalidRows({ errors: [{ line: first.line, value: found, ...faultAt("row", about) }], total: 1, columns })
}

interface CsvOptions {
  readonly contentTypeCharset: string | undefined
  /** The last day that is not in the future. */
  readonly today: LocalDate
  readonly book: DayBook
  /** The currency whose signs may stand beside an amount. */
  readonly currency?: Currency
  readonly columns?: ColumnChoice
}

export interface CsvFile {
  readonly days: ReadonlyArray<CsvDay>
  readonly skipped: ReadonlyArray<SkippedRow>
}

/**
 * The days of an uploaded CSV in the order of the file, all or none: a bad row, or a date with two amounts, refuses the file. A
 * date that is repeated with the same amount counts once (rule 6.12). A future date is refused unless `book` has it with the same
 * amount: importing an export changes nothing, even if the clock was ahead.
 */
export const readCsv = (bytes: Uint8Array, options: CsvOptions): Either.Either<CsvFile, CsvFaults> => {
  const reading = readCsvInParts(bytes, options)
  while (true) {
    const { done, value } = reading.next()
    if (done === true) return value
  }
}

/** Like `readCsv`, in parts of a few milliseconds, with a yield after each. */
export function* readCsvInParts(bytes: Uint8Array, options: CsvOptions): Generator<undefined, Either.Either<CsvFile, CsvFaults>> {
  const text = yield* decodeText(bytes, options.contentTypeCharset)
  return Either.isLeft(text) ? Either.left(text.left) : yield* readText(text.right, options)
}

/** What is expected instead of wrong quotes. */
const quoting: Readonly<Record<Misquoted, string>> = {
  closing_quote: "a closing quote",
  after_quote: "nothing between a closing quote and the end of its field"
}

const noChoice: ColumnChoice = { date: undefined, amount: undefined }

function* readText(
  text: string,
  { book, columns: choice = noChoice, currency = yuan, today }: CsvOptions
): Generator<undefined, Either.Either<CsvFile, InvalidRows | EmptyCsv>> {
  const signs = signsOf(currency)
  const bare = (text: string): string => withoutSign(text, signs)
  const layout = yield* layoutIn(text, choice)
  const { assumed, columns, delimiter, headerLine, places, width } = layout
  // Until the columns are chosen, faults of the rows would be about the wrong columns.
  if (places === undefined || (!isChosen(choice) && columns.length > 0)) return Either.left(wrongColumns(layout, choice))
  const days = new Map<LocalDate, CsvDay>()
  const errors: Array<CsvRowFault> = []
  let total = 0
  const refuse = <Code extends FaultCode>(
    line: number,
    field: CsvRowFault["field"],
    found: string,
    code: Code,
    expected: string,
    ...params: FaultArgument<Code>
  ): void => {
    total++
    if (errors.length >= mostErrors) return
    const value = bounded(found)
    errors.push({ line, value, ...faultAt(field, wrong(code, expected, value, ...params)) })
  }
  const hasOtherWidth = ({ bare, count, used }: CsvRecord): boolean =>
    headerLine > 0 ? used > width : bare.includes(true) && count !== width
  // Rows whose amount may continue in the next field, unless another row shows that this file writes amounts without commas.
  const splits: Array<readonly [line: number, amountText: string, whole: string]> = []
  let hasWholeAmounts = false
  const readRow = (record: CsvRecord): void => {
    const { fields, line, misquoted } = record
    const dateText = fields[places.date] ?? ""
    const amountText = fields[places.amount] ?? ""
    if (misquoted !== undefined || (!isChosen(choice) && fields.length !== 2)) {
      const row = fields.join(delimiter)
      return misquoted === undefined
        ? refuse(line, "row", row, "two_columns", "two columns, date and amount")
        : refuse(line, "row", row, misquoted, quoting[misquoted])
    }
    if (isChosen(choice)) {
      if (hasOtherWidth(record)) {
        const row = fields.join(delimiter)
        const quotes = "with quotes around an amount that has a comma"
        return headerLine > 0
          ? refuse(line, "row", row, "fields_of_header", `at most ${width} fields, as many as the header has, ${quotes}`, { count: width })
          : refuse(line, "row", row, "fields_of_first_row", `${width} fields, as many as the first row has, ${quotes}`, { count: width })
      }
      if (delimiter === "," && record.bare[places.amount] === true) {
        const next = fields[places.amount + 1] ?? ""
        const whole = splitAmount(bare(amountText), bare(next))
        if (whole !== undefined && record.bare[places.amount + 1] === true && splits.length < mostErrors)
          splits.push([line, amountText, whole])
        hasWholeAmounts ||= provesWholeAmounts(bare(amountText))
      }
    }
    const cents = parseTyped(bare(amountText))
    const named = parseTypedDate(dateText)
    const date = named !== undefined && named > today && finalOn(book, named)?.cents !== cents ? undefined : named
    if (date === undefined) {
      refuse(line, "date", dateText, "date_range", `a date YYYY-MM-DD from ${firstAccepted} to ${today}`, {
        first: firstAccepted,
        last: today
      })
    }
    if (cents === undefined) {
      refuse(line, "amount", amountText, "amount", "an amount from 0 to 9999999999.99 with at most two decimals")
    }
    if (date === undefined || cents === undefined) return
    const known = days.get(date)
    if (known === undefined) days.set(date, { date, cents, line })
    else if (known.cents !== cents) {
      const amount = formatPlain(known.cents)
      refuse(line, "amount", amountText, "same_amount", `${amount}, the amount of ${date} on line ${known.line}`, {
        amount,
        date,
        line: known.line
      })
    }
  }

  // A total is left out only as the last row. Elsewhere it is a bad row.
  const skipped: Array<SkippedRow> = []
  let last: CsvRecord | undefined
  const kept = isChosen(choice) ? Math.max(places.date, places.amount + 1, width - 1) + 1 : 2
  for (const record of readRecords(text, delimiter, Math.min(kept, mostColumns))) {
    if (record === undefined) yield
    else if (record.line < headerLine) skipped.push(titleRow(record.line, bounded(record.fields.join(""))))
    else if (record.line === headerLine && assumed !== undefined) {
      skipped.push(headerRow(record.line, bounded([assumed.fields[places.date], assumed.fields[places.amount]].join(", "))))
    } else if (record.line > headerLine) {
      if (last !== undefined) readRow(last)
      last = record
    }
  }
  const first = last?.fields[0] ?? ""
  if (last !== undefined && last.misquoted === undefined && isTotal(first)) {
    skipped.push(totalRow(last.line, first, bare(last.fields[places.amount] ?? ""), days.values()))
  } else if (last !== undefined) readRow(last)

  if (!hasWholeAmounts) {
    for (const [line, amountText, whole] of splits) {
      const amount = formatPlain(parseTyped(bare(amountText)) ?? (0 as Cents))
      const expected = `an amount that the next field does not continue (quotes around ${whole}, or ${amount} where it ends)`
      refuse(line, "amount", amountText, "split_amount", expected, { whole, amount })
    }
  }

  errors.sort((a, b) => a.line - b.line)
  if (total > 0) return Either.left(new InvalidRows({ errors, total, columns }))
  return days.size === 0 ? Either.left(new EmptyCsv()) : Either.right({ days: Array.from(days.values()), skipped })
}

export const csvHeader = csvLine(["date", "amount"])

export const csvRow = (date: LocalDate, cents: Cents): string => csvLine([date, formatPlain(cents)])

export const sourcedCsvHeader = csvLine(["date", "amount", "source"])

/** A row with the source of the amount. */
export const sourcedCsvRow = ({ cents, date, source }: Turnover): string => csvLine([date, formatPlain(cents), source])
