import type { SqlError } from "@effect/sql"
import Sqlite from "better-sqlite3"
import { Effect, identity, type Scope } from "effect"
import { dirname } from "node:path"
import { makeFolder } from "../../Folder.ts"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { memory } from "../DatabaseUrl.ts"
import { attempt, busyTimeout, isBusy, patiently, sqliteCode, sqliteReasonOf } from "./Busy.ts"
import { createPrivate, watchFile } from "./Files.ts"
import { refuseLone, unfitMachine, unfitPlace } from "./Place.ts"

/** `PRAGMA synchronous` 2 is FULL: every commit is on the disk before it is acknowledged. */
export const synchronousFull = 2

const assertPragma = (db: Sqlite.Database, name: string, expected: string | number) => {
  const found = db.pragma(name, { simple: true })
  if (found !== expected) throw new Error(`${name} is ${String(found)} where ${expected} is needed`)
}

/** Does the work that SQLite would delay, so that an unusable file is detected before the first request. */
const prepare = (db: Sqlite.Database) => {
  db.pragma("journal_mode = WAL")
  // Set after the journal mode, which lowers it to NORMAL: with NORMAL, a power cut loses acknowledged commits.
  db.pragma("synchronous = FULL")
  db.pragma("foreign_keys = ON")
  assertPragma(db, "journal_mode", db.memory ? "memory" : "wal")
  assertPragma(db, "synchronous", synchronousFull)
  assertPragma(db, "foreign_keys", 1)
  const fault = String(db.pragma("quick_check(1)", { simple: true }))
  if (fault !== "ok") throw new Sqlite.SqliteError(fault.replaceAll(/\s+/g, " "), "SQLITE_CORRUPT")
  // The lock alone is granted for some read-only files, so a write is tried and rolled back, too.
  db.exec("BEGIN IMMEDIATE")
  db.pragma(`user_version = ${String(db.pragma("user_version", { simple: true }))}`)
  db.exec("ROLLBACK")
}

/** Whether SQLite reports the file itself as damaged. */
export const isDamage = (cause: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(sqliteCode(cause))

/** Waits for another program that holds the lock, unless no program can hold one there. */
const prepared = (db: Sqlite.Database, filename: string) =>
  Effect.catchIf(attempt(() => prepare(db)), (error) => isBusy(error.cause) && (db.memory || unfitPlace(filename) === undefined), () =>
    patiently(attempt(() => prepare(db)), identity))

const reasonOf = (error: SqlError.SqlError): string => {
  const why = error.message ?? "unknown reason"
  if (isDamage(error.cause)) return `is not an intact SQLite database: ${why}`
  if (sqliteCode(error.cause).startsWith("SQLITE_READONLY")) return "can be read but not written"
  if (sqliteReasonOf(sqliteCode(error.cause)) === "disk_full") return "cannot be used: its disk is full, free some space on it"
  return `cannot be used: ${why}`
}

/** Opens the file, and closes it with the scope. A missing file or folder is created. */
export const openFile = (filename: string): Effect.Effect<Sqlite.Database, DatabaseUnavailable, Scope.Scope> =>
  (filename === memory ? Effect.void : refuseLone(filename, { lock: false })).pipe(
    Effect.zipRight(Effect.acquireRelease(
      attempt(() => {
        if (filename !== memory) {
          makeFolder(dirname(filename))
          createPrivate(filename)
        }
        return new Sqlite(filename, { timeout: busyTimeout })
      }),
      (db) => Effect.sync(() => db.close())
    )),
    Effect.tap((db) => prepared(db, filename)),
    Effect.catchTag("SqlError", (error) =>
      unfitMachine(error.cause) ?? (filename === memory ? undefined : unfitPlace(filename)) ??
        new DatabaseUnavailable({ message: `the database ${filename} ${reasonOf(error)}`, isDamaged: isDamage(error.cause) }))
  )

/**
 * Throws if the opened file was removed or replaced. Such a file still accepts writes, but acknowledged commits would be lost when
 * the process ends.
 */
export const stillInPlace = (db: Sqlite.Database, filename: string): () => void => {
  if (db.memory) return () => undefined
  const displaced = watchFile(filename)
  return () => {
    const found = displaced()
    if (found === undefined) return
    throw new Sqlite.SqliteError(
      `the database file ${filename} was ${found} while it is open: nothing more is written to it`,
      "SQLITE_READONLY_DBMOVED"
    )
  }
}
