import { DateTime, Either } from "effect"
import { changedStarts } from "../Calendar.ts"
import type { StartDays } from "../Command.ts"
import { areSameStarts } from "../DayStart.ts"
import { type Decision, nothing, type Now, type States } from "./State.ts"

/** Rule 4.8. Stored days do not move, and today keeps its start. */
export const startDays = (
  _: StartDays,
  { settings: { calendar: { starts, zone }, dayStartsAt } }: States["StartDays"],
  { at }: Now
): Either.Either<Decision<boolean>> => {
  const changed = changedStarts(starts, dayStartsAt, DateTime.unsafeMakeZoned(at, { timeZone: zone }))
  return Either.right(areSameStarts(changed, starts) ? nothing(false) : { ...nothing(true), dayStarts: changed })
}
