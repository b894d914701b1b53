import Sqlite from "better-sqlite3"
import { Data, Effect, type Scope } from "effect"
import { existsSync, rmSync } from "node:fs"
import { sqliteCode } from "../Database/Sqlite/Busy.ts"

/** Another program has the database open. */
export class InUse extends Data.TaggedError("InUse")<{ readonly file: string }> {
  override get message(): string {
    return `${this.file} is open in another program: stop the service first`
  }
}

const waitForLock = 500

/**
 * Keeps every other program out of a database until the scope closes, and puts all of it into its one file. Who has it
 * open holds a shared lock on it, in WAL mode for as long as it is open; the exclusive lock is refused then. False for
 * one that is damaged, and cannot be locked.
 */
export const holdAlone = (file: string): Effect.Effect<boolean, InUse, Scope.Scope> =>
  Effect.gen(function*() {
    if (!existsSync(file)) return true
    const db = yield* Effect.acquireRelease(
      Effect.sync(() => new Sqlite(file, { timeout: waitForLock })),
      (db) => Effect.sync(() => db.close())
    )
    return yield* Effect.try({
      try: () => {
        db.pragma("locking_mode = EXCLUSIVE")
        db.exec("BEGIN EXCLUSIVE; COMMIT")
        db.pragma("journal_mode = DELETE")
        db.exec("BEGIN EXCLUSIVE; COMMIT")
        // A reader without the right to write leaves its index of the log behind.
        rmSync(`${file}-shm`, { force: true })
        return true
      },
      catch: (error) => error
    }).pipe(
      Effect.catchAll((error) => (sqliteCode(error).startsWith("SQLITE_BUSY") ? new InUse({ file }) : Effect.succeed(false)))
    )
  })
