import { Reactivity } from "@effect/experimental"
import type { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { Effect } from "effect"
import { copyFileSync } from "node:fs"
import * as Sqlite from "../../../src/Database/Sqlite/Client.ts"
import * as LargeLog from "../../../src/Database/Sqlite/LargeLog.ts"
import { temporaryFile } from "../TestFile.ts"

/** Rows of about 4 KB each, so that a thousand of them fill SQLite's log. */
const rows = (count: number) =>
  `INSERT INTO note WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
  SELECT hex(randomblob(2000)) FROM n`

const rowsIn = (file: string): number => {
  const db = new BetterSqlite(file)
  try {
    return Number(db.prepare("SELECT count(*) FROM note").pluck().get())
  } finally {
    db.close()
  }
}

/** The rows in the file itself, without its log. */
const rowsWithoutLog = (file: string): number => {
  copyFileSync(file, `${file}.copy`)
  return rowsIn(`${file}.copy`)
}

const pagesInLog = (sql: SqlClient.SqlClient) => Effect.map(sql.unsafe("PRAGMA wal_autocheckpoint").values, ([row]) => row?.[0])

const withTable = (file: string) =>
  Effect.tap(Effect.provide(Sqlite.make(file), Reactivity.layer), ({ sql }) =>
    sql.withTransaction(sql`CREATE TABLE note (text TEXT NOT NULL) STRICT`))

describe("the log of a large transaction", () => {
  it.scoped("is moved into the file after the COMMIT, and changes meanwhile are stored", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const begun = yield* Effect.makeLatch()
      const ended = yield* Effect.makeLatch()
      const mover = (moved: string) => Effect.zipRight(begun.open, moved === file ? ended.await : Effect.die("another file"))
      const { sql } = yield* Effect.provideService(withTable(file), LargeLog.LogMover, mover)
      yield* sql.withTransaction(sql.unsafe(rows(10)))
      assert.strictEqual(yield* pagesInLog(sql), 1_000)
      yield* sql`PRAGMA wal_checkpoint(TRUNCATE)`
      yield* sql.withTransaction(sql.unsafe(rows(1_500)))
      assert.strictEqual(rowsWithoutLog(file), 10)
      yield* begun.await
      yield* sql.withTransaction(sql.unsafe(rows(1_500)))
      assert.strictEqual(rowsWithoutLog(file), 10)
      yield* ended.open
      while ((yield* pagesInLog(sql)) === 0) yield* Effect.yieldNow()
      yield* sql.withTransaction(sql`INSERT INTO note VALUES ('then')`)
      assert.strictEqual(rowsWithoutLog(file), 3_011)
    }))

  it.scoped("is moved on a thread, before the database closes", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const other = yield* Effect.scoped(Effect.provide(
        Effect.gen(function*() {
          const { sql } = yield* withTable(file)
          yield* sql.withTransaction(sql.unsafe(rows(1_500)))
          // With this connection, the closing one is not the last, and leaves the log.
          const other = new BetterSqlite(file)
          other.pragma("journal_mode")
          return other
        }),
        LargeLog.layer
      ))
      assert.strictEqual(rowsWithoutLog(file), 1_500)
      other.close()
    }))
})
