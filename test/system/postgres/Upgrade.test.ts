import { Reactivity } from "@effect/experimental"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../src/Database.ts"
import { migrate, type Migrations } from "../../../src/Database/Migrate.ts"
import { migrations } from "../../../src/Database/Migrations.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { atStart, open } from "./Database/TestDatabase.ts"

const statement = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.asVoid(sql.unsafe(text)))

const upgrade = (sql: SqlClient.SqlClient, migrations: Migrations) => Effect.provideService(migrate(migrations), SqlClient.SqlClient, sql)

// Rule 1.9.
describe("a database on a server", () => {
  it.scopedLive("is upgraded in one transaction, and stays as it was if that fails", () =>
    Effect.gen(function*() {
      const { sql } = yield* open(yield* temporaryDatabase)
      yield* upgrade(sql, migrations)
      const half = {
        ...migrations,
        "0015_weather": statement("ALTER TABLE turnover ADD COLUMN weather TEXT"),
        "0016_none": statement("DROP TABLE none")
      }
      assert.include((yield* Effect.flip(upgrade(sql, half))).message, "the database cannot be brought up to date")
      const column = sql`SELECT column_name FROM information_schema.columns WHERE column_name = 'weather'`
      assert.deepStrictEqual(yield* column, [])
      yield* upgrade(sql, { ...migrations, "0015_weather": half["0015_weather"] })
      assert.deepStrictEqual(yield* column, [{ column_name: "weather" }])
    }).pipe(Effect.provide(Reactivity.layer)))

  it.scopedLive("from before version 0.2.0 is refused before anything is written", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const { sql } = yield* open(address)
      yield* upgrade(sql, migrations)
      yield* sql`UPDATE effect_sql_migrations SET migration_id = 13`
      const { message } = yield* Effect.flip(Effect.scoped(Effect.provide(Database, Database.layer(urlOf(address), "upgrade", atStart()))))
      assert.include(message, "it was written by an earlier version (schema 13, this version begins at 14): open it once with 0.2.0")
      assert.deepStrictEqual(yield* sql`SELECT migration_id FROM effect_sql_migrations`, [{ migration_id: 13 }])
    }).pipe(Effect.provide(Reactivity.layer)))
})
