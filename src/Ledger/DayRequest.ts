import { Data } from "effect"
import type { Cents } from "../Domain/Amount.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"

/** The date lies beyond the last one that is accepted, and has no record that a clock ahead of time has left. */
export class DateInFuture extends Data.TaggedError("DateInFuture")<{
  readonly date: LocalDate
  /** The last date that is accepted. */
  readonly today: LocalDate
}> {}

/** The day has no record that could be withdrawn. */
export class NoRecord extends Data.TaggedError("NoRecord")<{ readonly date: LocalDate }> {}

/** The day has a record, so it cannot be closed. */
export class HasRecord extends Data.TaggedError("HasRecord")<{ readonly date: LocalDate; readonly cents: Cents }> {}

/** The idempotency key was sent before, with another request. */
export class KeyReused extends Data.TaggedError("KeyReused")<{ readonly key: string }> {}

interface Asked {
  readonly date: LocalDate
  readonly actor: string
  /** The idempotency key, where the request may be repeated. */
  readonly key?: string | undefined
}

export interface Correction extends Asked {
  readonly cents: Cents
  readonly reason: string
}

export interface Withdrawal extends Asked {
  readonly reason: string
}

/** What stays undefined stays as it is. */
export interface Marking extends Asked {
  readonly closed?: boolean | undefined
  readonly note?: string | undefined
}

/** How far ahead a day may be marked: a planned holiday. */
export const markableDaysAhead = 366
