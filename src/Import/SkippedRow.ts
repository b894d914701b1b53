import { type Cents, formatPlain, toYuan } from "../Domain/Amount.ts"
import { asTyped, typedSum } from "../Domain/Typed.ts"

/** A row of the file that is left out because it is not a day. */
export interface SkippedRow {
  readonly line: number
  /** A title above the header, a header when no column was chosen by name, or a total below the days. */
  readonly reason: "title" | "header" | "total"
  /** The row's text: of the chosen cells for a header, of the first cell for a total. */
  readonly value: string
  /** The amount of a total in cents; null if it has none. */
  readonly total: number | null
  /** The sum of the file's days in cents; null for a title or a header. */
  readonly sum: number | null
}

export const titleRow = (line: number, value: string): SkippedRow => ({ line, reason: "title", value, total: null, sum: null })

export const headerRow = (line: number, value: string): SkippedRow => ({ line, reason: "header", value, total: null, sum: null })

const totals = new Set(["合计", "总计", "共计", "total", "grandtotal"])

/** Whether a row's first cell names it a total; tables often write `合 计` or `合计：`. */
export const isTotal = (firstCell: string): boolean =>
  firstCell.length < 20 && totals.has(asTyped(firstCell).replaceAll(/[\s:]/g, "").toLowerCase())

export const totalRow = (line: number, value: string, amountText: string, days: Iterable<{ readonly cents: Cents }>): SkippedRow => {
  let sum = 0
  for (const { cents } of days) sum += cents
  return { line, reason: "total", value, total: typedSum(amountText) ?? null, sum }
}

/** Whether a total differs from the sum of the days. */
export const differs = ({ sum, total }: SkippedRow): boolean => total !== null && total !== sum

export const skippedSentence = (row: SkippedRow): string => {
  const { line, reason, sum, total, value } = row
  const warning = differs(row) ? `; it says ${formatPlain(total ?? 0)}, but the days add up to ${formatPlain(sum ?? 0)}` : ""
  return `line ${line} is a ${reason} (${value}) and is left out${warning}`
}

/** A row that is left out, in the API and in the command line's JSON. */
export const skippedView = (row: SkippedRow) => ({
  ...row,
  total: row.total === null ? null : toYuan(row.total),
  sum: row.sum === null ? null : toYuan(row.sum),
  message: skippedSentence(row)
})
