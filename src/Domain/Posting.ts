import type { Cents } from "./Amount.ts"
import { type AuditFact, type AuditRecord, type ChainHead, link, soFarReason } from "./Audit.ts"
import type { Change } from "./DayBook.ts"
import type { Stood } from "./DayChange.ts"
import type { PlannedRow } from "./ImportPlan.ts"
import { firstDate, type LocalDate, type Month } from "./LocalDate.ts"
import { type DayMark, figureOf, isShut, type LastChange, type Turnover } from "./Turnover.ts"

interface Authored {
  readonly reason: string
  readonly actor: string
}

/**
 * A change of a day's figure or running amount: the day after it, and the amount before it. The amount before a figure is never a
 * running amount.
 */
export interface FigurePosting extends Authored {
  readonly action: "generate" | "finalize" | "correct" | "import" | "feed"
  readonly day: Turnover
  readonly before: Cents | null
  /** The token of the role `entry` that sets the figure. */
  readonly entryToken?: number
}

export interface Withdrawal extends Authored {
  readonly action: "withdraw"
  readonly day: Turnover
  readonly mark: DayMark
}

/** A change of a day's mark; its reason is the note. */
interface Marking extends Authored {
  readonly action: "close" | "open" | "note"
  readonly mark: DayMark
}

/** The figure of a day after an undo: what it was before the undone change. */
export interface Undoing extends Authored {
  readonly action: "undo"
  /** undefined for a day without a record. */
  readonly before: Turnover | undefined
  readonly after: Turnover | undefined
  readonly mark: DayMark
  /** Whether the day has no record, before or after, because the shop is closed. */
  readonly closed: boolean
}

/** Sets the goal of a month, or clears it. Its date is the month's first; the day itself does not change. */
interface GoalPosting extends Authored {
  readonly action: "goal"
  readonly month: Month
  readonly goalBefore: Cents | null
  readonly goal: Cents | null
}

/** One change of one day or of a month's goal, with its author and reason. */
export type Posting = FigurePosting | Withdrawal | Marking | Undoing | GoalPosting

/** The author of changes by the daily job. */
export const settlementActor = "settlement"

export const generate = (date: LocalDate, cents: Cents): FigurePosting => ({
  action: "generate",
  day: { date, cents, isFinal: true, source: "generated" },
  before: null,
  reason: "",
  actor: settlementActor
})

export const finalize = ({ soFar: _, ...day }: Turnover): FigurePosting => ({
  action: "finalize",
  day: { ...day, isFinal: true },
  before: day.cents,
  reason: "",
  actor: settlementActor
})

/** A figure that a source has pushed, or given when it was asked. */
export const feed = (date: LocalDate, cents: Cents, before: Turnover | undefined, authored: Authored): FigurePosting => ({
  ...authored,
  action: "feed",
  day: { date, cents, isFinal: true, source: "feed" },
  before: figureOf(before)?.cents ?? null
})

/** The posting of a running amount. */
const feedSoFar = (day: Turnover, before: Cents | null, actor: string, reason: string): FigurePosting => ({
  action: "feed",
  day: { ...day, soFar: { audited: day.cents, reason } },
  before,
  reason,
  actor
})

/** The reason of a running amount in the audit, from the reason of a figure. */
export const reasonSoFar = (reason: string): string => reason === "" ? soFarReason : `${soFarReason}: ${reason}`

/** The first running amount of a day. */
export const firstSoFar = (date: LocalDate, cents: Cents, { actor, reason }: Authored): FigurePosting =>
  feedSoFar({ date, cents, isFinal: false, source: "feed" }, null, actor, reasonSoFar(reason))

/**
 * The postings, preceded by one for the day's last running amount if they end it, so that the audit has that amount before the
 * figure.
 */
export const endingSoFar = (day: Turnover | undefined, postings: ReadonlyArray<Posting>): ReadonlyArray<Posting> => {
  const { changed, soFar } = day ?? {}
  const isEnd = postings.some((posting) => "before" in posting || posting.action === "withdraw")
  if (day === undefined || soFar === undefined || changed === undefined || !isEnd || soFar.audited === day.cents) return postings
  return [feedSoFar(day, soFar.audited, changed.by, soFar.reason), ...postings]
}

export const correct = (
  correction: {
    readonly date: LocalDate
    readonly cents: Cents
    readonly reason: string
    readonly actor: string
    readonly entryToken?: number | null
  },
  before: Turnover | undefined
): FigurePosting => ({
  action: "correct",
  day: { date: correction.date, cents: correction.cents, isFinal: true, source: "manual" },
  before: figureOf(before)?.cents ?? null,
  reason: correction.reason,
  actor: correction.actor,
  ...(correction.entryToken == null ? {} : { entryToken: correction.entryToken })
})

export const importDay = (row: PlannedRow, actor: string): FigurePosting => ({
  action: "import",
  day: { date: row.date, cents: row.cents, isFinal: true, source: "import" },
  before: row.before,
  reason: "",
  actor
})

export const withdraw = (day: Turnover, mark: DayMark, at: number, { actor, reason }: Authored): Withdrawal => ({
  action: "withdraw",
  day,
  mark: { ...mark, clearedAt: at },
  reason,
  actor
})

/** Opens a closed day that gets a figure. */
export const openedByFigure = (mark: DayMark, actor: string): Marking => ({
  action: "open",
  mark: { ...mark, closed: false, markedBy: null },
  reason: mark.note,
  actor
})

/**
 * The posting for the wanted mark; undefined if nothing changes. A manager who confirms a mark of the role `entry` becomes its
 * author: the role can no longer change it.
 */
export const mark = (
  before: DayMark,
  wanted: {
    readonly closed?: boolean | undefined
    readonly note?: string | undefined
    readonly actor: string
    readonly by: DayMark["markedBy"]
  },
  at: number
): Marking | undefined => {
  const { actor, by, note = before.note } = wanted
  const { closed = isShut(before) } = wanted
  const changes = closed !== isShut(before)
  const confirms = wanted.closed === before.closed && before.markedBy === "entry" && by === "manager"
  if (!changes && !confirms) return note === before.note ? undefined : { action: "note", mark: { ...before, note }, reason: note, actor }
  const clearedAt = changes && !closed ? at : before.clearedAt
  return { action: closed ? "close" : "open", mark: { ...before, closed, note, clearedAt, markedBy: by }, reason: note, actor }
}

/** Whether an undo leaves the record as it is, because only the mark was changed. */
export const isOfMark = ({ after, before }: Undoing): boolean => sameRecord(before, after)

const sameRecord = (one: Turnover | undefined, other: Turnover | undefined): boolean =>
  one?.cents === other?.cents && one?.source === other?.source && one?.isFinal === other?.isFinal &&
  one?.changed?.at === other?.changed?.at && one?.changed?.by === other?.changed?.by

/**
 * The record that an undo restores. If it is a running amount, the undo's record becomes its newest one; and if the day still has a
 * running amount, because only its mark was changed, the present one stays.
 */
const stoodDay = ({ day }: Stood, now: Turnover | undefined): Turnover | undefined => {
  if (day === null) return undefined
  if (day.soFar === undefined) return day
  const soFar = now?.soFar === undefined ? day : now
  return { ...soFar, soFar: { ...day.soFar, ...soFar.soFar, audited: soFar.cents } }
}

/** Whether an undo leaves a day that waits for a person: it has no record, or has lost its figure after its cutoff. */
const isLeftOpen = (before: Turnover | undefined, after: Turnover | undefined, closed: boolean, isPast: boolean): boolean =>
  after === undefined ? !closed : isPast && after.soFar !== undefined && !sameRecord(before, after)

/**
 * Restores a day as it was. A change of its mark gets an audit record of its own, and the undo's record comes last. A day that then
 * waits for a person's figure counts as left open by a person from now on.
 * @param isPast whether the day's cutoff is past
 */
export const undo = (
  now: { readonly day: Turnover | undefined; readonly mark: DayMark },
  stood: Stood,
  at: number,
  isPast: boolean,
  authored: Authored
): ReadonlyArray<Posting> => {
  const after = stoodDay(stood, now.day)
  const wasShut = isShut(stood.mark)
  const isChanged = wasShut !== isShut(now.mark)
  const action = isChanged ? wasShut ? "close" : "open" : "note"
  const mark = {
    ...stood.mark,
    // A mark is stored as its last record says it.
    closed: isChanged ? wasShut : now.mark.closed,
    clearedAt: isLeftOpen(now.day, after, wasShut, isPast) ? at : stood.mark.clearedAt
  }
  const { note } = mark
  const isMarked = isChanged || note !== now.mark.note
  return [
    ...(isMarked ? [{ action, mark, reason: note, actor: authored.actor } as const] : []),
    {
      ...authored,
      action: "undo",
      before: now.day,
      after,
      mark,
      closed: after === undefined ? wasShut : now.day === undefined && isShut(now.mark)
    }
  ]
}

export const setGoal = (month: Month, goalBefore: Cents | null, goal: Cents | null, actor: string): GoalPosting => ({
  action: "goal",
  month,
  goalBefore,
  goal,
  reason: "",
  actor
})

export const dateOf = (posting: Posting): LocalDate => {
  if (posting.action === "goal") return firstDate(posting.month)
  return "day" in posting ? posting.day.date : posting.mark.date
}

const factOf = (posting: Posting, createdAt: number): AuditFact => {
  const { action, actor, reason } = posting
  const base = { createdAt, date: dateOf(posting), action, reason, actor }
  switch (posting.action) {
    case "withdraw":
      return { ...base, before: posting.day.cents, after: null, source: posting.day.source }
    case "undo": {
      const { after, before } = posting
      return { ...base, before: before?.cents ?? null, after: after?.cents ?? null, source: (after ?? before)?.source ?? null }
    }
    case "close":
    case "open":
    case "note":
      return { ...base, before: null, after: null, source: null }
    case "goal":
      return { ...base, before: posting.goalBefore, after: posting.goal, source: null }
    default:
      return { ...base, before: posting.before, after: posting.day.cents, source: posting.day.source }
  }
}

/** The audit records of postings, chained after `head` in order. */
export const auditRecords = (
  head: ChainHead,
  postings: ReadonlyArray<Posting>,
  createdAt: number
): ReadonlyArray<AuditRecord> => {
  const records: Array<AuditRecord> = []
  let last = head
  for (const posting of postings) {
    const record = link(last, factOf(posting, createdAt))
    records.push(record)
    last = record
  }
  return records
}

/** A figure that becomes final keeps the token that entered it, so the same people may still change it. */
const entryOf = ({ action, day, entryToken }: FigurePosting): { readonly entryToken?: number } => {
  const token = action === "finalize" ? day.changed?.entryToken : entryToken
  return token === undefined ? {} : { entryToken: token }
}

/** Who set a figure, and when. A running amount that becomes final keeps the instant of its last push. */
const changedBy = (posting: FigurePosting, at: number): LastChange => {
  const { action, actor, day } = posting
  const isLastPush = day.soFar !== undefined || action === "finalize" && day.source === "feed"
  return isLastPush && day.changed !== undefined ? day.changed : { at, by: actor, ...entryOf(posting) }
}

/** What postings change in the book, in order. */
export const changes = (postings: ReadonlyArray<Posting>, at: number): ReadonlyArray<Change> =>
  postings.map((posting): Change => {
    const date = dateOf(posting)
    switch (posting.action) {
      case "withdraw":
        return { date, day: null, mark: posting.mark }
      case "undo":
        return { date, day: posting.after ?? null, mark: posting.mark }
      case "close":
      case "open":
      case "note":
        return { date, mark: posting.mark }
      case "goal":
        return { date, goal: posting.goal }
      default:
        return { date, day: { ...posting.day, changed: changedBy(posting, at) } }
    }
  })
