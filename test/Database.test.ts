import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, TestClock } from "effect"
import { Database } from "../src/Database.ts"
import { anotherProgram, temporaryFile } from "./Database/TestFile.ts"

const memory = Database.layer("sqlite::memory:")

const audit = {
  id: 1,
  created_at: 0,
  date: "2025-12-09",
  action: "generate",
  before_cents: null,
  after_cents: 362_976,
  source: "generated",
  reason: "",
  actor: "settlement",
  hash: "0".repeat(64)
}

const turnover = { date: "2025-12-09", amount_cents: 362_976, is_final: 1, source: "generated" }

describe("Database", () => {
  it.effect("is migrated and answers when it is handed out", () =>
    Effect.gen(function*() {
      const database = yield* Database
      const sql = yield* SqlClient.SqlClient
      yield* database.ping
      assert.strictEqual(database.kind, "sqlite")
      assert.isNumber(yield* database.dataVersion)
      assert.deepStrictEqual(yield* sql`SELECT * FROM turnover`, [])
    }).pipe(Effect.provide(memory)))

  it.effect("answers from within a transaction as well", () =>
    Effect.gen(function*() {
      const database = yield* Database
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(Effect.zipRight(database.ping, database.dataVersion))
    }).pipe(Effect.provide(memory)))

  it.effect.each([
    ["postgres://user:hunter2@127.0.0.1:1/turnover", /^the database turnover at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/],
    ["mysql://user:hunter2@db/turnover", /^DATABASE_URL: found a mysql: address/]
  ] as const)("refuses %s in a sentence", ([url, sentence]) =>
    Effect.gen(function*() {
      const { message } = yield* Effect.flip(Layer.build(Database.layer(url)))
      assert.match(message, sentence)
      assert.notInclude(message, "hunter2")
    }).pipe(Effect.scoped))

  it.scoped("opens the same fresh file for two services at once", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const built = yield* Effect.fork(Effect.all([
        Layer.build(Database.layer(`file:${file}`)),
        Layer.build(Database.layer(`file:${file}`))
      ], { concurrency: "unbounded" }))
      yield* TestClock.adjust("5 seconds")
      const [one, two] = yield* Fiber.join(built)
      yield* Effect.provide(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO turnover ${sql.insert(turnover)}`), one)
      const seen = yield* Effect.provide(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT * FROM turnover`), two)
      assert.deepStrictEqual(seen, [{
        ...turnover,
        changed_at: null,
        changed_by: null,
        entry_token: null,
        so_far: null,
        audited_cents: null
      }])
    }))

  it.scoped("moves its data version when another program commits", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const context = yield* Layer.build(Database.layer(`file:${file}`))
      const version = Effect.provide(Effect.flatMap(Database, ({ dataVersion }) => Effect.map(dataVersion, (others) => others)), context)
      const before = yield* version
      const other = yield* anotherProgram(file)
      other.exec("INSERT INTO installation VALUES ('seed', 'other')")
      assert.notStrictEqual(yield* version, before)
    }))

  it.effect.each([
    "UPDATE audit SET reason = 'tidied'",
    "DELETE FROM audit",
    "INSERT OR REPLACE INTO audit SELECT id, created_at, date, action, before_cents, 1, source, reason, actor, hash FROM audit"
  ])("refuses %s", (statement) =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO audit ${sql.insert(audit)}`
      assert.include((yield* Effect.flip(sql.unsafe(statement))).message, "the audit is append-only")
      assert.deepStrictEqual(yield* sql`SELECT * FROM audit`, [audit])
    }).pipe(Effect.provide(memory)))

  it.effect.each([
    ["turnover", { ...turnover, date: "9.12.2025" }],
    ["turnover", { ...turnover, amount_cents: -1 }],
    ["turnover", { ...turnover, amount_cents: 1_000_000_000_000 }],
    ["turnover", { ...turnover, amount_cents: 0.5 }],
    ["turnover", { ...turnover, is_final: 2 }],
    ["turnover", { ...turnover, source: "counted" }],
    ["audit", { ...audit, action: "delete" }],
    ["audit", { ...audit, hash: "" }],
    ["audit", { ...audit, id: 0 }]
  ] as const)("refuses a row of %s that breaks its rules: %j", ([table, row]) =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { message } = yield* Effect.flip(sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`)
      assert.match(message, /CHECK constraint failed|cannot store REAL value/)
    }).pipe(Effect.provide(memory)))

  it.effect("refuses an attempt to deliver a message that does not exist", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const attempt = { notification_id: 7, at: 0, format: "card", verdict: "delivered", detail: "" }
      const { message } = yield* Effect.flip(sql`INSERT INTO notification_attempt ${sql.insert(attempt)}`)
      assert.include(message, "FOREIGN KEY constraint failed")
    }).pipe(Effect.provide(memory)))
})
