import { Either } from "effect"
import type { Commands, Refusals, Results, Tag, Who } from "./Command.ts"
import { correct } from "./Decision/Correct.ts"
import { importDays } from "./Decision/Import.ts"
import { mark } from "./Decision/Mark.ts"
import { feed, offer } from "./Decision/Offer.ts"
import { remind } from "./Decision/Remind.ts"
import { bounded, once } from "./Decision/Repeat.ts"
import { report } from "./Decision/Report.ts"
import { setGoal } from "./Decision/SetGoal.ts"
import { settle } from "./Decision/Settle.ts"
import { startDays } from "./Decision/StartDays.ts"
import type { Decision, Now, States } from "./Decision/State.ts"
import { undo } from "./Decision/Undo.ts"
import { withdraw } from "./Decision/Withdraw.ts"

/** The rule of each command. A person's command with an idempotency key is decided once. */
const rules: {
  readonly [T in Tag]: (
    command: Commands[T],
    state: States[T],
    now: Now,
    who: Who
  ) => Either.Either<Decision<Results[T]>, Refusals[T]>
} = {
  Settle: settle,
  Remind: remind,
  Report: report,
  Correct: once(bounded(correct)),
  Withdraw: once(withdraw),
  Mark: once(bounded(mark)),
  Undo: once(bounded(undo)),
  Import: importDays,
  Offer: offer,
  Feed: feed,
  SetGoal: setGoal,
  StartDays: startDays
}

/**
 * The one write path: what a command does to the stored days, or why it is refused. The function is total and pure: `state`
 * has everything that it depends on, read in the transaction that stores the decision.
 */
export const decide = <T extends Tag>(
  command: Commands[T] & { readonly _tag: T },
  state: States[T],
  now: Now,
  who: Who
): Either.Either<Decision<Results[T]>, Refusals[T]> => rules[command._tag](command, state, now, who)
