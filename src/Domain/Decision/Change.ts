import { Either } from "effect"
import {
  type Correct,
  entryTokenOf,
  type Expected,
  type Import,
  type Mark,
  type RefusalOf,
  type Undo,
  type Who,
  type Withdraw
} from "../Command.ts"
import * as DayBook from "../DayBook.ts"
import { type DayChange, type Standing, standing } from "../DayChange.ts"
import { type ImportSummary, planImport, storedRows, summarize } from "../ImportPlan.ts"
import { addDays } from "../LocalDate.ts"
import * as Messages from "../Messages.ts"
import * as Posting from "../Posting.ts"
import { ChangedMeanwhile, CutoffPassed, DateInFuture, HasRecord, NoChange, NoRecord, NotForEntry } from "../Refusal.ts"
import { type DayMark, figureOf, isShut, type Turnover } from "../Turnover.ts"
import { beyondEntry, undoMillis, unmarkable } from "./Entry.ts"
import { type Asked, type Decision, type LastChange, nothing, type Now, type OwnUndoable, type States } from "./State.ts"

/** The posting of a figure, preceded by a posting that opens the day if it is closed, or changes its note. */
const withMark = (posting: Posting.FigurePosting, mark: DayMark, note = mark.note): ReadonlyArray<Posting.Posting> => {
  const { actor } = posting
  if (mark.closed) return [Posting.openedByFigure({ ...mark, note }, actor), posting]
  return note === mark.note ? [posting] : [{ action: "note", mark: { ...mark, note }, reason: note, actor }, posting]
}

/** The day as it is now. */
const current = ({ day, figureRecord, mark }: Asked): Standing => standing(day, mark, figureRecord)

/** Refuses a day whose figure is not the expected one (rule 6.32). */
const asExpected = (expected: Expected | undefined, state: Asked): Either.Either<void, ChangedMeanwhile> => {
  const { day, mark } = state
  const figure = figureOf(day)
  // A running amount changes all the time, so a person may enter the figure over it whether or not the client showed one.
  const holds = expected === undefined || (figure === undefined && day !== undefined && expected?.source === "feed") ||
    (expected === null ? figure === undefined : figure?.cents === expected.cents && figure.source === expected.source)
  return holds ? Either.void : Either.left(new ChangedMeanwhile({ date: mark.date, current: current(state) }))
}

/** The day's record after the postings; undefined if it has none. */
const recordAfter = (before: Turnover | undefined, postings: ReadonlyArray<Posting.Posting>, at: number): Turnover | undefined =>
  Posting.changes(postings, at).reduce((day, change) => change.day === undefined ? day : change.day ?? undefined, before)

const markAfter = (before: DayMark, postings: ReadonlyArray<Posting.Posting>, at: number): DayMark =>
  Posting.changes(postings, at).reduce((mark, change) => change.mark ?? mark, before)

/** A person's change of one day, with its messages. */
const changed = (
  change: DayChange["change"],
  state: Asked,
  made: ReadonlyArray<Posting.Posting>,
  { at }: Now
): Decision<DayChange> => {
  const { day, head, mark, settings } = state
  const postings = Posting.endingSoFar(day, made)
  const last = postings.at(-1)
  const after = recordAfter(day, postings, at)
  const marked = markAfter(mark, postings, at)
  return {
    ...nothing({
      date: mark.date,
      change,
      id: last === undefined ? null : head.id + postings.length,
      before: current(state),
      after: standing(
        after,
        marked,
        day !== undefined && last !== undefined ? { by: last.actor, at } : state.figureRecord
      )
    }),
    postings,
    messages: Messages.noted(Messages.announcements(postings, settings.importNotify), marked)
  }
}

/** Rules 4.1, 6.10 and 8.5. */
export const correct = (
  command: Correct,
  state: Asked,
  now: Now,
  who: Who
): Either.Either<Decision<DayChange>, RefusalOf<"Correct">> => {
  const { day, mark } = state
  const { today } = now
  const { cents, date } = command
  const seen = asExpected(command.expected, state)
  if (Either.isLeft(seen)) return Either.left(seen.left)
  // A day that was stored while the clock was ahead may be corrected.
  if (day === undefined && date > today) return Either.left(new DateInFuture({ date, today }))
  const entryToken = entryTokenOf(who)
  const beyond = entryToken === null ? undefined : beyondEntry(command, today, figureOf(day), mark)
  if (beyond !== undefined) return Either.left(new NotForEntry({ message: beyond }))
  const posting = Posting.correct({ ...command, actor: who.actor, entryToken }, day)
  return Either.right(
    changed(Messages.correctionKind(figureOf(day)?.cents ?? null, cents), state, withMark(posting, mark, command.note), now)
  )
}

/** Rules 6.27 and 8.5. */
export const withdraw = (
  { date, expected, reason }: Withdraw,
  state: Asked,
  now: Now,
  who: Who
): Either.Either<Decision<DayChange>, RefusalOf<"Withdraw">> => {
  const { day, mark } = state
  if (entryTokenOf(who) !== null) return Either.left(new NotForEntry({ message: "expected manager, got entry" }))
  const seen = asExpected(expected, state)
  if (Either.isLeft(seen)) return Either.left(seen.left)
  if (day === undefined) return Either.left(new NoRecord({ date }))
  return Either.right(changed("withdrawn", state, [Posting.withdraw(day, mark, now.at, { reason, actor: who.actor })], now))
}

/** How many days ahead a day may be marked, as for a planned holiday. */
export const markableDaysAhead = 366

const changes = { close: "closed", open: "opened", note: "noted" } as const

/** Rules 6.28 and 8.5. */
export const mark = (
  command: Mark,
  state: Asked,
  now: Now,
  who: Who
): Either.Either<Decision<DayChange>, RefusalOf<"Mark">> => {
  const { closed, date, expected, note } = command
  const { day, mark } = state
  const seen = asExpected(expected, state)
  if (Either.isLeft(seen)) return Either.left(seen.left)
  const last = addDays(now.today, markableDaysAhead)
  if (date > last) return Either.left(new DateInFuture({ date, today: last }))
  const isEntry = entryTokenOf(who) !== null
  const beyond = isEntry ? unmarkable(command, now.today, mark) : undefined
  if (beyond !== undefined) return Either.left(new NotForEntry({ message: beyond }))
  if (closed === true && day !== undefined) return Either.left(new HasRecord({ date, cents: day.cents }))
  const posting = Posting.mark(mark, { closed, note, actor: who.actor, by: isEntry ? "entry" : "manager" }, now.at)
  return Either.right(
    posting === undefined ? changed("unchanged", state, [], now) : changed(changes[posting.action], state, [posting], now)
  )
}

/** Why the role `entry` may not undo a change; undefined if it may. */
const beyondOwnEntry = (token: number, last: LastChange, now: number): string | undefined => {
  if (last.token !== token) return "expected a change that this token has made, got that of somebody else"
  return last.at > now - undoMillis ? undefined : "expected a change of the last 10 minutes, got an older one"
}

/** Whether an undo leaves the day open without a figure. */
const losesFigure = (stood: LastChange["stood"], { day, mark }: Pick<Asked, "day" | "mark">): boolean =>
  figureOf(stood.day ?? undefined) === undefined && !isShut(stood.mark) && (day !== undefined || isShut(mark))

/** Until when the author of a change is offered its undo; milliseconds since 1970. */
export const undoableUntil = ({ cutoff, day, last }: OwnUndoable, who: Who): number => {
  const until = last.at + undoMillis
  return entryTokenOf(who) !== null && losesFigure(last.stood, day) ? Math.min(until, cutoff) : until
}

/** Rule 6.33. */
export const undo = (
  { id, reason }: Undo,
  { undoable }: States["Undo"],
  now: Now,
  who: Who
): Either.Either<Decision<DayChange>, RefusalOf<"Undo">> => {
  if (undoable === undefined) return Either.left(new NoChange({ id }))
  const { cutoff, day: asked, last, newest } = undoable
  const { mark: { date } } = asked
  if (newest !== id) return Either.left(new ChangedMeanwhile({ date, current: current(asked) }))
  if (last === undefined || last.id !== id) return Either.left(new NoChange({ id }))
  const token = entryTokenOf(who)
  const { stood } = last
  if (token !== null) {
    const beyond = beyondOwnEntry(token, last, now.at)
    if (beyond !== undefined) return Either.left(new NotForEntry({ message: beyond }))
    if (losesFigure(stood, asked) && now.at >= cutoff) return Either.left(new CutoffPassed({ date }))
  }
  return Either.right(changed("undone", asked, Posting.undo(asked, stood, now.at, now.at >= cutoff, { reason, actor: who.actor }), now))
}

/** Rules 6.13, 6.14, 6.15 and 6.34. */
export const importDays = (
  { closed = [], equal, notify, rows, sha256 }: Import,
  { book, changedSince, importedBefore, settings }: States["Import"],
  now: Now,
  { actor }: Who
): Either.Either<Decision<ImportSummary>, ChangedMeanwhile> => {
  if (importedBefore) return Either.right(nothing(summarize([])))
  const plan = planImport(book, rows)
  const overwritten = plan.find(({ change, date }) => change !== "unchanged" && changedSince.has(date))
  if (overwritten !== undefined) {
    const { date } = overwritten
    const current = standing(book.byDate.get(date), DayBook.markOf(book, date), changedSince.get(date))
    return Either.left(new ChangedMeanwhile({ date, current }))
  }
  const postings = storedRows(plan, equal).flatMap((row) =>
    Posting.endingSoFar(book.byDate.get(row.date), withMark(Posting.importDay(row, actor), DayBook.markOf(book, row.date)))
  )
  const filled = new Set(rows.map(({ date }) => date))
  const closings = closed.flatMap((date) =>
    filled.has(date) || figureOf(book.byDate.get(date)) !== undefined
      ? []
      : Posting.mark(DayBook.markOf(book, date), { closed: true, actor, by: "manager" }, now.at) ?? []
  )
  return Either.right({
    ...nothing({ ...summarize(plan), ...(closed.length === 0 ? {} : { closed: closings.length }) }),
    postings: [...postings, ...closings],
    messages: Messages.announcements(postings, notify ?? settings.importNotify),
    remember: sha256 === null ? null : { _tag: "File", sha256 }
  })
}
