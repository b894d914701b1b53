import { Data } from "effect"
import type { Cents } from "../Domain/Amount.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"

/** The date is after the last accepted one, and has no record that was stored while the clock was ahead. */
export class DateInFuture extends Data.TaggedError("DateInFuture")<{
  readonly date: LocalDate
  /** The last accepted date. */
  readonly today: LocalDate
}> {}

/** The day has no record that could be withdrawn. */
export class NoRecord extends Data.TaggedError("NoRecord")<{ readonly date: LocalDate }> {}

/** The day has a record, so it cannot be closed. */
export class HasRecord extends Data.TaggedError("HasRecord")<{ readonly date: LocalDate; readonly cents: Cents }> {}

/** The idempotency key was sent before, with another request. */
export class KeyReused extends Data.TaggedError("KeyReused")<{ readonly key: string }> {}

interface DayRequest {
  readonly date: LocalDate
  readonly actor: string
  /** The idempotency key, where the request may be repeated. */
  readonly key?: string | undefined
}

export interface Correction extends DayRequest {
  readonly cents: Cents
  readonly reason: string
}

export interface Withdrawal extends DayRequest {
  readonly reason: string
}

/** What is undefined does not change. */
export interface Marking extends DayRequest {
  readonly closed?: boolean | undefined
  readonly note?: string | undefined
}

/** How far ahead a day may be marked: a planned holiday. */
export const markableDaysAhead = 366
