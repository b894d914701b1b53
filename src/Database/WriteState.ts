import type { SqlClient } from "@effect/sql"
import { SqlError } from "@effect/sql"
import { Data, Effect, Option } from "effect"
import { type WriteFault, writeFaults } from "../Codes/WriteFault.ts"
import { monotonicMillis } from "../Concurrency/Monotonic.ts"
import { failureWithin, writeFaultOf } from "./Postgres/Failure.ts"
import { sqliteCode, sqliteFaultOf } from "./Sqlite/Busy.ts"

/** A write was not begun, because the writes before it failed. */
export class NotWritable extends Data.TaggedError("NotWritable")<{ readonly fault: WriteFault }> {
  override get message(): string {
    return writeFaults[this.fault]
  }
}

/** Why writes fail, and since when (milliseconds of the monotonic clock). */
interface WriteTrouble {
  readonly fault: WriteFault
  readonly since: number
}

/**
 * Whether the database accepts writes, for both kinds of database. Health, the alarm and the API's refusals all read it here.
 * There is trouble from the first write that fails for a reason in `WriteFault` until a write stores something.
 *
 * `write` reports every outcome here, by the code of the `SqlError`: SQLite's in `sqliteFaultOf`, a server's in
 * `writeFaultOf`.
 */
export interface WriteState {
  readonly trouble: Effect.Effect<WriteTrouble | null>
  readonly failed: (fault: WriteFault) => Effect.Effect<void>
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
    failed: (fault) =>
      Effect.flatMap(monotonicMillis, (now) => {
        const before = trouble
        trouble = { fault, since: before?.since ?? now }
        return before?.fault === fault ? Effect.void : Effect.zipRight(
          latch.open,
          Effect.logWarning(`writes fail: ${writeFaults[fault]}`).pipe(Effect.annotateLogs({ service: "database", reason: fault }))
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
            Effect.annotateLogs({ service: "database", reason: before.fault, after_s: Math.round((now - before.since) / 1000) })
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
export const faultOf = (error: unknown): Option.Option<WriteFault> => {
  if (error instanceof NotWritable) return Option.some(error.fault)
  if (!(error instanceof SqlError.SqlError)) return Option.none()
  return Option.fromNullable(sqliteFaultOf(sqliteCode(error.cause)) ?? writeFaultOf(failureWithin(error)))
}
