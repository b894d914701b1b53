import { same } from "../Broken.ts"
import type { AuditRow } from "../Observer.ts"
import type { Day, Mark } from "../Rules.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import type { Times } from "./Times.ts"

const unmarked: Mark = { closed: false, note: "", closedAt: 0, clearedAt: -Infinity }

/** The days as the audit's records and other programs' writes leave them. */
export const book = (clock: VirtualClock, times: Times) => {
  const days = new Map<string, Day>()
  const marks = new Map<string, Mark>()
  /** The dates of days that are not final. */
  const openDays = new Set<string>()
  /** What each requested undoing has to restore, by date. */
  const restored = new Map<string, Day | undefined>()
  /** Real time of the last change of a day. */
  const changedAt = new Map<string, number>()

  const markOf = (date: string): Mark => marks.get(date) ?? unmarked
  const isFinal = (date: string) => days.get(date)?.final === true
  const isClosed = (date: string) => markOf(date).closed && !days.has(date)
  const isCleared = (date: string) => !days.has(date) && markOf(date).clearedAt >= times.cutoffOf(date)
  /** A day after it is stored: the clock is behind, or was ahead, and nothing is generated. */
  const isClockInDoubt = (date: string) => [...days.keys()].some((known) => known > date)

  const undo = ({ after_cents: cents, created_at: at, date }: AuditRow) => {
    const mark = markOf(date)
    const day = restored.get(date)
    same("an undoing restores the amount that stood", cents, day?.cents ?? null)
    if (day === undefined) {
      days.delete(date)
      if (!mark.closed) marks.set(date, { ...mark, clearedAt: at })
    } else days.set(date, day)
    if (day?.final === false) openDays.add(date)
    else openDays.delete(date)
  }

  /** Applies a record to its day. */
  const take = (row: AuditRow) => {
    const { action, actor, after_cents, created_at, date, reason, source } = row
    changedAt.set(date, clock.real())
    const mark = markOf(date)
    switch (action) {
      case "close":
        return marks.set(date, { ...mark, closed: true, note: reason, closedAt: created_at })
      case "open":
        return marks.set(date, { ...mark, closed: false, note: reason, clearedAt: created_at })
      case "note":
        return marks.set(date, { ...mark, note: reason })
      case "undo":
        return undo(row)
      case "withdraw":
        days.delete(date)
        marks.set(date, { ...mark, clearedAt: created_at })
        break
      default:
        days.set(date, { cents: after_cents ?? NaN, final: true, source: source ?? "", changed: { at: created_at, by: actor } })
    }
    openDays.delete(date)
  }

  return {
    days,
    marks,
    openDays,
    markOf,
    isFinal,
    isClosed,
    isCleared,
    isClockInDoubt,
    /** Whether a figure is missing that a reminder of the day would ask for. */
    isUnrecorded: (date: string) => !days.has(date) && !isClosed(date),
    /** Whether the daily job has to settle a day that is past its cutoff. */
    isAwaited: (date: string) =>
      !isFinal(date) && !isClosed(date) && !isCleared(date) &&
      (days.has(date) || times.settings().source === "range" && !isClockInDoubt(date)),
    /** Whether a day that is past its cutoff awaits a person's figure, because none may be generated. */
    isLacking: (date: string) =>
      times.settings().source === "none" && !days.has(date) && !isClosed(date) && !isCleared(date) && !isClockInDoubt(date),
    /** A message that is already on its way does not contain a later change, and is not stopped by it. */
    hasJustChanged: (date: string) => changedAt.get(date) === clock.real(),
    take,
    /** The next undoing on that date has to restore this record. */
    restores: (date: string, day: Day | undefined) => {
      restored.set(date, day)
    },
    /** Another program has stored a day that is not final. */
    stored: (date: string, day: Day) => {
      changedAt.set(date, clock.real())
      days.set(date, day)
      openDays.add(date)
    }
  }
}

export type Book = ReturnType<typeof book>
