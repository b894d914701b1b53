import type { Cents } from "./Amount.ts"
import type { AuditRecord } from "./Audit.ts"
import type { LocalDate } from "./LocalDate.ts"
import type { Source, Turnover } from "./Turnover.ts"

/** A day's figure by its audit record, which always makes the day final. */
export interface DayState {
  readonly cents: Cents
  readonly source: Source
  readonly isFinal: boolean
}

/** A day whose stored figure differs from its newest audit record. */
export interface Mismatch {
  readonly date: LocalDate
  /** The newest record about the day's figure; null where there is none. */
  readonly recordId: number | null
  /** null where there is no record, or the newest one withdraws the figure. */
  readonly recorded: DayState | null
  /** null where the day is no longer stored. */
  readonly stored: DayState | null
}

const agrees = (stored: Turnover | undefined, record: AuditRecord | undefined): boolean => {
  // A day that is not final needs no record.
  if (record === undefined || record.after === null) return stored?.isFinal !== true
  return stored?.isFinal === true && stored.cents === record.after && stored.source === record.source
}

/** The first day that differs from its newest record; `newest` has the newest record about a figure by date. */
export const firstMismatch = (
  days: ReadonlyArray<Turnover>,
  newest: ReadonlyMap<LocalDate, AuditRecord>
): Mismatch | null => {
  const stored = new Map(days.map((day) => [day.date, day]))
  let first: LocalDate | undefined
  for (const dates of [stored.keys(), newest.keys()]) {
    for (const date of dates) {
      if ((first === undefined || date < first) && !agrees(stored.get(date), newest.get(date))) first = date
    }
  }
  if (first === undefined) return null
  const day = stored.get(first)
  const record = newest.get(first)
  return {
    date: first,
    recordId: record?.id ?? null,
    recorded: record === undefined || record.after === null || record.source === null
      ? null
      : { cents: record.after, source: record.source, isFinal: true },
    stored: day === undefined ? null : { cents: day.cents, source: day.source, isFinal: day.isFinal }
  }
}
