import { Either } from "effect"
import type { CsvSource } from "../Config/AmountSource/Csv.ts"
import { type LocalDate, parseTypedDate } from "../Domain/LocalDate.ts"
import { typedCents } from "../Domain/Typed.ts"
import { type CsvRecord, readRecords } from "../Import/CsvText.ts"
import { layoutIn, mostColumns } from "../Import/Layout.ts"
import { isTotal } from "../Import/SkippedRow.ts"
import { provesWholeAmounts, splitAmount } from "../Import/SplitAmount.ts"
import { faultOf, kept, type SourceFault } from "./SourceFault.ts"

/** The sum of a day's rows. */
interface Counted {
  readonly cents: bigint
  readonly items: number
}

/** Rows of receipts have a time after their date. */
const timeOfDay = /[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/

/** A till may write a backtick before a value, so that a spreadsheet treats it as text. */
const unmarked = (text: string): string => text.startsWith("`") ? text.slice(1) : text

const dateOf = (text: string): LocalDate | undefined => parseTypedDate(unmarked(text).replace(timeOfDay, ""))

/** Reads an amount by the rules of an import, except that it may be negative: refunds are. */
const centsOf = (text: string): bigint | undefined => {
  const amount = unmarked(text)
  const isNegative = /^[-\u2212\uff0d]/.test(amount)
  const cents = typedCents(isNegative ? amount.slice(1) : amount)
  return cents === undefined ? undefined : BigInt(isNegative ? -cents : cents)
}

const shown = (text: string): string => kept(JSON.stringify(text))

/**
 * Counts the rows of a day in the text of a file; null if the file does not have the two columns. Each row that cannot be read is a
 * fault, because it may be of that day. Only a total at the end and the lines above the header are left out. Yields between parts
 * of the work.
 */
export function* rowsOfDay(
  text: string,
  file: string,
  { addsRows, columns }: Pick<CsvSource, "addsRows" | "columns">,
  date: LocalDate
): Generator<undefined, Either.Either<Counted | null, SourceFault>> {
  const { delimiter, headerLine, places, width } = yield* layoutIn(text, columns)
  // Another kind of file in the same folder.
  if (places === undefined) return Either.right(null)
  let fault: SourceFault | undefined
  let cents = 0n
  let items = 0
  let split: SourceFault | undefined
  let hasWholeAmounts = false

  const refuse = (line: number, what: string, found: string): SourceFault =>
    faultOf("bad_row", `${file}, line ${line}: expected ${what}, got ${found}`, { file, line, found })

  const readRow = ({ bare, count, fields, line, misquoted, used }: CsvRecord): SourceFault | undefined => {
    const dateText = fields[places.date] ?? ""
    const amountText = fields[places.amount] ?? ""
    if (misquoted !== undefined) return refuse(line, "a closing quote and a comma after it", shown(fields.join(delimiter)))
    if (headerLine > 0 ? used > width : bare.includes(true) && count !== width) {
      return refuse(line, `${width} fields, with quotes around an amount that has a comma`, shown(fields.join(delimiter)))
    }
    const found = dateOf(dateText)
    if (found === undefined) return refuse(line, "a date", shown(dateText))
    hasWholeAmounts ||= provesWholeAmounts(unmarked(amountText))
    if (found !== date) return undefined
    const counted = centsOf(amountText)
    if (counted === undefined) return refuse(line, "an amount with at most two decimals", shown(amountText))
    const whole = delimiter === "," && bare[places.amount] === true && bare[places.amount + 1] === true
      ? splitAmount(unmarked(amountText), fields[places.amount + 1] ?? "")
      : undefined
    if (whole !== undefined)
      split ??= refuse(line, `an amount that the next field does not continue (quotes around ${whole})`, shown(amountText))
    if (items > 0 && !addsRows) {
      return faultOf("two_rows", `${file}, line ${line}: expected one row of ${date}, got another ("rows": "receipts" adds them)`, {
        file,
        line
      })
    }
    cents += counted
    items++
    return undefined
  }

  let last: CsvRecord | undefined
  const kept = Math.max(places.date, places.amount + 1, width - 1) + 1
  for (const record of readRecords(text, delimiter, Math.min(kept, mostColumns))) {
    if (record === undefined) yield
    else if (record.line > headerLine) {
      if (last !== undefined) fault ??= readRow(last)
      last = record
    }
  }
  if (last !== undefined && !(last.misquoted === undefined && isTotal(last.fields[0] ?? ""))) fault ??= readRow(last)
  if (!hasWholeAmounts) fault ??= split
  if (fault !== undefined) return Either.left(fault)
  return Either.right({ cents, items })
}
