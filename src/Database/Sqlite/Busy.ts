import { SqlError } from "@effect/sql"
import Sqlite from "better-sqlite3"
import { Effect, Schedule } from "effect"
import type { UnavailableReason } from "../../Codes/HealthProblem.ts"
import * as Deadline from "../../Concurrency/Deadline.ts"
import { monotonicMillis } from "../../Concurrency/Deadline.ts"
import type { Restore } from "../../Concurrency/FairLock.ts"
import { messageOf } from "../../Wording.ts"

/** Milliseconds that SQLite itself waits for a lock. It is short, because the wait blocks the whole process. */
export const busyTimeout = 10

/** 25 ms doubling up to 250 ms, about 30 s in all. */
const lockPatience = Schedule.exponential("25 millis").pipe(
  Schedule.either(Schedule.spaced("250 millis")),
  Schedule.intersect(Schedule.recurs(122))
)

export const sqliteCode = (cause: unknown): string => (cause instanceof Sqlite.SqliteError ? cause.code : "")

/** The first match counts. SQLite also reports a full disk as a -shm file that cannot grow. */
const reasons: ReadonlyArray<readonly [code: RegExp, reason: UnavailableReason]> = [
  [/^SQLITE_(?:FULL|IOERR_SHMSIZE)$/, "disk_full"],
  [/^SQLITE_(?:BUSY|LOCKED)/, "locked"],
  [/^SQLITE_READONLY_DBMOVED$/, "file_moved"],
  [/^SQLITE_(?:READONLY|PERM|CANTOPEN)/, "read_only"],
  [/^SQLITE_IOERR/, "io_error"]
]

/** Why a file accepts no changes, by SQLite's code. */
export const sqliteReasonOf = (code: string): UnavailableReason | undefined => reasons.find(([pattern]) => pattern.test(code))?.[1]

/** Whether another program holds a lock that the statement needs. */
export const isBusy = (cause: unknown): boolean => sqliteCode(cause).startsWith("SQLITE_BUSY")

const isLocked = (error: SqlError.SqlError): boolean => isBusy(error.cause)

const stillLocked = (error: SqlError.SqlError, since: number) =>
  Effect.flatMap(monotonicMillis, (now) => {
    const seconds = Math.round((now - since) / 1_000)
    // If the deadline had passed before the first attempt, the time was not lost on this lock.
    const message = seconds < 1
      ? "another program keeps the database locked"
      : `another program has kept the database locked for ${seconds} seconds`
    return Effect.fail(new SqlError.SqlError({ cause: error.cause, message }))
  })

/**
 * Retries for about 30 s, or until the deadline, while another program holds the lock that `attempt` needs. Only the wait can
 * be interrupted, so the result of an attempt is never lost.
 */
export const patiently = <A, R>(attempt: Effect.Effect<A, SqlError.SqlError, R>, restore: Restore) =>
  Effect.catchIf(attempt, isLocked, (busy) =>
    Effect.flatMap(Effect.zip(Schedule.driver(lockPatience), monotonicMillis), ([driver, since]) => {
      const again: Effect.Effect<A, SqlError.SqlError, R> = Effect.matchEffect(restore(driver.next(busy)), {
        onFailure: () =>
          stillLocked(busy, since),
        onSuccess: () =>
          Effect.flatMap(Deadline.left, (left) => left <= 0 ? stillLocked(busy, since) : Effect.catchIf(attempt, isLocked, () => again))
      })
      return again
    }))

/** Runs `job` now. What it throws becomes a `SqlError`. */
export const attemptNow = <A>(
  job: () => A,
  then: (result: A) => Effect.Effect<A, SqlError.SqlError> = Effect.succeed
): Effect.Effect<A, SqlError.SqlError> => {
  try {
    return then(job())
  } catch (cause) {
    return Effect.fail(new SqlError.SqlError({ cause, message: messageOf(cause) }))
  }
}

/** Runs `job` without yielding. What it throws becomes a `SqlError`. */
export const attempt = <A>(job: () => A): Effect.Effect<A, SqlError.SqlError> => Effect.suspend(() => attemptNow(job))
