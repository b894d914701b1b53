import { Either } from "effect"
import { entryTokenOf, type RefusalOf, type Who, type Withdraw } from "../Command.ts"
import type { DayChange } from "../DayChange.ts"
import * as Posting from "../Posting.ts"
import { NoRecord, NotForEntry } from "../Refusal.ts"
import { asExpected, changed } from "./Change.ts"
import type { Asked, Decision, Now } from "./State.ts"

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
