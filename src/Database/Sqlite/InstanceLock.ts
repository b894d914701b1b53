import Sqlite from "better-sqlite3"
import { Effect, Layer, type Scope } from "effect"
import { existsSync, rmSync } from "node:fs"
import { dirname, parse } from "node:path"
import { makeFolder } from "../../Folder.ts"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { memory } from "../DatabaseUrl.ts"
import { attempt, isBusy } from "./Busy.ts"
import { InUse, refuseOpenElsewhere, waitForLock } from "./Exclusive.ts"
import { createPrivate, incomingName, removeDatabase, removeLeftovers, resolveFile, trialName, watchFile } from "./Files.ts"
import { lockName, occupy, refuseLone, unfitMachine, unfitPlace } from "./Place.ts"

/** Locks the file, or throws SQLITE_BUSY if another process has locked it. */
const take = (lock: string): { readonly db: Sqlite.Database; readonly isNew: boolean } => {
  makeFolder(dirname(lock))
  const isNew = !existsSync(lock)
  createPrivate(lock)
  const db = new Sqlite(lock, { timeout: waitForLock })
  try {
    const displaced = watchFile(lock)
    db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
    // The previous holder may have removed the lock file meanwhile.
    if (displaced() !== undefined) throw new Sqlite.SqliteError("the lock was replaced", "SQLITE_BUSY")
    return { db, isNew }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Removes files that a killed restore, upgrade or trial left in the folder. The lock is held, so no restore or upgrade is running. */
const tidy = (file: string): void => {
  const { base, name } = parse(file)
  removeDatabase(incomingName(file))
  removeLeftovers(dirname(file), (target) => target === trialName || target === incomingName(base) || target.startsWith(`${name}.schema-`))
}

/**
 * Makes this process the only one that serves or replaces the database, until the scope closes. It locks a file next to the
 * database, which may be missing; the system releases the lock however the process ends. If the lock file is new, a running process
 * may hold one that was removed; then this also requires that no program has the database itself open.
 */
export const hold = (filename: string): Effect.Effect<void, InUse | DatabaseUnavailable, Scope.Scope> =>
  Effect.gen(function*() {
    const file = yield* attempt(() => resolveFile(filename))
    const lock = lockName(file)
    const { isNew } = yield* Effect.acquireRelease(attempt(() => take(lock)), ({ db }) => Effect.sync(() => db.close()))
    if (isNew && existsSync(file)) yield* Effect.tapError(refuseOpenElsewhere(file), () => Effect.sync(() => rmSync(lock, { force: true })))
    yield* attempt(() => tidy(file))
  }).pipe(
    Effect.catchTag("SqlError", (error): Effect.Effect<never, InUse | DatabaseUnavailable> =>
      unfitMachine(error.cause) ?? unfitPlace(filename) ?? (isBusy(error.cause)
        ? new InUse({ file: filename, isServed: true })
        : new DatabaseUnavailable({ message: `the database ${filename} cannot be locked: ${error.message}` })))
  )

const holdExisting = (filename: string) =>
  refuseLone(filename, { lock: true }).pipe(
    Effect.zipRight(occupy(filename)),
    Effect.catchTag("SqlError",
      ({ message }) => new DatabaseUnavailable({ message: `the database ${filename} cannot be used: ${message}` })),
    Effect.zipRight(hold(filename))
  )

/**
 * The service holds the lock while it runs: two services would each send every message, and together exceed the bot's
 * limits. Commands need no lock, because they send nothing from the outbox.
 */
export const layer = (filename: string): Layer.Layer<never, DatabaseUnavailable> =>
  filename === memory ? Layer.empty : Layer.scopedDiscard(
    Effect.catchTag(holdExisting(filename), "InUse", ({ isServed }) =>
      new DatabaseUnavailable({
        message: isServed
          ? `the database ${filename} is served by another process: expected to be its only service, stop the other one first`
          : `the database ${filename} is open in another program that may serve it by another name: expected to be its only service, stop that program first`
      }))
  )
