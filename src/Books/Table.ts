import { DateTime } from "effect"
import { bookWords } from "../../words/books/Books.ts"
import { ownName, speechIn } from "../Chat/Message/Phrases.ts"
import { toYuan } from "../Domain/Amount.ts"
import { type BookedDay, bookedMonths } from "../Domain/Books.ts"
import { formatInstant } from "../Domain/Calendar.ts"
import type { Language } from "../Domain/Language.ts"
import { withoutDirections } from "../Domain/VisibleText.ts"
import { byteOrderMark, csvLine } from "../Import/CsvLine.ts"

/** A cell: a number of the shop's currency or of days, or a text; null for an empty one. */
export type Cell = number | string | null

export interface Sheet {
  readonly name: string
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  /** The columns, counted from 0, that are money. */
  readonly money: ReadonlyArray<number>
}

const yuan = (cents: number | null): number | null => cents === null ? null : toYuan(cents)

const minutes = (millis: number, zone: DateTime.TimeZone): string =>
  formatInstant(DateTime.unsafeMakeZoned(millis, { timeZone: zone })).slice(0, "YYYY-MM-DDTHH:MM".length).replace("T", " ")

/** The days, each with its amount, its state, who set it and when, and what the month's report had if that differs. */
export const daySheet = (days: ReadonlyArray<BookedDay>, language: Language, zone: DateTime.TimeZone): Sheet => {
  const { say: word } = speechIn(bookWords, language)
  return {
    name: word("book.days"),
    header: ["date", "amount", "state", "note", "by", "at", "reported"].map((name) => word(`book.${name}` as keyof typeof bookWords)),
    money: [1, 6],
    rows: days.map(({ cents, changed, date, note, reported, state }) => [
      date,
      yuan(cents),
      word(`book.is.${state}`),
      withoutDirections(note),
      changed === null ? "" : withoutDirections(ownName(changed.by, language) ?? changed.by),
      changed === null ? "" : minutes(changed.at, zone),
      reported === undefined ? null : yuan(reported) ?? word("book.none")
    ])
  }
}

export const monthSheet = (days: ReadonlyArray<BookedDay>, language: Language): Sheet => {
  const { say: word } = speechIn(bookWords, language)
  const columns = ["month", "entered", "entered.days", "estimated", "estimated.days", "closed.days", "missing.days"]
  return {
    name: word("book.months"),
    header: columns.map((name) => word(`book.${name}` as keyof typeof bookWords)),
    money: [1, 3],
    rows: bookedMonths(days).map(({ closed, entered, estimated, missing, month }) => [
      month,
      entered.days === 0 ? null : toYuan(entered.cents),
      entered.days,
      estimated.days === 0 ? null : toYuan(estimated.cents),
      estimated.days,
      closed,
      missing
    ])
  }
}

/** The signs of numbers in a file: where the locale has a decimal comma, fields are separated by semicolons, as its spreadsheets are. */
export const csvOf = ({ header, money, rows }: Sheet, locale: string, decimals: number): string => {
  const isComma = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).format(1.5).includes(",")
  const number = (value: number, column: number) => {
    const text = money.includes(column) ? value.toFixed(decimals) : String(value)
    return isComma ? text.replace(".", ",") : text
  }
  const separator = isComma ? ";" : ","
  const text = (cell: Cell, column: number) => cell === null ? "" : typeof cell === "number" ? number(cell, column) : cell
  return byteOrderMark + [header, ...rows].map((row) => csvLine(row.map(text), separator)).join("")
}
