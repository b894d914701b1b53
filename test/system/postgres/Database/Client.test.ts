import type { SqlClient, SqlError } from "@effect/sql"
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Limits } from "../../../../src/Database/Postgres/Client/Session.ts"
import { failureWithin } from "../../../../src/Database/Postgres/Failure.ts"
import { check, openTemporary } from "./TestDatabase.ts"

const createTable = (sql: SqlClient.SqlClient) => sql`CREATE TABLE note (id serial PRIMARY KEY, text text NOT NULL UNIQUE)`

const withTable = (limits: Partial<Limits> = {}) => Effect.tap(openTemporary(limits), ({ sql }) => createTable(sql))

const notes = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ readonly text: string }>`SELECT text FROM note ORDER BY id`, (rows) => rows.map(({ text }) => text))

const add = (sql: SqlClient.SqlClient, text: string) => sql`INSERT INTO note (text) VALUES (${text})`

const kind = (error: SqlError.SqlError | string) => typeof error === "string" ? error : failureWithin(error).kind

describe("PostgreSQL client: transactions", () => {
  check("commits what a transaction wrote, and returns its value", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable()
      assert.strictEqual(yield* sql.withTransaction(Effect.as(add(sql, "kept"), 7)), 7)
      assert.deepStrictEqual(yield* notes(sql), ["kept"])
    }))

  check("fails a transaction that went on after a failed statement, and names that statement's fault", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable()
      yield* add(sql, "there")
      const error = yield* Effect.flip(sql.withTransaction(Effect.gen(function*() {
        yield* add(sql, "lost")
        yield* Effect.ignore(add(sql, "there"))
      })))
      assert.strictEqual(kind(error), "refused")
      assert.include(error.message, "rolled back")
      assert.include(error.message, "note_text_key")
      assert.deepStrictEqual(yield* notes(sql), ["there"])
    }))

  for (
    const [what, fault] of [
      ["that the server refuses", (sql: SqlClient.SqlClient) => add(sql, "there")],
      ["whose value cannot be sent", (sql: SqlClient.SqlClient) => {
        const circle: Record<string, unknown> = {}
        circle["circle"] = circle
        return sql.unsafe("INSERT INTO note (text) VALUES ($1)", [circle])
      }]
    ] as const
  ) {
    check(`carries out nothing after a statement ${what}, of those that share a round trip`, () =>
      Effect.gen(function*() {
        const { sql } = yield* withTable({})
        yield* add(sql, "there")
        const all = [add(sql, "before"), fault(sql), add(sql, "after")]
        const outcome = sql.withTransaction(Effect.all(all.map((one) => Effect.either(one)), { concurrency: "unbounded" }))
        const failed = yield* Effect.either(outcome)
        assert.isTrue(failed._tag === "Left" || failed.right.every(({ _tag }) => _tag === "Left"))
        assert.deepStrictEqual(yield* notes(sql), ["there"])
        assert.deepStrictEqual(yield* sql.withTransaction(sql`SELECT 1 AS one`), [{ one: 1 }])
      }))
  }

  check("refuses the statement of a fiber that outlives its transaction", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({})
      const after = yield* Effect.makeLatch()
      const left = yield* sql.withTransaction(
        Effect.forkDaemon(Effect.zipRight(after.await, Effect.flip(add(sql, "late"))))
      )
      const late = yield* sql.withTransaction(Effect.zipRight(after.open, Fiber.join(left)))
      assert.strictEqual(late.message, "the transaction is over")
      assert.deepStrictEqual(yield* notes(sql), [])
    }))

  check("fails, and does not die, where COMMIT fails, and says what failed", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({})
      yield* sql`CREATE TABLE child (note int REFERENCES note (id) DEFERRABLE INITIALLY DEFERRED)`
      const error = yield* Effect.flip(sql.withTransaction(sql`INSERT INTO child VALUES (7)`))
      assert.strictEqual(kind(error), "refused")
      assert.strictEqual(failureWithin(error).state, "23503")
      yield* sql.withTransaction(add(sql, "next"))
      assert.deepStrictEqual(yield* notes(sql), ["next"])
    }))

  check("rolls back a transaction that is interrupted", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({})
      const inside = yield* Effect.makeLatch()
      const transaction = yield* Effect.fork(
        sql.withTransaction(add(sql, "lost").pipe(Effect.zipRight(inside.open), Effect.zipRight(Effect.never)))
      )
      yield* inside.await
      yield* Fiber.interrupt(transaction)
      assert.deepStrictEqual(yield* notes(sql), [])
    }))

  check("leaves no transaction open that was begun as a statement", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({})
      assert.include((yield* Effect.flip(sql`BEGIN`)).message, "withTransaction")
      yield* add(sql, "kept")
      assert.deepStrictEqual(yield* notes(sql), ["kept"])
    }))

  check("ends a statement by the server's timeout, and keeps the connection", () =>
    Effect.gen(function*() {
      const { sql } = yield* openTemporary({ statement: 300 })
      const pid = yield* sql`SELECT pg_backend_pid() AS pid`
      const error = yield* Effect.flip(sql`SELECT pg_sleep(5)`)
      assert.strictEqual(failureWithin(error).state, "57014")
      assert.deepStrictEqual(yield* sql`SELECT pg_backend_pid() AS pid`, pid)
    }))
})

describe("PostgreSQL client: statements", () => {
  check("writes rows, lists and updates as the dialect wants them", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable()
      const added = yield* sql`INSERT INTO note ${sql.insert([{ text: "a" }, { text: "b" }, { text: "c" }]).returning("id, text")}`
      assert.deepStrictEqual(added, [{ id: 1, text: "a" }, { id: 2, text: "b" }, { id: 3, text: "c" }])
      yield* sql`UPDATE note SET text = data.text FROM ${
        sql.updateValues([{ id: 1, text: "A" }, { id: 3, text: "C" }], "data")
      } WHERE note.id = data.id::int`
      yield* sql`UPDATE note SET ${sql.update({ text: "B" })} WHERE text IN ${sql.in(["b"])}`
      assert.deepStrictEqual(yield* notes(sql), ["A", "B", "C"])
      assert.deepStrictEqual(yield* sql`SELECT ${sql("text")} FROM ${sql("note")} WHERE id = ${2}`.values, [["B"]])
    }))
})
