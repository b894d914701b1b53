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

/** Databases as each released schema version has written them. */
const released = Array.from({ length: newestOf(migrations) }, (_, index) => index + 1)

const databaseOf = (schema: number) =>
  Effect.tap(temporaryFile, (file) =>
    Effect.sync(() => {
      const db = new BetterSqlite(file)
      db.exec(readFileSync(join(packageRoot, `test/fixtures/schema-${schema}.sql`), "utf8"))
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
  for (const schema of released) {
    it.scoped(`a database of schema ${schema} keeps its days and its audit`, () =>
      Effect.gen(function*() {
        const file = yield* databaseOf(schema)
        yield* Effect.scoped(Effect.asVoid(Effect.provide(Database, Database.layer(`file:${file}`))))
        assert.deepStrictEqual(read(file, days), expected)
        assert.deepStrictEqual(read(file, "SELECT changed_at || ' ' || changed_by FROM turnover WHERE date = '2026-11-17'"), [
          "1795173143933 李店长"
        ])
        const contents = yield* inspect(file)
        assert.deepStrictEqual([contents.schema, contents.auditRecords, contents.mismatch], [newestOf(migrations), 5, null])
        assert.strictEqual(backups(file).length, schema < newestOf(migrations) ? 1 : 0)
      }))
  }

  it.scoped("copies the database to a dated file beside it first, once", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-11-20T10:29:00Z"))
      const file = yield* databaseOf(newest)
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
      const file = yield* databaseOf(newest)
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
      const file = yield* databaseOf(newest)
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
      const file = yield* databaseOf(newest)
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
