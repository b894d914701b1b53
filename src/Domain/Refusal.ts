import { Data, Either } from "effect"
import type { Cents } from "./Amount.ts"
import type { Standing } from "./DayChange.ts"
import type { LocalDate, Month } from "./LocalDate.ts"
import type { Need, Role } from "./Person.ts"

/** The date is after the last accepted one. If it had a record, stored while the clock was ahead, it would be accepted. */
export class DateInFuture extends Data.TaggedError("DateInFuture")<{
  readonly date: LocalDate
  /** The last accepted date. */
  readonly today: LocalDate
}> {}

/** The month is after the last one that may have a goal. */
export class MonthTooFar extends Data.TaggedError("MonthTooFar")<{ readonly month: Month; readonly last: Month }> {}

/** The day has no record to withdraw. */
export class NoRecord extends Data.TaggedError("NoRecord")<{ readonly date: LocalDate }> {}

/** The day has a record, so it cannot be closed. */
export class HasRecord extends Data.TaggedError("HasRecord")<{ readonly date: LocalDate; readonly cents: Cents }> {}

/** The idempotency key was sent before, with another request. */
export class KeyReused extends Data.TaggedError("KeyReused")<{ readonly key: string }> {}

/** The role `entry` may not do this; the message says why. */
export class NotForEntry extends Data.TaggedError("NotForEntry")<{ readonly message: string }> {}

/** The client has lost its right since the gate let the request pass: its token or session ended, or its role changed. */
export class RightLost extends Data.TaggedError("RightLost")<{
  readonly needed: Need
  /** The client's role now; null if its token or session has ended. */
  readonly role: Role | null
}> {}

/** The day has a figure, and no till may change a figure. */
export class AlreadyFinal extends Data.TaggedError("AlreadyFinal")<{
  readonly date: LocalDate
  readonly current: Standing
}> {}

/** The shop is closed on that day. */
export class DayClosed extends Data.TaggedError("DayClosed")<{ readonly date: LocalDate }> {}

/** The day is neither today nor one that awaits its figure. */
export class NotOpen extends Data.TaggedError("NotOpen")<{ readonly date: LocalDate }> {}

/** The day is not as the client expects it. */
export class ChangedMeanwhile extends Data.TaggedError("ChangedMeanwhile")<{
  readonly date: LocalDate
  readonly current: Standing
}> {}

/** The change does not exist, or the state before it was not stored. */
export class NoChange extends Data.TaggedError("NoChange")<{ readonly id: number }> {}

/** Undoing the change would leave a day past its cutoff without a figure. */
export class CutoffPassed extends Data.TaggedError("CutoffPassed")<{ readonly date: LocalDate }> {}

/** A token of the role `entry` has made the most changes that it may. */
export class TooManyChanges extends Data.TaggedError("TooManyChanges")<{
  /** Seconds until it may make the next one. */
  readonly seconds: number
}> {}

/** The day that a person asks about, which must have come: the one that they name, or else `usual`. */
export const askedDay = (named: LocalDate | undefined, today: LocalDate, usual = today): Either.Either<LocalDate, DateInFuture> => {
  const date = named ?? usual
  return date > today ? Either.left(new DateInFuture({ date, today })) : Either.right(date)
}
