import { Either } from "effect"
import { type Expected } from "../Command.ts"
import { type DayChange, type Standing, standing } from "../DayChange.ts"
import type { DayMark } from "../DayMark.ts"
import * as Messages from "../Messages.ts"
import * as Posting from "../Posting.ts"
import { ChangedMeanwhile } from "../Refusal.ts"
import { figureOf, type Turnover } from "../Turnover.ts"
import { type Asked, type Decision, nothing, type Now } from "./State.ts"

/** The posting of a figure, preceded by a posting that opens the day if it is closed. */
export const withOpening = (posting: Posting.FigurePosting, mark: DayMark): ReadonlyArray<Posting.Posting> =>
  mark.closed ? [Posting.openedByFigure(mark, posting.actor), posting] : [posting]

/** The day as it is now. */
export const current = ({ day, figureRecord, mark }: Asked): Standing => standing(day, mark, figureRecord)

/** Refuses a day whose figure is not the expected one (rule 6.32). */
export const asExpected = (expected: Expected | undefined, state: Asked): Either.Either<void, ChangedMeanwhile> => {
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
export const changed = (
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
