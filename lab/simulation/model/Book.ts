import { same } from "../Broken.ts"
import type { AuditRow } from "../Observer.ts"
import type { Day, Mark } from "../Rules.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import type { Times } from "./Times.ts"

const unmarked: Mark = { closed: false, note: "", closedAt: 0, clearedAt: -Infinity }

/** The days that result from the audit's records and from other programs' writes. */
export const book = (clock: VirtualClock, times: Times) => {
  const days = new Map<string, Day>()
  const marks = new Map<string, Mark>()
  /** The goals that people have set, in cents by month. */
  const goals = new Map<string, number>()
  /** The dates of days that are not final. */
  const openDays = new Set<string>()
  /** What each requested undo has to restore, by date. */
  const restored = new Map<string, Day | undefined>()
  /** The real time of each day's last change. */
  const changedAt = new Map<string, number>()

  const markOf = (date: string): Mark => marks.get(date) ?? unmarked
  const isFinal = (date: string) => days.get(date)?.final === true
  const isClosed = (date: string) => markOf(date).closed && !days.has(date)
  const isRunning = (date: string) => days.get(date)?.running !== undefined
  /** A person has taken the figure back since the cutoff; a till's running amount may be left. */
  const isCleared = (date: string) => (!days.has(date) || isRunning(date)) && markOf(date).clearedAt >= times.cutoffOf(date)
  /** Whether a later day is stored: then the clock is behind or was ahead, and nothing is generated. */
  const isClockInDoubt = (date: string) => [...days.keys()].some((known) => known > date)

  const undo = ({ after_cents: cents, created_at: at, date }: AuditRow) => {
    const mark = markOf(date)
    const day = restored.get(date)
    same("an undoing restores the amount that stood", cents, day?.cents ?? null)
    if (day === undefined) {
      days.delete(date)
      if (!mark.closed) marks.set(date, { ...mark, clearedAt: at })
    } else {
      days.set(date, day.running === undefined ? day : { ...day, running: { audited: day.cents } })
      if (day.running !== undefined && at >= times.cutoffOf(date)) marks.set(date, { ...mark, clearedAt: at })
    }
    if (day?.final === false) openDays.add(date)
    else openDays.delete(date)
  }

  /** Whether the amount that a till has pushed becomes the figure at the cutoff. */
  const becomesFinal = (date: string) => {
    const { changed, running } = days.get(date) ?? {}
    if (running === undefined || changed === undefined) return false
    const age = times.cutoffOf(date) - changed.at
    return age > 0 && age <= (times.settings().silence || 30) * 60_000 && changed.at >= markOf(date).clearedAt
  }

  /** Applies a record to its day. */
  const take = (row: AuditRow) => {
    const { action, actor, after_cents, created_at, date, reason, source } = row
    if (action === "goal") return void (after_cents === null ? goals.delete(date.slice(0, 7)) : goals.set(date.slice(0, 7), after_cents))
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
      default: {
        const before = days.get(date)
        const cents = after_cents ?? NaN
        const isRunning = action === "feed" && reason.startsWith("so far")
        // The amount of the last push is kept when it is audited again, and as the figure.
        const isLastPush = before?.running !== undefined && (isRunning || action === "finalize")
        const changed = isLastPush && before.changed !== undefined ? before.changed : { at: created_at, by: actor }
        days.set(date, { cents, final: !isRunning, source: source ?? "", changed, ...(isRunning ? { running: { audited: cents } } : {}) })
        if (isRunning) return openDays.add(date)
      }
    }
    openDays.delete(date)
  }

  return {
    days,
    marks,
    goals,
    openDays,
    markOf,
    isFinal,
    isClosed,
    isCleared,
    isClockInDoubt,
    becomesFinal,
    isRunning,
    /** A till has pushed again. */
    pushed: (date: string, day: Day) => {
      changedAt.set(date, clock.real())
      days.set(date, day)
    },
    /** Whether the daily job has to make a stored day final. */
    isDue: (date: string) => !isRunning(date) || becomesFinal(date) && !isCleared(date),
    /** Whether the day has no figure and a reminder of it would be sent. */
    isUnrecorded: (date: string) => !days.has(date) && !isClosed(date),
    /** Whether the daily job has to settle a day past its cutoff. */
    isAwaited: (date: string) =>
      !isFinal(date) && !isClosed(date) && !isCleared(date) &&
      (days.has(date)
        ? !isRunning(date) || becomesFinal(date)
        : times.settings().source === "range" && !isClockInDoubt(date)),
    /** Whether a day past its cutoff awaits a person's figure, because none may be generated. */
    isLacking: (date: string) =>
      isRunning(date) && !becomesFinal(date) && !isCleared(date) ||
      times.settings().source === "none" && !days.has(date) && !isClosed(date) && !isCleared(date) && !isClockInDoubt(date),
    /** A message that is already in flight does not contain a later change, and the change does not stop it. */
    hasJustChanged: (date: string) => changedAt.get(date) === clock.real(),
    take,
    /** The next undo on a date has to restore this record. */
    restores: (date: string, day: Day | undefined) => {
      restored.set(date, day)
    },
    restoresRunning: (date: string) => restored.get(date)?.running !== undefined,
    /** Another program has stored a day that is not final. */
    stored: (date: string, day: Day) => {
      changedAt.set(date, clock.real())
      days.set(date, day)
      openDays.add(date)
    }
  }
}

export type Book = ReturnType<typeof book>
