import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { Effect, TestClock } from "effect"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { inspect } from "../src/Backup/BackupFile.ts"
import { backUpBefore, Database } from "../src/Database.ts"
import { migrate, type Migrations, newestOf } from "../src/Database/Migrate.ts"
import { migrations } from "../src/Database/Migrations.ts"
import { packageRoot } from "../src/Package.ts"
import { open, temporaryFile } from "./Database/TestFile.ts"

/** A database as version 0.2.0 has written it. */
const earlierDatabase = Effect.tap(temporaryFile, (file) =>
  Effect.sync(() => {
    const db = new BetterSqlite(file)
    db.exec(readFileSync(join(packageRoot, "test/fixtures/schema-14.sql"), "utf8"))
    db.close()
  }))

const newest = newestOf(migrations)
const next = newest + 1

const statement = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.asVoid(sql.unsafe(text)))

const withNext = (text: string): Migrations => ({ ...migrations, [`${String(next).padStart(4, "0")}_next`]: statement(text) })

const upgrade = (file: string, migrations: Migrations) =>
  Effect.scoped(
    Effect.flatMap(open(file), ({ sql }) => Effect.provideService(migrate(migrations, backUpBefore(file)), SqlClient.SqlClient, sql))
  )

const backups = (file: string) => readdirSync(dirname(file)).filter((name) => name.includes(".schema-")).sort()

const read = (file: string, query: string) => {
  const db = new BetterSqlite(file, { readonly: true })
  try {
    return db.prepare(query).pluck().all()
  } finally {
    db.close()
  }
}

const days = "SELECT date || ' ' || amount_cents FROM turnover ORDER BY date"
const expected = ["2026-11-16 312050", "2026-11-17 300175", "2026-11-18 340525", "2026-11-20 359127"]

// Rule 1.9.
describe("upgrading", () => {
  it.scoped("is not needed by a database of version 0.2.0, which keeps its tables, days and audit", () =>
    Effect.gen(function*() {
      const file = yield* earlierDatabase
      yield* Effect.scoped(Effect.asVoid(Effect.provide(Database, Database.layer(`file:${file}`))))
      assert.deepStrictEqual(read(file, days), expected)
      const contents = yield* inspect(file)
      assert.deepStrictEqual([contents.schema, contents.auditRecords, contents.mismatch], [newest, 5, null])
      assert.deepStrictEqual(backups(file), [])
      // It has the tables of a new one, written otherwise.
      const made = yield* temporaryFile
      yield* upgrade(made, migrations)
      const tables = (one: string) =>
        read(one, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name").map((text) =>
          String(text).replaceAll(/[\s"]/g, "")
        )
      assert.deepStrictEqual(tables(file), tables(made))
    }))

  it.scoped("refuses a database from before it, and writes nothing", () =>
    Effect.gen(function*() {
      const file = yield* earlierDatabase
      const db = new BetterSqlite(file)
      db.pragma("journal_mode = WAL")
      db.exec("DELETE FROM effect_sql_migrations WHERE migration_id > 13")
      db.close()
      const before = readFileSync(file)
      const sentence = "it was written by an earlier version (schema 13, this version begins at 14): open it once with 0.2.0"
      const { message } = yield* Effect.flip(Effect.scoped(Effect.provide(Database, Database.layer(`file:${file}`))))
      assert.include(message, sentence)
      assert.include((yield* Effect.flip(inspect(file))).message, sentence)
      assert.deepStrictEqual([readFileSync(file).equals(before), backups(file)], [true, []])
    }))

  it.scoped("copies the database to a dated file beside it first, once", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-11-20T10:29:00Z"))
      const file = yield* earlierDatabase
      const migrations = withNext("ALTER TABLE turnover ADD COLUMN weather TEXT")
      yield* upgrade(file, migrations)
      yield* upgrade(file, migrations)
      assert.deepStrictEqual(backups(file), [`turnover.schema-${newest}.20261120T102900Z.db`])
      const backup = join(dirname(file), `turnover.schema-${newest}.20261120T102900Z.db`)
      assert.deepStrictEqual(read(backup, days), expected)
      assert.deepStrictEqual(read(backup, "SELECT max(migration_id) FROM effect_sql_migrations"), [newest])
      assert.deepStrictEqual(read(file, "SELECT count(*) FROM turnover WHERE weather IS NULL"), [4])
    }))

  it.scoped("of a migration that fails leaves the database as it was, and its backup", () =>
    Effect.gen(function*() {
      const file = yield* earlierDatabase
      assert.include((yield* Effect.flip(upgrade(file, withNext("ALTER TABLE nothing ADD COLUMN weather TEXT")))).message,
        "the database cannot be brought up to date")
      assert.deepStrictEqual(read(file, days), expected)
      assert.strictEqual(backups(file).length, 1)
      yield* TestClock.adjust("1 second")
      yield* upgrade(file, migrations)
    }))

  it.scoped("does not begin where no backup can be made", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(0)
      const file = yield* earlierDatabase
      // The backup's name is already taken by another file.
      mkdirSync(join(dirname(file), `turnover.schema-${newest}.19700101T000000Z.db`))
      const error = yield* Effect.flip(upgrade(file, withNext("ALTER TABLE turnover ADD COLUMN weather TEXT")))
      assert.match(error.message, /^the database is not upgraded, because no backup of it could be made: .* it is there already$/)
      assert.deepStrictEqual(read(file, "SELECT max(migration_id) FROM effect_sql_migrations"), [newest])
    }))

  it.scoped("makes no backup of a database that is new", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      yield* upgrade(file, migrations)
      assert.deepStrictEqual(backups(file), [])
    }))

  it.scoped("is refused by a newer database, which stays as it is", () =>
    Effect.gen(function*() {
      const file = yield* earlierDatabase
      yield* upgrade(file, withNext("ALTER TABLE turnover ADD COLUMN weather TEXT"))
      const error = yield* Effect.flip(Effect.scoped(Effect.provide(Database, Database.layer(`file:${file}`))))
      assert.include(error.message, `it was written by a newer version (schema ${next}, this version knows ${next - 1})`)
    }))

  it.scoped("is the service's: a command refuses an older database", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const db = new BetterSqlite(file)
      db.exec("CREATE TABLE something (text TEXT)")
      db.close()
      const error = yield* Effect.flip(Effect.scoped(Effect.provide(Database, Database.layer(`file:${file}`, "refuse"))))
      assert.include(error.message, "start the service, which upgrades it after a backup")
      assert.deepStrictEqual(read(file, "SELECT name FROM sqlite_schema"), ["something"])
    }))
})
