import Sqlite from "better-sqlite3"
import { Effect, Layer, type Scope } from "effect"
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs"
import { dirname, parse } from "node:path"
import { clockWatch } from "../../Clock/ClockWatch.ts"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { memory } from "../DatabaseUrl.ts"
import { attempt, isBusy } from "./Busy.ts"
import { InUse, refuseOpenElsewhere, waitForLock } from "./Exclusive.ts"
import { createPrivate, incomingName, removeDatabase, removeLeftovers, resolveFile, trialName, watchFiles } from "./Files.ts"
import { lockName, occupy, refuseLone, unfitPlace } from "./Place.ts"

const watchInterval = "1 second"

interface Held {
  readonly db: Sqlite.Database
  readonly isNew: boolean
  readonly isInPlace: () => boolean
}

/** Locks the file, or throws SQLITE_BUSY if another process has locked it. */
const take = (lock: string, timeout: number): Held => {
  mkdirSync(dirname(lock), { recursive: true })
  const isNew = !existsSync(lock)
  createPrivate(lock)
  const db = new Sqlite(lock, { timeout })
  try {
    const displaced = watchFiles([lock])
    db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
    // The previous holder may have removed the lock file meanwhile.
    if (displaced() !== undefined) throw new Sqlite.SqliteError("the lock was replaced", "SQLITE_BUSY")
    return { db, isNew, isInPlace: () => displaced() === undefined }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Creates and locks the file again if it was removed: without it, a second process could start. */
const keep = (lock: string, first: Held) => {
  let held = first
  const lockAgain = Effect.matchEffect(Effect.suspend(() => attempt(() => take(lock, 0))), {
    onFailure: ({ message }) => Effect.logError(`the lock file was removed, and cannot be locked again: ${message}`),
    onSuccess: (next) => {
      held.db.close()
      held = next
      return Effect.logWarning("the lock file was removed, it is locked again")
    }
  }).pipe(Effect.annotateLogs({ service: "database", file: lock }))
  return { lockAgain, isRemoved: () => !held.isInPlace(), release: Effect.sync(() => held.db.close()) }
}

/** Removes files that a killed restore, upgrade or trial left in the folder. The lock is held, so no restore or upgrade is running. */
const tidy = (file: string): void => {
  const { base, name } = parse(file)
  removeDatabase(incomingName(file))
  removeLeftovers(dirname(file), (target) => target === trialName || target === incomingName(base) || target.startsWith(`${name}.schema-`))
}

/**
 * Makes this process the only one that serves or replaces the database, until the scope closes. It locks a file next to the
 * database, which may be missing; the system releases the lock however the process ends. If the lock file is new, or the database
 * has several names, a running process may hold another lock file; then this also requires that no program has the database itself
 * open.
 */
export const hold = (filename: string): Effect.Effect<void, InUse | DatabaseUnavailable, Scope.Scope> =>
  Effect.gen(function*() {
    const file = yield* attempt(() => resolveFile(filename))
    const lock = lockName(file)
    const { held, kept } = yield* Effect.acquireRelease(
      Effect.map(attempt(() => take(lock, waitForLock)), (held) => ({ held, kept: keep(lock, held) })),
      ({ kept }) => kept.release
    )
    const isOther = () => existsSync(file) && (held.isNew || statSync(file).nlink > 1)
    yield* Effect.tapError(refuseOpenElsewhere(file, isOther), () =>
      Effect.sync(() => {
        if (held.isNew) rmSync(lock, { force: true })
      }))
    yield* attempt(() => tidy(file))
    const watch = yield* clockWatch
    yield* watch.every(watchInterval, kept.lockAgain, kept.isRemoved)
  }).pipe(
    Effect.catchTag("SqlError", (error): Effect.Effect<never, InUse | DatabaseUnavailable> =>
      unfitPlace(filename) ?? (isBusy(error.cause)
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
