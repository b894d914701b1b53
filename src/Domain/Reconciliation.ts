import type { Cents } from "./Amount.ts"
import { type AuditRecord, isOfSoFar } from "./Audit.ts"
import type { LocalDate, Month } from "./LocalDate.ts"
import { storable } from "./Text.ts"
import type { Source, Turnover } from "./Turnover.ts"

/** A day's figure according to its audit record, which makes the day final; or its running amount. */
export interface DayState {
  readonly cents: Cents
  readonly source: Source
  readonly isFinal: boolean
}

/** A day whose stored figure differs from its newest audit record. */
export interface Mismatch {
  readonly date: LocalDate
  /** The newest record about the day's figure; null if there is none. */
  readonly recordId: number | null
  /** null if there is no record, or if the newest one withdraws the figure. */
  readonly recorded: DayState | null
  /** null if the day is no longer stored. */
  readonly stored: DayState | null
}

const agrees = (stored: Turnover | undefined, record: AuditRecord | undefined): boolean => {
  // A running amount has an audit record at its beginning and one before the figure, none in between.
  if (stored?.soFar !== undefined) {
    const isOf = record !== undefined && (record.action === "undo" || isOfSoFar(record))
    return isOf && !stored.isFinal && stored.source === record.source && stored.soFar.audited === record.after
  }
  if (record !== undefined && isOfSoFar(record)) return false
  // An undo restores a record as it was, final or not.
  if (record?.action === "undo")
    return stored?.cents === (record.after ?? undefined) && (stored === undefined || stored.source === record.source)
  // A day that is not final needs no record.
  if (record === undefined || record.after === null) return stored?.isFinal !== true
  return stored?.isFinal === true && stored.cents === record.after && stored.source === record.source
}

/** The first day that differs from its newest record. `newest` has the newest record about a figure, by date. */
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
      : { cents: record.after, source: record.source, isFinal: !isOfSoFar(record) },
    stored: day === undefined ? null : { cents: day.cents, source: day.source, isFinal: day.isFinal }
  }
}

/** Whether a day is marked closed, and its note. */
export interface MarkState {
  readonly closed: boolean
  readonly note: string
}

export interface StoredMark extends MarkState {
  readonly date: LocalDate
}

/** A day whose mark differs from its audit records. */
export interface MarkMismatch {
  readonly date: LocalDate
  /** The newest record about the mark; null if there is none. */
  readonly recordId: number | null
  readonly recorded: MarkState
  readonly stored: MarkState
}

/** A day's mark according to its records so far. */
export interface RecordedMark extends MarkState {
  readonly recordId: number | null
}

export const noMark: RecordedMark = { closed: false, note: "", recordId: null }

/** The mark after one more record of the day. */
export const markAfter = (before: RecordedMark, { action, id, reason }: AuditRecord): RecordedMark => {
  switch (action) {
    case "close":
      return { closed: true, note: reason, recordId: id }
    case "open":
      return { closed: false, note: reason, recordId: id }
    case "note":
      return { ...before, note: reason, recordId: id }
    default:
      return before
  }
}

/** The first day whose mark differs from its records. */
export const firstMarkMismatch = (
  marks: ReadonlyArray<StoredMark>,
  recorded: ReadonlyMap<LocalDate, RecordedMark>
): MarkMismatch | null => {
  const stored = new Map(marks.map(({ closed, date, note }) => [date, { closed, note: storable(note) }]))
  const [first] = [...new Set([...stored.keys(), ...recorded.keys()])].filter((date) => {
    const found = stored.get(date) ?? noMark
    const known = recorded.get(date) ?? noMark
    return found.closed !== known.closed || found.note !== known.note
  }).sort()
  if (first === undefined) return null
  const { recordId, ...known } = recorded.get(first) ?? noMark
  return { date: first, recordId, recorded: known, stored: stored.get(first) ?? { closed: false, note: "" } }
}

/** A month's goal according to its newest record; null if the record clears it. */
export interface RecordedGoal {
  readonly recordId: number
  readonly cents: Cents | null
}

/** A month whose stored goal differs from its newest record. */
export interface GoalMismatch {
  readonly month: Month
  /** null if there is no record. */
  readonly recordId: number | null
  readonly recorded: Cents | null
  readonly stored: Cents | null
}

/** The first month whose goal differs from its newest record. */
export const firstGoalMismatch = (
  stored: ReadonlyMap<Month, Cents>,
  recorded: ReadonlyMap<Month, RecordedGoal>
): GoalMismatch | null => {
  const mismatches = [...new Set([...stored.keys(), ...recorded.keys()])].sort().flatMap((month) => {
    const record = recorded.get(month)
    const [found, known] = [stored.get(month) ?? null, record?.cents ?? null]
    return found === known ? [] : [{ month, recordId: record?.recordId ?? null, recorded: known, stored: found }]
  })
  return mismatches[0] ?? null
}
