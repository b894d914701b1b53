import type { Cents } from "./Amount.ts"
import type { DayBook } from "./DayBook.ts"
import type { LocalDate } from "./LocalDate.ts"
import { figureOf, type Source, type Turnover } from "./Turnover.ts"

export interface ImportRow {
  readonly date: LocalDate
  readonly cents: Cents
}

/** A row compared with the stored day. `unchanged`: it equals a final day. */
export interface PlannedRow extends ImportRow {
  readonly change: "new" | "changed" | "unchanged"
  readonly before: Cents | null
  readonly beforeSource: Source | null
}

/** What happens to a row that equals what is stored: `skip` leaves it alone. Without it, each row is audited and announced, as specified. */
export type EqualRows = "skip" | undefined

/** How an import is announced: a message for each row that it stores, one message for all of them, or none. */
export type ImportNotify = "per_row" | "digest" | "none"

const plannedRow = (row: ImportRow, stored: Turnover | undefined): PlannedRow => ({
  date: row.date,
  cents: row.cents,
  change: stored === undefined ? "new" : stored.isFinal && stored.cents === row.cents ? "unchanged" : "changed",
  before: stored?.cents ?? null,
  beforeSource: stored?.source ?? null
})

/** What an import would change, oldest day first. */
export const planImport = (book: DayBook, rows: ReadonlyArray<ImportRow>): ReadonlyArray<PlannedRow> =>
  rows
    .map((row) => plannedRow(row, figureOf(book.byDate.get(row.date))))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))

/** The rows that the import stores. */
export const storedRows = (plan: ReadonlyArray<PlannedRow>, equal: EqualRows): ReadonlyArray<PlannedRow> =>
  equal === "skip" ? plan.filter(({ change }) => change !== "unchanged") : plan

/** Numbers of rows. */
export interface ImportSummary {
  readonly imported: number
  readonly new: number
  readonly changed: number
  readonly unchanged: number
  /** How many days are marked closed; missing if the file names none. */
  readonly closed?: number
}

export const summarize = (plan: ReadonlyArray<PlannedRow>): ImportSummary => {
  const count = (change: PlannedRow["change"]): number => plan.filter((row) => row.change === change).length
  return { imported: plan.length, new: count("new"), changed: count("changed"), unchanged: count("unchanged") }
}

/** In cents. */
export const sumOf = (plan: ReadonlyArray<PlannedRow>): number => plan.reduce((sum, { cents }) => sum + cents, 0)

/** How many counted amounts the import would replace. */
export const overwritten = (plan: ReadonlyArray<PlannedRow>): number =>
  plan.filter(({ before, beforeSource, cents }) => beforeSource !== null && beforeSource !== "generated" && before !== cents).length

/** How many messages the import of these rows sends. */
export const messagesOf = (stored: ReadonlyArray<PlannedRow>, notify: ImportNotify): number =>
  notify === "per_row" ? stored.length : notify === "digest" ? Math.min(stored.length, 1) : 0
