import { addDays, fromEpochDay, parseEpochDay, twoDigits } from "../Domain/EpochDay.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { DateShape } from "./DateShape.ts"

export type Order = "ymd" | "dmy" | "mdy"

/** What is decided about a column of dates. */
export interface DateReading {
  readonly order?: Order
  readonly year?: number
  readonly month?: number
  readonly epoch?: "1900" | "1904"
}

/** The date of three numbers; undefined if there is none. */
export const toDate = (year: number, month: number, day: number): LocalDate | undefined => {
  if (year < 1900 || year > 9999) return undefined
  const text = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  const epochDay = parseEpochDay(text)
  return Number.isInteger(epochDay) && fromEpochDay(epochDay) === text ? fromEpochDay(epochDay) : undefined
}

const dayZero = { 1900: "1899-12-30" as LocalDate, 1904: "1904-01-01" as LocalDate }

const inOrder = ([a = 0, b = 0, c = 0]: ReadonlyArray<number>, order: Order | undefined): LocalDate | undefined => {
  const year = c < 100 ? 2000 + c : c
  if (order === "ymd") return c < 100 ? toDate(2000 + a, b, c) : undefined
  return order === undefined ? undefined : order === "dmy" ? toDate(year, b, a) : toDate(year, a, b)
}

/** The date of a shape by the decisions about its column; undefined if there is no such date. */
export const dateBy = ({ kind, parts }: DateShape, { epoch, month, order, year }: DateReading): LocalDate | undefined => {
  const [a = 0, b = 0, c = 0] = parts
  switch (kind) {
    case "full":
      return toDate(a, b, c)
    case "order":
      return inOrder(parts, order)
    case "short":
      return year === undefined ? undefined : toDate(year, a, b)
    case "pair":
      return year === undefined || order === undefined ? undefined : order === "dmy" ? toDate(year, b, a) : toDate(year, a, b)
    case "day":
      return year === undefined || month === undefined ? undefined : toDate(year, month, a)
    case "serial":
      return epoch === undefined ? undefined : addDays(dayZero[epoch], a)
  }
}
