import Sqlite from "better-sqlite3"
import { Data, Effect, Schedule, type Scope } from "effect"
import { existsSync, rmSync } from "node:fs"
import { busyTimeout, isBusy } from "./Busy.ts"
import { companions } from "./Files.ts"

/** Another program has the database open. */
export class InUse extends Data.TaggedError("InUse")<{
  readonly file: string
  /** Whether that program holds the lock of a running service. */
  readonly isServed: boolean
}> {
  override get message(): string {
    return `${this.file} is open in another program: stop the service first`
  }
}

/** In milliseconds. */
export const waitForLock = 500

/** Long enough for a command that is starting or ending. */
const commandEnds = Schedule.intersect(Schedule.spaced("100 millis"), Schedule.recurs(30))

/**
 * Whether another program has the file open, by any name. A program with a database open in WAL mode holds a shared lock on the
 * file, so an exclusive lock is refused. False if this cannot be checked.
 */
const isOpenElsewhere = (file: string): boolean => {
  let db: Sqlite.Database | undefined
  try {
    db = new Sqlite(file, { timeout: busyTimeout, fileMustExist: true })
    db.pragma("locking_mode = EXCLUSIVE")
    db.exec("BEGIN EXCLUSIVE; COMMIT")
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    db?.close()
  }
}

/** Fails if another program has the file open, for three seconds in a row. */
export const refuseOpenElsewhere = (file: string): Effect.Effect<void, InUse> =>
  Effect.suspend(() => (isOpenElsewhere(file) ? new InUse({ file, isServed: false }) : Effect.void)).pipe(
    Effect.retry(commandEnds)
  )

/**
 * Locks a database against every other program until the scope closes, and moves all of its data into the one file. Returns the
 * only connection to it; undefined for a missing file, and for a damaged one, which cannot be locked.
 */
export const holdAlone = (file: string): Effect.Effect<Sqlite.Database | undefined, InUse, Scope.Scope> =>
  Effect.gen(function*() {
    if (!existsSync(file)) return undefined
    const db = yield* Effect.acquireRelease(
      Effect.sync(() => new Sqlite(file, { timeout: waitForLock })),
      (db) => Effect.sync(() => db.close())
    )
    return yield* Effect.try({
      try: () => {
        db.pragma("locking_mode = EXCLUSIVE")
        db.exec("BEGIN EXCLUSIVE; COMMIT")
        const mode = db.pragma("journal_mode = DELETE", { simple: true })
        if (mode !== "delete") throw new Error(`the journal mode stays ${String(mode)}`)
        db.exec("BEGIN EXCLUSIVE; COMMIT")
        // Without this, the connection keeps the journal until it is closed, when the file may already have been replaced.
        db.pragma("journal_mode = MEMORY")
        // A reader without write permission leaves a -shm behind.
        for (const suffix of companions) rmSync(`${file}${suffix}`, { force: true })
        return db
      },
      catch: (error) => error
    }).pipe(
      Effect.catchAll((error) => (isBusy(error) ? new InUse({ file, isServed: false }) : Effect.succeed(undefined)))
    )
  })
