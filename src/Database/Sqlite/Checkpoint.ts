import Sqlite from "better-sqlite3"
import { Context, Effect, Layer } from "effect"
import { promises } from "node:fs"
import { Worker } from "node:worker_threads"
import { yieldToEventLoop } from "../../Concurrency/EventLoop.ts"
import { messageOf } from "../../Wording.ts"
import { busyTimeout } from "./Busy.ts"

/** A COMMIT of as many changed rows may hold up all requests for longer than 50 ms. */
const manyRows = 2000

/** The work of the thread, as plain data. */
export interface Checkpoint {
  /** The database whose log is copied into its file. */
  readonly checkpoint: string
}

/** Copies the log of a database into its file, outside of the event loop; by default SQLite itself does it, within a COMMIT. */
export class Checkpoints extends Context.Reference<Checkpoints>()("Checkpoints", {
  defaultValue: (): ((file: string) => Effect.Effect<void>) | undefined => undefined
}) {}

const onThread = (module: URL) => (file: string) =>
  Effect.async<void, Error>((resume) => {
    const workerData: Checkpoint = { checkpoint: file }
    const thread = new Worker(module, { workerData })
    thread.once("error", (error) => resume(Effect.fail(error)))
    thread.once("exit", () => resume(Effect.void))
  }).pipe(
    Effect.catchAll((error) => Effect.logWarning(`the database's log is copied by a later change: ${messageOf(error)}`)),
    Effect.annotateLogs({ service: "database" })
  )

/** Makes checkpoints on a thread that runs `module`, which calls `runCheckpoint` there. */
export const layer = (module: URL): Layer.Layer<never> => Layer.succeed(Checkpoints, onThread(module))

/** The work of the thread. What it leaves is done by the next COMMIT. */
export const runCheckpoint = ({ checkpoint }: Checkpoint): void => {
  const db = new Sqlite(checkpoint, { timeout: busyTimeout, fileMustExist: true })
  db.pragma("wal_checkpoint(PASSIVE)")
  db.close()
}

/** Writes to the disk what the open transaction has put into the log so far, so that its COMMIT has little left to wait for. */
const syncLog = (file: string) =>
  Effect.ignore(Effect.tryPromise(async () => {
    const log = await promises.open(`${file}-wal`)
    await log.datasync().finally(() => log.close())
  }))

/**
 * The COMMIT of many rows without its two long waits, which would block the event loop: the log is synced before it, and copied into
 * the database's file after it. Every other COMMIT stays as it is.
 */
export const longCommits = Effect.fnUntraced(function*(db: Sqlite.Database, file: string) {
  const checkpoint = yield* Checkpoints
  if (checkpoint === undefined) return { before: Effect.void, after: Effect.void }
  const scope = yield* Effect.scope
  const changed = db.prepare("SELECT total_changes()").pluck()
  const changes = () => Number(changed.get())
  const byItself = Number(db.pragma("wal_autocheckpoint", { simple: true }))
  /** After how many pages of the log a COMMIT copies it; 0: never. */
  const copyAfter = (pages: number) => Effect.sync(() => void (db.open && db.pragma(`wal_autocheckpoint = ${pages}`)))
  let committed = changes()
  let isLong = false
  return {
    before: Effect.suspend(() => {
      isLong = changes() - committed >= manyRows
      return isLong ? Effect.zipRight(copyAfter(0), syncLog(file)) : Effect.void
    }),
    after: Effect.suspend(() => {
      committed = changes()
      if (!isLong) return Effect.void
      isLong = false
      // What follows has a slice of the event loop of its own.
      return Effect.zipRight(Effect.forkIn(Effect.ensuring(checkpoint(file), copyAfter(byItself)), scope), yieldToEventLoop)
    })
  }
})
