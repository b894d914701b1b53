import { Either } from "effect"
import { type Correct, entryTokenOf, type RefusalOf, type Who } from "../Command.ts"
import type { DayChange } from "../DayChange.ts"
import * as Messages from "../Messages.ts"
import * as Posting from "../Posting.ts"
import { DateInFuture, NotForEntry } from "../Refusal.ts"
import { figureOf } from "../Turnover.ts"
import { asExpected, changed, withOpening } from "./Change.ts"
import { beyondEntry } from "./Entry.ts"
import type { Asked, Decision, Now } from "./State.ts"

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
  return Either.right(changed(Messages.correctionKind(figureOf(day)?.cents ?? null, cents), state, withOpening(posting, mark), now))
}
