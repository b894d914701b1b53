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

/** What an `entry` token may not change: an older day, or a figure that another role has entered. */
export class NotForEntry extends Data.TaggedError("NotForEntry")<{ readonly message: string }> {}

interface DayRequest {
  readonly date: LocalDate
  readonly actor: string
  /** The token of the role `entry` that asks; null for every other role, undefined where no role is known. */
  readonly entryToken?: number | null
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

/** How long an `entry` token may withdraw what it has entered. */
export const undoMillis = 600_000

/** How many days before today an `entry` token may still change. */
export const entryDays = 7

/** How far ahead a day may be marked: a planned holiday. */
export const markableDaysAhead = 366
