import Sqlite from "better-sqlite3"
import { Data, Effect, identity } from "effect"
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { partialName } from "../../Config/WholeFile.ts"
import { makeFolder } from "../../Folder.ts"
import { freeBytes, inMebibytes, leftToDatabase } from "../../FreeSpace.ts"
import { reasonOf } from "../../Wording.ts"
import { attempt, busyTimeout, patiently } from "./Busy.ts"
import { createPrivate, isSameFile, removeDatabase, targetOf } from "./Files.ts"
import { unfitFolder } from "./Place.ts"

/** No copy was made, and the target is unchanged; `message` is one sentence. */
export class CopyFailed extends Data.TaggedError("CopyFailed")<{ readonly message: string }> {}

export interface Copied {
  readonly file: string
  readonly bytes: number
  readonly rows: Readonly<Record<string, number>>
  /** Sentences about a copy that was made. */
  readonly warnings: ReadonlyArray<string>
}

interface CopyOptions<A, E, R> {
  readonly source: string
  readonly target: string
  readonly replace: boolean
  /** Checks the copy while it has its temporary name. */
  readonly verify: (file: string) => Effect.Effect<A, E, R>
  /** Runs after the check, right before the copy gets its final name. */
  readonly beforeNaming?: (verified: A) => void
  /** Receives the progress from 0 to 1. */
  readonly onProgress?: (done: number) => void
}

/** Few enough that a service can handle requests while it copies its own database. */
const pagesPerStep = 128

const rowCounts = (db: Sqlite.Database): Readonly<Record<string, number>> => {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name")
    .pluck().all() as Array<string>
  return Object.fromEntries(
    tables.map((table) => [table, Number(db.prepare(`SELECT count(*) FROM "${table.replaceAll("\"", "\"\"")}"`).pluck().get())])
  )
}

/** Begins a read transaction, so that later writes are not copied and do not restart the copy. */
const snapshot = (db: Sqlite.Database) => {
  db.exec("BEGIN")
  return rowCounts(db)
}

/** Turns the copy into a single file without companions, and checks its integrity. */
const finish = (file: string, expected: Readonly<Record<string, number>>): void => {
  const db = new Sqlite(file)
  try {
    // The copied pages declare WAL mode, which needs companion files.
    db.pragma("journal_mode = DELETE")
    const faults = db.pragma("integrity_check(1)", { simple: true })
    if (faults !== "ok") throw new Error(`the integrity check says: ${String(faults).replaceAll(/\s+/g, " ")}`)
    if ((db.pragma("foreign_key_check") as Array<unknown>).length > 0) throw new Error("a row refers to one that is not there")
    const found = rowCounts(db)
    for (const [table, rows] of Object.entries(expected)) {
      if (found[table] !== rows) throw new Error(`the table ${table} has ${found[table] ?? "no"} rows where ${rows} were read`)
    }
  } finally {
    db.close()
  }
}

/** Forces written data to the disk, out of the system's cache. Windows does this only for a file that is opened for writing. */
const flush = (file: string): void => {
  const fd = openSync(file, "r+")
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Forces new names to the disk, where the file system can: SMB, exFAT and Windows refuse it for a folder. */
export const flushFolder = (folder: string): void => {
  try {
    const fd = openSync(folder, "r")
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && /^(?:EINVAL|EPERM|EISDIR)$/.test(String(error.code)))) throw error
  }
}

/** Sets a file's rights; returns a sentence if its file system refuses, as SMB and exFAT do, and they are others. */
const restrict = (file: string, named: string, rights: number): ReadonlyArray<string> => {
  try {
    chmodSync(file, rights)
    return []
  } catch (error) {
    const found = statSync(file).mode & 0o777
    if (found === rights) return []
    return [`the rights of ${named} cannot be set (${reasonOf(error)}): they are ${found.toString(8)}, expected ${rights.toString(8)}`]
  }
}

/** Its message is shown whole, whereas a message of the system is cut off before its path. */
class WholeSentence extends Error {}

const mayStandAt = (source: string, target: string, replace: boolean): void => {
  if (isSameFile(source, target)) throw new Error("it is the database itself")
  if (!existsSync(target)) return
  if (!replace) throw new Error("it is there already")
  if (!statSync(target).isFile()) throw new Error("it is not a file")
}

/** A copy that took the last bytes of a disk would keep the service from storing changes meanwhile. */
const refuseLastBytes = (db: Sqlite.Database, folder: string): void => {
  const needed = Number(db.pragma("page_count", { simple: true })) * Number(db.pragma("page_size", { simple: true })) + leftToDatabase
  const free = freeBytes(folder)
  if (free >= needed) return
  throw new WholeSentence(
    `expected ${inMebibytes(needed)} free for the copy, of which ${inMebibytes(leftToDatabase)} are left to the database, got ${
      inMebibytes(free)
    }`
  )
}

const failing = (what: string) => <A>(job: () => A): Effect.Effect<A, CopyFailed> =>
  Effect.try({
    try: job,
    catch: (error) => new CopyFailed({ message: `${what}: ${error instanceof WholeSentence ? error.message : reasonOf(error)}` })
  })

/**
 * Copies a database, even while other programs write to it. The copy is read in one snapshot, checked (integrity, rows, `verify`)
 * and flushed to the disk before it gets its name.
 */
export const copy = <A, E, R>(
  { beforeNaming, onProgress, replace, source, target, verify }: CopyOptions<A, E, R>
): Effect.Effect<Copied & { readonly verified: A }, E | CopyFailed, R> => {
  const reading = failing(`${source} cannot be read`)
  const writing = failing(`${target} cannot be written`)
  return Effect.gen(function*() {
    // A symbolic link is kept: the file that it leads to is written.
    const place = yield* writing(() => targetOf(target))
    const partial = partialName(place)
    const db = yield* Effect.acquireRelease(
      reading(() => {
        // SQLite would block on a pipe until it has a writer, and no signal would be handled.
        if (statSync(source, { throwIfNoEntry: false })?.isFile() === false) throw new Error("it is not a file")
        return new Sqlite(source, { readonly: true, fileMustExist: true, timeout: busyTimeout })
      }),
      (db) => Effect.sync(() => db.close())
    )
    const rows = yield* Effect.mapError(
      patiently(attempt(() => snapshot(db)), identity),
      (error) => {
        const unfit = unfitFolder(source)
        return new CopyFailed({
          message: `${source} cannot be read: ${unfit === undefined ? error.message : `it is in a folder that ${unfit}`}`
        })
      }
    )
    yield* writing(() => {
      mayStandAt(source, target, replace)
      makeFolder(dirname(place))
      removeDatabase(partial)
      refuseLastBytes(db, dirname(place))
      const unfit = unfitFolder(place)
      if (unfit !== undefined) throw new WholeSentence(`it is in a folder that ${unfit}`)
      createPrivate(partial)
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => removeDatabase(partial)))
    yield* Effect.tryPromise({
      try: () =>
        db.backup(partial, {
          progress: ({ remainingPages, totalPages }) => {
            onProgress?.(totalPages === 0 ? 0 : 1 - remainingPages / totalPages)
            return pagesPerStep
          }
        }),
      catch: (error) => new CopyFailed({ message: `${target} cannot be written: ${reasonOf(error)}` })
    }).pipe(Effect.uninterruptible)
    const verified = yield* verify(partial)
    yield* failing(`the copy of ${source} is not whole`)(() => finish(partial, rows))
    return yield* writing(() => {
      // Other users of the machine get no rights, even if an older version gave them some.
      const warnings = restrict(partial, target, statSync(source).mode & 0o770)
      flush(partial)
      mayStandAt(source, target, replace)
      beforeNaming?.(verified)
      renameSync(partial, place)
      flushFolder(dirname(place))
      return { file: target, bytes: statSync(target).size, rows, verified, warnings }
    })
  }).pipe(Effect.scoped)
}
