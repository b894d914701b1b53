import { type Cents, formatPlain } from "../Domain/Amount.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { Turnover } from "../Domain/Turnover.ts"
import { csvLine } from "./CsvLine.ts"

export const csvHeader = csvLine(["date", "amount"])

export const csvRow = (date: LocalDate, cents: Cents): string => csvLine([date, formatPlain(cents)])

export const sourcedCsvHeader = csvLine(["date", "amount", "source"])

/** A row with the source of the amount. */
export const sourcedCsvRow = ({ cents, date, source }: Turnover): string => csvLine([date, formatPlain(cents), source])

/** The days as CSV. They have their sources if one was generated: an estimate does not pass for a counted amount. */
export const csvOf = (days: ReadonlyArray<Turnover>): string =>
  days.some(({ source }) => source === "generated")
    ? sourcedCsvHeader + days.map(sourcedCsvRow).join("")
    : csvHeader + days.map(({ cents, date }) => csvRow(date, cents)).join("")
