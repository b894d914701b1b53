import type { SqlClient } from "@effect/sql"
import { SqlError } from "@effect/sql"
import { Data, Effect, Option } from "effect"
import { type UnavailableReason, unavailableReasons } from "../Codes/Unavailable.ts"
import { monotonicMillis } from "../Concurrency/Monotonic.ts"
import { failureWithin, serverReasonOf } from "./Postgres/Failure.ts"
import { sqliteCode, sqliteReasonOf } from "./Sqlite/Busy.ts"

/** A write was not begun, because the writes before it failed. */
export class NotWritable extends Data.TaggedError("NotWritable")<{ readonly reason: UnavailableReason }> {
  override get message(): string {
    return unavailableReasons[this.reason]
  }
}

/** Why writes fail, and since when (milliseconds of the monotonic clock). */
interface WriteTrouble {
  readonly reason: UnavailableReason
  readonly since: number
}

/**
 * Whether the database accepts writes, for both kinds of database. Health, the alarm and the API's refusals all read it here.
 * There is trouble from the first write that fails for a reason in `UnavailableReason` until a write stores something.
 *
 * `write` reports every outcome here, by the code of the `SqlError`: SQLite's in `sqliteReasonOf`, a server's in
 * `serverReasonOf`.
 */
export interface WriteState {
  readonly trouble: Effect.Effect<WriteTrouble | null>
  readonly failed: (reason: UnavailableReason) => Effect.Effect<void>
  readonly succeeded: Effect.Effect<void>
  /** Waits until there is trouble. */
  readonly troubled: Effect.Effect<void>
}

const make = (): WriteState => {
  const latch = Effect.unsafeMakeLatch(false)
  let trouble: WriteTrouble | null = null
  return {
    trouble: Effect.sync(() => trouble),
    troubled: latch.await,
    failed: (reason) =>
      Effect.flatMap(monotonicMillis, (now) => {
        const before = trouble
        trouble = { reason, since: before?.since ?? now }
        return before?.reason === reason ? Effect.void : Effect.zipRight(
          latch.open,
          Effect.logWarning(`writes fail: ${unavailableReasons[reason]}`).pipe(Effect.annotateLogs({ service: "database", reason }))
        )
      }),
    succeeded: Effect.suspend(() => {
      const before = trouble
      if (before === null) return Effect.void
      trouble = null
      return Effect.zipRight(
        latch.close,
        Effect.flatMap(monotonicMillis, (now) =>
          Effect.logInfo("writes work again").pipe(
            Effect.annotateLogs({ service: "database", reason: before.reason, after_s: Math.round((now - before.since) / 1000) })
          ))
      )
    })
  }
}

const states = new WeakMap<SqlClient.SqlClient, WriteState>()

export const writeStateOf = (sql: SqlClient.SqlClient): WriteState => {
  const known = states.get(sql)
  if (known !== undefined) return known
  const state = make()
  states.set(sql, state)
  return state
}

/** Why the database refused the write; undefined if the failure has another cause. */
export const unavailableReasonOf = (error: unknown): Option.Option<UnavailableReason> => {
  if (error instanceof NotWritable) return Option.some(error.reason)
  if (!(error instanceof SqlError.SqlError)) return Option.none()
  return Option.fromNullable(sqliteReasonOf(sqliteCode(error.cause)) ?? serverReasonOf(failureWithin(error)))
}
