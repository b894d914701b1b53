import type BetterSqlite from "better-sqlite3"
import { Context, Effect, Layer, type Scope } from "effect"
import { open } from "node:fs/promises"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"

/**
 * How SQLite's log is moved into its file after a transaction of many rows. `null`, the default: by SQLite itself, within the COMMIT.
 * After an import into a long history that is half a second in which nothing else runs.
 */
export class LogMover extends Context.Reference<LogMover>()("LogMover", {
  defaultValue: (): ((file: string) => Effect.Effect<void>) | null => null
}) {}

/** A transaction with more changed rows is large. SQLite's log of as many takes a few milliseconds to write. */
const mostRows = 1_000

/** SQLite's own number of pages in the log from which on a COMMIT moves them. */
const usualPages = 1_000

const job = `const { workerData: { driver, file } } = require("node:worker_threads")
const db = new (require(driver))(file, { fileMustExist: true })
db.pragma("wal_checkpoint(PASSIVE)")
db.close()`

const onThread = (file: string) =>
  Effect.async<void>((resume) => {
    const driver = createRequire(import.meta.url).resolve("better-sqlite3")
    const thread = new Worker(job, { eval: true, workerData: { driver, file }, resourceLimits: { maxOldGenerationSizeMb: 32 } })
    // "exit" follows. A log that is not moved is moved by a later COMMIT.
    thread.once("error", () => undefined)
    thread.once("exit", () => resume(Effect.void))
  })

/** Moves the log of a large transaction on a thread. */
export const layer: Layer.Layer<never> = Layer.succeed(LogMover, onThread)

/** Flushes what a transaction has written so far. Its COMMIT flushes the rest, and reports a failure of either. */
const flush = (log: string) =>
  Effect.ignore(Effect.tryPromise(async () => {
    const handle = await open(log, "r+")
    try {
      await handle.datasync()
    } finally {
      await handle.close()
    }
  }))

/** What surrounds the COMMITs of one connection. */
interface AroundCommits {
  /** To call when a transaction has begun. */
  readonly begun: () => void
  /** Does beside the event loop what can be done before the COMMIT of a large transaction, and leaves its log to `after`. */
  readonly before: Effect.Effect<void>
  /** To run after the COMMIT, also one that failed: has the log of a large transaction moved. */
  readonly after: Effect.Effect<void>
}

const nothing: AroundCommits = { begun: () => undefined, before: Effect.void, after: Effect.void }

/** The end of the scope waits for a log that is being moved. */
export const aroundCommits = (db: BetterSqlite.Database, file: string): Effect.Effect<AroundCommits, never, Scope.Scope> =>
  Effect.gen(function*() {
    const move = db.memory ? null : yield* LogMover
    if (move === null) return nothing
    const scope = yield* Effect.scope
    const changed = db.prepare("SELECT total_changes()").pluck()
    let rowsBefore = 0
    let log: "usual" | "large" | "moving" = "usual"
    const leaveToSqlite = Effect.sync(() => {
      log = "usual"
      db.pragma(`wal_autocheckpoint = ${usualPages}`)
    })
    return {
      begun: () => {
        rowsBefore = Number(changed.get())
      },
      before: Effect.suspend(() => {
        if (log === "moving" || Number(changed.get()) - rowsBefore <= mostRows) return Effect.void
        log = "large"
        db.pragma("wal_autocheckpoint = 0")
        return flush(`${file}-wal`)
      }),
      after: Effect.suspend(() => {
        if (log !== "large") return Effect.void
        log = "moving"
        return Effect.forkIn(Effect.uninterruptible(Effect.ensuring(move(file), leaveToSqlite)), scope)
      })
    }
  })
