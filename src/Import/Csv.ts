import { type Cents, formatPlain } from "../Domain/Amount.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { Turnover } from "../Domain/Turnover.ts"
import { csvLine } from "./CsvLine.ts"

export const csvHeader = csvLine(["date", "amount"])

export const csvRow = (date: LocalDate, cents: Cents): string => csvLine([date, formatPlain(cents)])

export const sourcedCsvHeader = csvLine(["date", "amount", "source"])

/** A row with the source of the amount. */
export const sourcedCsvRow = ({ cents, date, source }: Turnover): string => csvLine([date, formatPlain(cents), source])
