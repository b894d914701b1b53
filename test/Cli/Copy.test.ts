import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { tables, transfer } from "../../src/Cli/Copy.ts"
import { Database } from "../../src/Database.ts"
import type { Writer } from "../../src/Database/Write.ts"
import { attemptOf, notTried } from "../../src/Domain/Attempt.ts"
import { link } from "../../src/Domain/Audit.ts"
import { unmarked } from "../../src/Domain/Turnover.ts"
import * as LedgerStore from "../../src/Ledger/Store.ts"
import * as Outbox from "../../src/Outbox.ts"
import * as PeopleStore from "../../src/People/Store.ts"
import { day, delivery } from "../Chat/Samples.ts"
import { describeDatabases } from "../lib/Databases.ts"
import { cents, date, turnover } from "../lib/Stored.ts"

const stores = Layer.mergeAll(LedgerStore.layer, Outbox.layer, PeopleStore.layer)

/** A small version of what the service stores in some years: more than a page of the audit, and a row in every table. */
const filled = Effect.gen(function*() {
  const ledger = yield* LedgerStore.LedgerStore
  const outbox = yield* Outbox.Outbox
  const people = yield* PeopleStore.PeopleStore
  yield* ledger.seed
  yield* ledger.transaction(Effect.gen(function*() {
    yield* ledger.saveDays([turnover("2026-03-13"), turnover("2026-03-14", { isFinal: false, source: "import" })])
    yield* ledger.saveMarks([{ date: date("2026-03-15"), closed: true, note: "台风", clearedAt: null, markedBy: null }])
    yield* ledger.saveGoals([{ date: date("2026-03-01"), goal: cents(9_500_000) }])
    yield* ledger.rememberImport("a".repeat(64), 5)
    for (let id = 0; id < 700; id++) {
      yield* ledger.appendAudit([
        link(yield* ledger.chainHead, {
          createdAt: id,
          date: date("2026-03-13"),
          action: "correct",
          before: null,
          after: cents(id),
          source: "manual",
          reason: "零钱 ’",
          actor: "mei"
        })
      ])
    }
    const stood = { day: null, mark: { ...unmarked(date("2026-03-13")), note: "’" } }
    yield* ledger.saveLastChanges([{ id: 700, token: 1, at: 6, stood }])
    yield* ledger.countEntryChange(700, 1, 6, 0)
    yield* outbox.enqueue([day(), day({ kind: "corrected" })], 7)
  }))
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO answered_request ${sql.insert({ key: "k", created_at: 1, fingerprint: "f".repeat(64), answer: "{}" })}`
  yield* outbox.record({ id: 1, chat: "main" }, attemptOf(7, "card", delivery("delivered")), {
    state: "delivered",
    format: "card",
    progress: notTried
  }, 8)
  const at = 1
  const token = yield* people.addToken({ name: "mei", role: "entry", hash: "b".repeat(64), at, by: "admin", expiresAt: null })
  yield* people.addSession({ token, hash: "c".repeat(64), device: "till", secure: true, at, expiresAt: 9 })
  yield* people.addInvitation(token, "d".repeat(64), at, 9)
})

const open = (database: Layer.Layer<Database | SqlClient.SqlClient | Writer>) =>
  Layer.build(Layer.fresh(Layer.provideMerge(stores, database)))
const inMemory = Layer.orDie(Database.layer("sqlite::memory:"))
const sqlOf = (context: Context.Context<SqlClient.SqlClient>) => Context.get(context, SqlClient.SqlClient)

const rowsOf = (sql: SqlClient.SqlClient) =>
  Effect.forEach(tables, ({ key, name }) =>
    Effect.map(sql`SELECT * FROM ${sql(name)} ORDER BY ${sql(key)}`, (rows) => [name, rows] as const))

describeDatabases("A copy of an installation from SQLite", (database) => {
  it.scoped("has every row of every table, and goes on behind the last message", () =>
    Effect.gen(function*() {
      const source = yield* open(inMemory)
      yield* Effect.provide(filled, source)
      const target = yield* open(database.layer)
      const { auditRecords, chainHolds, rows, totalCents } = yield* transfer(sqlOf(source), target)
      assert.deepStrictEqual([auditRecords, chainHolds, totalCents, rows["notification"]], [700, true, 246_912, 2])
      const copied = yield* rowsOf(sqlOf(target))
      assert.deepStrictEqual(copied, yield* rowsOf(sqlOf(source)))
      assert.deepStrictEqual(copied.filter(([, rows]) => rows.length === 0).map(([name]) => name), [])
      const outbox = Context.get(target, Outbox.Outbox)
      yield* outbox.enqueue([day()], 9)
      assert.deepStrictEqual((yield* outbox.list({ limit: 1 })).map(({ id }) => id), [3])
      assert.deepInclude(yield* outbox.status, { pending: 2, delivered: 1 })
    }))

  it.scoped("and back has the same rows", () =>
    Effect.gen(function*() {
      const source = yield* open(database.layer)
      yield* Effect.provide(filled, source)
      const target = yield* open(inMemory)
      yield* transfer(sqlOf(source), target)
      assert.deepStrictEqual(yield* rowsOf(sqlOf(target)), yield* rowsOf(sqlOf(source)))
    }))

  it.scoped("is refused by a target that is not empty, which stays as it is", () =>
    Effect.gen(function*() {
      const source = yield* open(inMemory)
      yield* Effect.provide(filled, source)
      const target = yield* open(database.layer)
      const store = Context.get(target, LedgerStore.LedgerStore)
      yield* store.transaction(store.saveDays([turnover("2020-01-01")]))
      const { message } = yield* Effect.flip(transfer(sqlOf(source), target))
      assert.strictEqual(message, "the target is not empty: it has 1 row in turnover, expected a new database")
      assert.deepStrictEqual((yield* store.book).days.map(({ date }) => String(date)), ["2020-01-01"])
    }))

  it.scoped("is refused where a revoked token would live again", () =>
    Effect.gen(function*() {
      const source = yield* open(inMemory)
      yield* Effect.provide(filled, source)
      yield* sqlOf(source)`UPDATE token SET revoked_at = 5`
      const context = yield* open(database.layer)
      const target = sqlOf(context)
      const revive = target.onDialectOrElse({
        pg: (): ReadonlyArray<string> => [
          "CREATE FUNCTION revive() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.revoked_at = NULL; RETURN NEW; END $$",
          "CREATE TRIGGER revive BEFORE INSERT ON token FOR EACH ROW EXECUTE FUNCTION revive()"
        ],
        orElse: (): ReadonlyArray<string> => ["CREATE TRIGGER revive AFTER INSERT ON token BEGIN UPDATE token SET revoked_at = NULL; END"]
      })
      yield* Effect.forEach(revive, (statement) => target.unsafe(statement))
      const { message } = yield* Effect.flip(transfer(sqlOf(source), context))
      assert.strictEqual(message, "the copy differs from the source: expected that nothing writes to it meanwhile")
      assert.deepStrictEqual(yield* target`SELECT id FROM token`, [])
    }))

  it.scoped("leaves out no table but those that belong to one database", () =>
    Effect.gen(function*() {
      const sql = sqlOf(yield* open(database.layer))
      const found = yield* sql.onDialectOrElse({
        pg: () => sql<{ readonly name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
        orElse: () => sql<{ readonly name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table'`
      })
      const own = ["effect_sql_migrations", "sqlite_sequence", "notification_count", "shop", "operation", "lease", "due_run", "replica"]
      assert.deepStrictEqual(found.map(({ name }) => name).filter((name) => !own.includes(name)).sort(),
        tables.map(({ name }) => String(name)).sort())
    }))
})
