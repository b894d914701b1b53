import { Either } from "effect"
import { entryTokenOf, type RefusalOf, type Undo, type Who } from "../Command.ts"
import type { DayChange } from "../DayChange.ts"
import { isShut } from "../DayMark.ts"
import * as Posting from "../Posting.ts"
import { ChangedMeanwhile, CutoffPassed, NoChange, NotForEntry } from "../Refusal.ts"
import { figureOf } from "../Turnover.ts"
import { changed, current } from "./Change.ts"
import { undoMillis } from "./Entry.ts"
import type { Decision, LastChange, Now, States } from "./State.ts"

/** Why the role `entry` may not undo a change; undefined if it may. */
const beyondEntry = (token: number, last: LastChange, steady: number): string | undefined => {
  if (last.token !== token) return "expected a change that this token has made, got that of somebody else"
  return last.at > steady - undoMillis ? undefined : "expected a change of the last 10 minutes, got an older one"
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
  const { day, mark } = asked
  const { date } = mark
  if (newest !== id) return Either.left(new ChangedMeanwhile({ date, current: current(asked) }))
  if (last === undefined || last.id !== id) return Either.left(new NoChange({ id }))
  const token = entryTokenOf(who)
  const { stood } = last
  if (token !== null) {
    const beyond = beyondEntry(token, last, now.steady)
    if (beyond !== undefined) return Either.left(new NotForEntry({ message: beyond }))
    const loses = figureOf(stood.day ?? undefined) === undefined && (day !== undefined || isShut(mark) && !isShut(stood.mark))
    if (loses && now.at >= cutoff) return Either.left(new CutoffPassed({ date }))
  }
  return Either.right(changed("undone", asked, Posting.undo(asked, stood, now.at, now.at >= cutoff, { reason, actor: who.actor }), now))
}
