import type { LocalDate } from "../Domain/LocalDate.ts"
import { type AmountReading, namedWidth } from "./Columns.ts"
import { isMeantAsDate } from "./DateShape.ts"
import { timeOf } from "./DateText.ts"
import { isDateName } from "./Header.ts"
import { centsBy, type DecimalSign } from "./Money.ts"
import { account, type Reading, refuse, sumOf } from "./Reading.ts"
import type { RowRule } from "./RowRules.ts"
import { type Cell, cellAt, type Row, rowText } from "./Sheet.ts"
import * as words from "./Words.ts"

const ownNumbers = [words.money, words.part, words.never]

/** Whether `3,388.00` may have been split at its comma: the next field is the rest of an amount, and not a column of numbers. */
const continues = (amount: Cell, next: Cell, nextName: string): boolean =>
  amount.bare === true && next.bare === true && /^\u00a5?\d{1,3}$/.test(amount.text) && /^\d{3}(?:\.\d{1,2})?\u5143?$/.test(next.text) &&
  !ownNumbers.some((one) => one.test(nextName))

/** Whether an amount shows that the file writes amounts without commas. */
const isWhole = ({ text }: Cell): boolean => /^\u00a5?\d{4}/.test(text)

export interface Counted {
  readonly row: Row
  readonly date: LocalDate
  readonly cents: number
}

/** What the rows of a table are, before questions about them are asked. */
export interface Sorted {
  readonly counted: Array<Counted>
  /** Dated rows that call themselves a total. */
  readonly dayTotals: Array<Counted>
  readonly totals: Array<{ readonly row: Row; readonly label: string; readonly cents: number | undefined }>
  readonly without: Record<"closed" | "no_amount", Array<Omit<Counted, "cents">>>
  /** Amounts without a date, each with the day above it if its date is blank. */
  readonly undated: Array<{ readonly row: Row; readonly cents: number; readonly above: LocalDate | undefined }>
  /** Rows whose amount may continue in the next field, unless another row has an amount of 1,000 or more without commas. */
  readonly splits: Array<{ readonly row: Row }>
  hasWholeAmounts: boolean
}

interface Amounts {
  /** The column of refunds that are taken off the amounts. */
  readonly refundAt: number | undefined
  readonly sign: DecimalSign | undefined
  readonly ruleOf: (row: Row) => RowRule
}

const longestLabel = 30
const firstAccepted = "2000-01-01"
const withoutDigits = (text: string): string => text.replaceAll(/\d/g, "")

/** The text of a row, outside the amounts, that a pattern describes. */
const labelIn = ({ cells }: Row, chosen: ReadonlyArray<number>, pattern: RegExp): string | undefined =>
  cells.find(({ num, text }, at) =>
    num === undefined && text !== "" && text.length < longestLabel && !chosen.includes(at) && pattern.test(text.replaceAll(/\s/g, ""))
  )?.text

/** The amount of a row: of the chosen columns together, or why it has none. */
const amountIn = ({ amountAt, chosen }: AmountReading, row: Row, { refundAt, sign }: Amounts) => {
  const shapes = chosen.map((at) => amountAt(row, at))
  const refund = refundAt === undefined ? 0 : centsBy(sign, amountAt(row, refundAt)) ?? 0
  const isOdd = shapes.findIndex((one) =>
    one.kind === "bad" || one.kind === "other" || (one.kind === "amount" && centsBy(sign, one) === undefined)
  )
  const has = shapes.some(({ kind }) => kind === "amount")
  return {
    cents: has && isOdd < 0 ? sumOf(shapes.map((one) => one.kind === "amount" ? centsBy(sign, one) ?? 0 : 0)) - refund : undefined,
    odd: isOdd < 0 ? undefined : { shape: shapes[isOdd], text: cellAt(row, chosen[isOdd] ?? 0).text },
    isBlank: shapes.every(({ kind }) => kind === "blank"),
    isBad: shapes.some(({ kind }) => kind === "bad")
  }
}

type AmountIn = ReturnType<typeof amountIn>

const refuseAmount = (reading: Reading, row: Row, { odd }: AmountIn): void => {
  const code = odd?.shape?.kind === "amount" ? "decimal_sign" : odd?.shape?.why ?? "amount"
  refuse(reading, row, "amount", code, odd?.text ?? rowText(row))
}

/** Names again, but others: another table, of costs for example. */
const isOtherHeader = (row: Row, dateText: string): boolean =>
  dateText.length < 12 && isDateName(dateText) && row.cells.filter(({ text }) => text !== "").length > 1 &&
  row.cells.every(({ text }) => !/\d/.test(text))

/** Sorts the rows of a table by what they are; those that are nothing but themselves get their place in the account. */
export const sortRows = (reading: AmountReading, amounts: Amounts): Sorted => {
  const { amountAt, chosen, dates: { column: { at: dateAt, shapeAt }, dayOf }, options: { known, today }, table } = reading
  const { body, header, names, sheet, titles } = table
  const { ruleOf, sign } = amounts
  const sorted: Sorted = {
    counted: [],
    dayTotals: [],
    totals: [],
    without: { closed: [], no_amount: [] },
    undated: [],
    splits: [],
    hasWholeAmounts: false
  }
  const heads = new Set(header.map(rowText))
  const knownTitles = new Set(titles.map((row) => withoutDigits(rowText(row))))
  const width = namedWidth(reading)
  let above: LocalDate | undefined
  /** A note below the days, which is the title of another table if names follow. */
  let title: string | undefined

  const readUndated = (row: Row): void => {
    const { bad, text } = cellAt(row, dateAt)
    const found = amountIn(reading, row, amounts)
    const { cents, isBad } = found
    const label = labelIn(row, chosen, words.totalRow)
    const isTotal = words.totalRow.test(text) && !words.statistic.test(text)
    if (!isTotal && labelIn(row, chosen, words.statistic) !== undefined) return account(reading, row, "statistic")
    if (label !== undefined || /^20\d\d[-\u5e74/.]\d{1,2}\u6708?$/.test(text)) {
      const inside = /[:\s]\u00a5? ?(-?[\d,]{1,20}(?:\.\d{1,9})?) ?\u5143?$/.exec(label ?? "")?.[1]
      const ofLabel = inside === undefined ? undefined : centsBy(sign, amountAt({ line: row.line, cells: [{ text: inside }] }, 0))
      sorted.totals.push({ row, label: label ?? text, cents: cents ?? ofLabel })
      return
    }
    // A time alone is when the list was made.
    if (timeOf(text) !== undefined && (cents === undefined || cents === 0) && !isBad) return account(reading, row, "note")
    if (bad !== undefined) return refuse(reading, row, "date", bad === "formula" ? "formula" : "error_value", text)
    if (header.length > 0 && isOtherHeader(row, text)) return refuse(reading, row, "row", "second_table", rowText(row))
    if (isMeantAsDate(text) || (/\d/.test(text) && cents !== undefined)) return refuse(reading, row, "date", "date", text)
    if (cents !== undefined && cents !== 0) {
      sorted.undated.push({ row, cents, above: text === "" ? above : undefined })
      return
    }
    if (isBad) return refuseAmount(reading, row, found)
    account(reading, row, "note")
    if (!words.made.test(rowText(row))) title = rowText(row)
  }

  const noteSplits = (row: Row): void => {
    for (const at of sheet.delimiter === "," ? chosen : []) {
      const [amount, next] = [cellAt(row, at), cellAt(row, at + 1)]
      if (continues(amount, next, names[at + 1] ?? "")) sorted.splits.push({ row })
      sorted.hasWholeAmounts ||= isWhole(amount)
    }
  }

  const readDated = (row: Row): void => {
    const { text } = cellAt(row, dateAt)
    const date = dayOf(row)
    if (date === undefined || date < firstAccepted) return refuse(reading, row, "date", "date", text)
    above = date
    title = undefined
    if (row.cells.slice(width).some((cell) => cell.text !== "")) return refuse(reading, row, "row", "fields_of_header", rowText(row))
    const rule = ruleOf(row)
    if (rule === "leave_out") return account(reading, row, "left_out", { date })
    noteSplits(row)
    const found = amountIn(reading, row, amounts)
    const { cents, isBlank, odd } = found
    const isEmpty = odd === undefined && (cents === undefined || cents === 0)
    const isClosed = isEmpty && row.cells.some((_, at) => at !== dateAt && amountAt(row, at).kind === "closed")
    if (date >= today && !isClosed && (isBlank || (date > today && cents === 0 && known.get(date) !== 0)))
      return account(reading, row, "future", { date })
    if (date > today && (cents === undefined || known.get(date) !== cents)) return refuse(reading, row, "date", "future", text)
    if (isClosed) sorted.without.closed.push({ row, date })
    else if (isBlank) sorted.without.no_amount.push({ row, date })
    else if (cents === undefined) refuseAmount(reading, row, found)
    else if (labelIn(row, chosen, words.wholeTotal) !== undefined) sorted.dayTotals.push({ row, date, cents })
    else sorted.counted.push({ row, date, cents: rule === "subtract" ? -cents : cents })
  }

  for (const row of body) {
    if (sheet.misquoted?.has(row.line) === true) refuse(reading, row, "row", "quote", rowText(row))
    else if (heads.has(rowText(row))) {
      // The same names below another title are another shop's table; below the same title, another page.
      if (title === undefined || knownTitles.has(withoutDigits(title))) account(reading, row, "header")
      else refuse(reading, row, "row", "second_table", title)
    } else {
      const shape = cellAt(row, dateAt).bad === undefined ? shapeAt(row) : undefined
      const isUndated = shape === undefined || (shape.weak === true && labelIn(row, chosen, words.totalRow) !== undefined)
      if (isUndated) readUndated(row)
      else readDated(row)
    }
  }
  return sorted
}
