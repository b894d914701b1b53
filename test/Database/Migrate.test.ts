import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { migrate, type Migrations } from "../../src/Database/Migrate.ts"
import { failureOf, sqlError } from "../../src/Database/Postgres/Failure.ts"
import { anotherProgram, open, temporaryFile } from "./TestFile.ts"

const statement = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.asVoid(sql.unsafe(text)))

const first: Migrations = { "0001_note": statement("CREATE TABLE note (text TEXT) STRICT") }
const second: Migrations = { ...first, "0002_more": statement("ALTER TABLE note ADD COLUMN cents INTEGER") }

const migrateFile = (filename: string, migrations: Migrations) =>
  Effect.scoped(Effect.flatMap(open(filename), ({ sql }) => Effect.provideService(migrate(migrations), SqlClient.SqlClient, sql)))

describe("migrating", () => {
  it.scoped("runs each migration once, in order", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      yield* migrateFile(file, first)
      yield* migrateFile(file, second)
      yield* migrateFile(file, second)
      const other = yield* anotherProgram(file)
      assert.deepStrictEqual(other.prepare("SELECT migration_id FROM effect_sql_migrations").pluck().all(), [1, 2])
      assert.deepStrictEqual(other.prepare("SELECT text, cents FROM note").all(), [])
    }))

  it.scoped("waits for another program's lock, and does not mistake it for a migration in progress", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const { sql } = yield* open(file)
      const other = yield* anotherProgram(file)
      other.exec("BEGIN IMMEDIATE")
      const migrating = yield* Effect.fork(Effect.provideService(migrate(first), SqlClient.SqlClient, sql))
      yield* TestClock.adjust("2 seconds")
      assert.isNull(migrating.unsafePoll())
      other.exec("ROLLBACK")
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(migrating)
      assert.deepStrictEqual(yield* sql`SELECT * FROM note`, [])
    }))

  it.scoped("refuses to start when the migrator had no effect, though it reported success", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      yield* migrateFile(file, first)
      const other = yield* anotherProgram(file)
      other.exec("CREATE TRIGGER stuck BEFORE INSERT ON effect_sql_migrations BEGIN SELECT RAISE(ABORT, 'no'); END")
      assert.strictEqual(
        (yield* Effect.flip(migrateFile(file, second))).message,
        "the database cannot be brought up to date: its schema is at 1, this version needs 2, and migrating had no effect"
      )
    }))

  it.scoped("refuses a database that a newer version has written", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      yield* migrateFile(file, second)
      assert.include(
        (yield* Effect.flip(migrateFile(file, first))).message,
        "it was written by a newer version (schema 2, this version knows 1)"
      )
    }))

  it.scoped("says that the server was lost, not that the schema is at fault", () =>
    Effect.gen(function*() {
      const lost = Effect.fail(sqlError(failureOf({ code: "57P01", severity: "FATAL", message: "terminating connection" })))
      const error = yield* Effect.flip(migrateFile(yield* temporaryFile, { "0001_lost": lost }))
      assert.match(error.message, /^the database cannot be used: /)
    }))

  it.scoped("leaves nothing behind of a migration that fails", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const error = yield* Effect.flip(migrateFile(file, { ...first, "0002_wrong": statement("CREATE TABLE note (text TEXT)") }))
      assert.include(error.message, "Migration \"2_wrong\" failed: table note already exists")
      const other = yield* anotherProgram(file)
      assert.deepStrictEqual(other.prepare("SELECT name FROM sqlite_schema WHERE name = 'note'").all(), [])
      assert.deepStrictEqual(other.prepare("SELECT migration_id FROM effect_sql_migrations").all(), [])
    }))
})
