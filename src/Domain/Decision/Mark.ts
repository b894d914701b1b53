import { Either } from "effect"
import { entryTokenOf, type Mark, type RefusalOf, type Who } from "../Command.ts"
import type { DayChange } from "../DayChange.ts"
import { addDays } from "../LocalDate.ts"
import * as Posting from "../Posting.ts"
import { DateInFuture, HasRecord, NotForEntry } from "../Refusal.ts"
import { asExpected, changed } from "./Change.ts"
import { unmarkable } from "./Entry.ts"
import type { Asked, Decision, Now } from "./State.ts"

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
