import { SqlError } from "@effect/sql"
import Sqlite from "better-sqlite3"
import { Effect, Schedule } from "effect"
import type { Restore } from "../../Concurrency/FairLock.ts"

/** Milliseconds that SQLite itself waits for a lock. Short, because the wait blocks the whole process. */
export const busyTimeout = 10

/** 25 ms doubling up to 250 ms, about 30 s in all. */
const patience = Schedule.exponential("25 millis").pipe(
  Schedule.either(Schedule.spaced("250 millis")),
  Schedule.intersect(Schedule.recurs(122))
)

export const sqliteCode = (cause: unknown): string => (cause instanceof Sqlite.SqliteError ? cause.code : "")

const isBusy = (error: SqlError.SqlError): boolean => sqliteCode(error.cause).startsWith("SQLITE_BUSY")

const stillLocked = (error: SqlError.SqlError) =>
  new SqlError.SqlError({ cause: error.cause, message: "another program has kept the database locked for 30 seconds" })

/**
 * Retries for about 30 s while another program holds the lock that `attempt` needs. Only the wait can be interrupted, so
 * the result of an attempt is never lost.
 */
export const patiently = <A, R>(attempt: Effect.Effect<A, SqlError.SqlError, R>, restore: Restore) =>
  Effect.catchIf(attempt, isBusy, (busy) =>
    Effect.flatMap(Schedule.driver(patience), (driver) => {
      const again: Effect.Effect<A, SqlError.SqlError, R> = Effect.matchEffect(restore(driver.next(busy)), {
        onFailure: () => Effect.fail(stillLocked(busy)),
        onSuccess: () => Effect.catchIf(attempt, isBusy, () => again)
      })
      return again
    }))

/** Runs `job` without yielding. What it throws becomes a `SqlError`. */
export const attempt = <A>(job: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.try({
    try: job,
    catch: (cause) => new SqlError.SqlError({ cause, message: cause instanceof Error ? cause.message : String(cause) })
  })
