import type { SqlError } from "@effect/sql"
import Sqlite from "better-sqlite3"
import { Effect, identity, type Scope } from "effect"
import { mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { attempt, busyTimeout, patiently, sqliteCode } from "./Busy.ts"
import { memory } from "../DatabaseUrl.ts"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"

/** `PRAGMA synchronous`: 2 is FULL, every commit is on the disk before it is acknowledged. */
export const synchronousFull = 2

const assertPragma = (db: Sqlite.Database, name: string, expected: string | number) => {
  const found = db.pragma(name, { simple: true })
  if (found !== expected) throw new Error(`${name} is ${String(found)} where ${expected} is needed`)
}

/** What SQLite leaves for later is done now, so that a file that cannot serve is found before the first request. */
const prepare = (db: Sqlite.Database) => {
  db.pragma("journal_mode = WAL")
  // After the journal mode, which turns it down to NORMAL: a power cut would then lose acknowledged commits.
  db.pragma("synchronous = FULL")
  db.pragma("foreign_keys = ON")
  assertPragma(db, "journal_mode", db.memory ? "memory" : "wal")
  assertPragma(db, "synchronous", synchronousFull)
  assertPragma(db, "foreign_keys", 1)
  const fault = String(db.pragma("quick_check(1)", { simple: true }))
  if (fault !== "ok") throw new Sqlite.SqliteError(fault.replaceAll(/\s+/g, " "), "SQLITE_CORRUPT")
  // A lock alone is also given for some files that only read; a write that is undone is not.
  db.exec("BEGIN IMMEDIATE")
  db.pragma(`user_version = ${String(db.pragma("user_version", { simple: true }))}`)
  db.exec("ROLLBACK")
}

const reasonOf = (error: SqlError.SqlError): string => {
  const code = sqliteCode(error.cause)
  const why = error.message ?? "unknown reason"
  if (code.startsWith("SQLITE_NOTADB") || code.startsWith("SQLITE_CORRUPT")) return `is not an intact SQLite database: ${why}`
  if (code.startsWith("SQLITE_READONLY")) return "can be read but not written"
  return `cannot be used: ${why}`
}

/** Opens the file, creating it and its folder where missing, and closes it with the scope. */
export const open = (filename: string): Effect.Effect<Sqlite.Database, DatabaseUnavailable, Scope.Scope> =>
  attempt(() => {
    if (filename !== memory) mkdirSync(dirname(filename), { recursive: true })
    return new Sqlite(filename, { timeout: busyTimeout })
  }).pipe(
    Effect.acquireRelease((db) => Effect.sync(() => db.close())),
    Effect.tap((db) => patiently(attempt(() => prepare(db)), identity)),
    Effect.mapError((error) => new DatabaseUnavailable({ message: `the database ${filename} ${reasonOf(error)}` }))
  )

/**
 * Throws where the file that was opened is at its name no more. It could be written as before, and whatever was
 * acknowledged would be gone once it is closed.
 */
export const stillInPlace = (filename: string): (() => void) => {
  if (filename === memory) return () => undefined
  const opened = statSync(filename)
  return () => {
    const found = statSync(filename, { throwIfNoEntry: false })
    if (found?.ino !== opened.ino || found.dev !== opened.dev) {
      throw new Error(`the database file ${filename} was ${found === undefined ? "removed" : "replaced"} while it is open: nothing more is written to it`)
    }
  }
}
