import { Reactivity } from "@effect/experimental"
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger } from "effect"
import { Database } from "../../../src/Database.ts"
import { migrate } from "../../../src/Database/Migrate.ts"
import { migrations } from "../../../src/Database/Migrations.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { atStart, open } from "./Database/TestDatabase.ts"

const { "0014_one_process": _, ...earlier } = migrations

// Rule 1.9.
it.scopedLive("A database of processes that all served at once is upgraded with a word, and they can send nothing afterwards", () =>
  Effect.gen(function*() {
    const address = yield* temporaryDatabase
    const old = yield* open(address)
    yield* Effect.provideService(migrate(earlier), SqlClient.SqlClient, old.sql)
    yield* old.sql`INSERT INTO lease VALUES ('duty', 'till-1', 4, clock_timestamp())`
    const texts: Array<string> = []
    const logger = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => texts.push(String(message))))
    const context = yield* Layer.build(Database.layer(urlOf(address), "upgrade", atStart())).pipe(Effect.provide(logger))
    assert.deepStrictEqual(texts, ["upgrading the database: this cannot be reversed, and earlier versions do not start on it any longer"])
    const sql = Context.get(context, SqlClient.SqlClient)
    assert.deepStrictEqual(yield* sql`SELECT tablename FROM pg_tables WHERE tablename IN ('lease', 'replica', 'operation')`, [])
    assert.deepStrictEqual(yield* sql`SELECT version FROM shop`, [{ version: 0 }])
    assert.match((yield* Effect.flip(old.sql`SELECT * FROM lease`)).message, /"lease" does not exist/)
  }).pipe(Effect.provide(Reactivity.layer)))
