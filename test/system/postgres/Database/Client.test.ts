import type { SqlClient, SqlError } from "@effect/sql"
import { assert, describe } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import type { ConnectionLimits } from "../../../../src/Database/Postgres/Client/ConnectionLimits.ts"
import { failureWithin } from "../../../../src/Database/Postgres/Failure.ts"
import { tcpProxy } from "../../../lib/TcpProxy.ts"
import { temporaryDatabase } from "../../lib/PostgresServer.ts"
import { check, open, openTemporary } from "./TestDatabase.ts"

const createTable = (sql: SqlClient.SqlClient) => sql`CREATE TABLE note (id serial PRIMARY KEY, text text NOT NULL UNIQUE)`

const withTable = (limits: Partial<ConnectionLimits> = {}) => Effect.tap(openTemporary(limits), ({ sql }) => createTable(sql))

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

  check("sends the statements of fibers that run at the same time in one round trip, each with its own result",
    () =>
      Effect.gen(function*() {
        const address = yield* temporaryDatabase
        const proxy = yield* tcpProxy(address.port)
        const { sql } = yield* open({ ...address, host: "127.0.0.1", port: proxy.port })
        yield* createTable(sql)
        proxy.delay(300)
        const [before, added, found, after] = yield* sql.withTransaction(Effect.all([
          sql<{ at: number }>`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at`,
          add(sql, "kept"),
          sql<{ text: string; count: number }>`SELECT ${"asked"}::text AS text, count(*) AS count FROM note`,
          sql<{ at: number }>`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at`
        ], { concurrency: "unbounded" }))
        assert.deepStrictEqual([added, found], [[], [{ text: "asked", count: 1 }]])
        // With two round trips, the second one would begin at least this much later.
        assert.isBelow((after[0]?.at ?? 0) - (before[0]?.at ?? 0), 300)
        assert.deepStrictEqual(yield* notes(sql), ["kept"])
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
        const { sql } = yield* withTable({ connections: 1 })
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
      const { sql } = yield* withTable({ connections: 1 })
      const after = yield* Effect.makeLatch()
      const left = yield* sql.withTransaction(
        Effect.forkDaemon(Effect.zipRight(after.await, Effect.flip(add(sql, "late"))))
      )
      const late = yield* sql.withTransaction(Effect.zipRight(after.open, Fiber.join(left)))
      assert.strictEqual(late.message, "the transaction is over")
      assert.deepStrictEqual(yield* notes(sql), [])
    }))

  check("rolls back, and closes the connection, where a savepoint is left open by such a fiber", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({ connections: 1 })
      const inside = yield* Effect.makeLatch()
      const error = yield* Effect.flip(sql.withTransaction(Effect.gen(function*() {
        yield* add(sql, "lost")
        yield* Effect.fork(sql.withTransaction(Effect.zipRight(inside.open, Effect.never)))
        yield* inside.await
      })))
      assert.include(error.message, "a savepoint of it was still open")
      assert.deepStrictEqual(yield* notes(sql), [])
    }))

  check("fails, and does not die, where COMMIT fails, and says what failed", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({ connections: 1 })
      yield* sql`CREATE TABLE child (note int REFERENCES note (id) DEFERRABLE INITIALLY DEFERRED)`
      const error = yield* Effect.flip(sql.withTransaction(sql`INSERT INTO child VALUES (7)`))
      assert.strictEqual(kind(error), "refused")
      assert.strictEqual(failureWithin(error).state, "23503")
      yield* sql.withTransaction(add(sql, "next"))
      assert.deepStrictEqual(yield* notes(sql), ["next"])
    }))

  check("fails with a lost connection's fault, not with a failed ROLLBACK's, and goes on with another connection",
    () =>
      Effect.gen(function*() {
        const { sql } = yield* withTable()
        const error = yield* Effect.flip(
          sql.withTransaction(Effect.zipRight(add(sql, "lost"), sql`SELECT pg_terminate_backend(pg_backend_pid())`))
        )
        assert.strictEqual(kind(error), "unavailable")
        assert.strictEqual(failureWithin(error).state, "57P01")
        assert.deepStrictEqual(yield* notes(sql), [])
      }))

  check("keeps the caller's own error where the connection was lost before ROLLBACK", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable()
      const error = yield* Effect.flip(sql.withTransaction(Effect.zipRight(
        Effect.ignore(sql`SELECT pg_terminate_backend(pg_backend_pid())`),
        Effect.fail("mine")
      )))
      assert.strictEqual(error, "mine")
      assert.deepStrictEqual(yield* notes(sql), [])
    }))

  check("rolls back a transaction that is interrupted", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({ connections: 1 })
      const inside = yield* Effect.makeLatch()
      const transaction = yield* Effect.fork(
        sql.withTransaction(add(sql, "lost").pipe(Effect.zipRight(inside.open), Effect.zipRight(Effect.never)))
      )
      yield* inside.await
      yield* Fiber.interrupt(transaction)
      assert.deepStrictEqual(yield* notes(sql), [])
    }))

  check("is READ COMMITTED with three timeouts, whatever the database's own settings", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const setup = yield* open(address)
      yield* setup.sql.unsafe(`ALTER DATABASE ${address.database} SET default_transaction_isolation = 'serializable'`)
      const { sql } = yield* open(address)
      yield* sql`SET statement_timeout = 0`
      const settings = sql<{ readonly name: string; readonly setting: string }>`
        SELECT name, setting FROM pg_settings
        WHERE name IN ('transaction_isolation', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`
      const found = (rows: ReadonlyArray<{ readonly name: string; readonly setting: string }>) => rows.map(({ setting }) => setting)
      assert.deepStrictEqual(found(yield* sql.withTransaction(settings)), ["3000", "4000", "5000", "read committed"])
      assert.strictEqual(found(yield* settings)[3], "read committed")
    }))

  check("undoes a failed savepoint alone, releases each, and gives every one a name of its own", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable()
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* add(sql, "outer")
        yield* Effect.ignore(sql.withTransaction(Effect.zipRight(add(sql, "undone"), Effect.fail("no"))))
        yield* sql.withTransaction(Effect.zipRight(add(sql, "inner"), sql.withTransaction(add(sql, "innermost"))))
        const error = yield* Effect.flip(sql.withTransaction(Effect.ignore(sql`SELECT 1 / 0`)))
        assert.include(error.message, "division by zero")
        yield* add(sql, "after")
        // The savepoints are released, otherwise their names would be found.
        for (let count = 1; count <= 4; count++) {
          const gone = yield* Effect.flip(sql.withTransaction(sql.unsafe(`RELEASE SAVEPOINT savepoint_${count}`)))
          assert.include(gone.message, "does not exist")
        }
      }))
      assert.deepStrictEqual(yield* notes(sql), ["outer", "inner", "innermost", "after"])
    }))

  check("keeps savepoints, and statements beside them, apart when they run at once", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable()
      yield* sql.withTransaction(Effect.gen(function*() {
        const failing = (text: string) =>
          Effect.ignore(sql.withTransaction(add(sql, text).pipe(Effect.zipRight(Effect.sleep(20)), Effect.zipRight(Effect.fail("no")))))
        const keeping = (text: string) => sql.withTransaction(Effect.zipRight(add(sql, text), Effect.sleep(20)))
        yield* Effect.all([failing("a"), keeping("b"), add(sql, "c"), failing("d"), keeping("e"), add(sql, "f")], {
          concurrency: "unbounded"
        })
      }))
      assert.deepStrictEqual([...(yield* notes(sql))].sort(), ["b", "c", "e", "f"])
    }))

  check("leaves no transaction open that was begun as a statement", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({ connections: 1 })
      assert.include((yield* Effect.flip(sql`BEGIN`)).message, "withTransaction")
      yield* add(sql, "kept")
      assert.deepStrictEqual(yield* notes(sql), ["kept"])
    }))

  check("reports a lost race as one to run again", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({ lock: 100 })
      yield* add(sql, "row")
      const held = yield* Effect.makeLatch()
      const done = yield* Effect.makeLatch()
      const holder = yield* Effect.fork(sql.withTransaction(
        sql`SELECT 1 FROM note FOR NO KEY UPDATE`.pipe(Effect.zipRight(held.open), Effect.zipRight(done.await))
      ))
      yield* held.await
      const error = yield* Effect.flip(sql.withTransaction(Effect.ignore(sql`SELECT 1 FROM note FOR NO KEY UPDATE`)))
      assert.strictEqual(kind(error), "again")
      yield* done.open
      yield* Fiber.join(holder)
    }))

  check("ends a statement by the server's timeout, and keeps the connection", () =>
    Effect.gen(function*() {
      const { sql } = yield* openTemporary({ connections: 1, statement: 300 })
      const pid = yield* sql`SELECT pg_backend_pid() AS pid`
      const error = yield* Effect.flip(sql`SELECT pg_sleep(5)`)
      assert.strictEqual(failureWithin(error).state, "57014")
      assert.deepStrictEqual(yield* sql`SELECT pg_backend_pid() AS pid`, pid)
    }))

  check("frees the locks of a transaction that has fallen silent", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({ idleInTransaction: 150 })
      yield* add(sql, "row")
      const error = yield* Effect.flip(sql.withTransaction(Effect.gen(function*() {
        yield* sql`SELECT 1 FROM note FOR NO KEY UPDATE`
        yield* sql.withTransaction(Effect.void)
        yield* Effect.sleep(600)
        yield* add(sql, "stale")
      })))
      assert.strictEqual(kind(error), "unavailable")
      assert.deepStrictEqual(yield* notes(sql), ["row"])
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

  check("stores exactly what it acknowledges, whatever fails, is interrupted or killed meanwhile", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const { sql } = yield* open(address, { connections: 3, acquire: 20_000 })
      const other = yield* open(address, { connections: 1 })
      yield* createTable(sql)
      yield* add(sql, "taken")
      const write = (n: number) =>
        sql.withTransaction(Effect.gen(function*() {
          yield* add(sql, String(n))
          if (n % 5 === 0) yield* Effect.ignore(add(sql, "taken"))
          if (n % 7 === 0) yield* Effect.ignore(sql.withTransaction(Effect.zipRight(add(sql, `${n} undone`), Effect.fail("no"))))
          if (n % 11 === 0) yield* Effect.forkDaemon(Effect.ignore(Effect.delay(add(sql, `${n} late`), n % 3)))
          if (n % 13 === 0) yield* Effect.fail("own fault")
          if (n % 17 === 0) yield* sql`SELECT pg_sleep(0.02)`
        }))
      const killing = yield* Effect.fork(Effect.forever(Effect.delay(
        other.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1`,
        80
      )))
      const outcomes = yield* Effect.forEach(Array.from({ length: 120 }, (_, n) => n + 1), (n) =>
        Effect.gen(function*() {
          const fiber = yield* Effect.fork(Effect.either(write(n)))
          if (n % 19 === 0) yield* Effect.fork(Effect.delay(Fiber.interrupt(fiber), n % 4))
          const exit = yield* Fiber.await(fiber)
          // An interruption during COMMIT leaves it unknown whether the commit is stored.
          if (Exit.isFailure(exit)) return "unknownCommit"
          return exit.value._tag === "Right" ? "stored" : kind(exit.value.left)
        }), { concurrency: 12 })
      yield* Fiber.interrupt(killing)
      const stored = new Set(yield* notes(other.sql))
      const wrong = outcomes.flatMap((outcome, index) =>
        outcome === "unknownCommit" || stored.has(String(index + 1)) === (outcome === "stored") ? [] : [`${index + 1}: ${outcome}`]
      )
      assert.deepStrictEqual(wrong, [])
      assert.isAbove(outcomes.filter((outcome) => outcome === "stored").length, 40)
      assert.deepStrictEqual([...stored].filter((text) => text.endsWith("undone")), [])
    }))
})

describe("PostgreSQL client: connections", () => {
  check("lets waiting for a connection be interrupted, in a statement, a transaction and a reservation", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({ connections: 1 })
      const inside = yield* Effect.makeLatch()
      const done = yield* Effect.makeLatch()
      const holder = yield* Effect.fork(sql.withTransaction(Effect.zipRight(inside.open, done.await)))
      yield* inside.await
      const waiters: ReadonlyArray<Effect.Effect<unknown, SqlError.SqlError>> = [
        add(sql, "never sent"),
        sql.withTransaction(add(sql, "never sent")),
        Effect.scoped(sql.reserve)
      ]
      for (const waiting of waiters) {
        const fiber = yield* Effect.fork(waiting)
        yield* Effect.sleep(20)
        assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      }
      yield* done.open
      yield* Fiber.join(holder)
      assert.deepStrictEqual(yield* notes(sql), [])
    }))

  check("bounds the waiting, and says that all connections are in use", () =>
    Effect.gen(function*() {
      const { sql } = yield* openTemporary({ connections: 1, acquire: 100 })
      // On a busy machine, the first connection may take longer than that.
      yield* Effect.retry(sql`SELECT 1`, { times: 100 })
      const error = yield* Effect.flip(sql.withTransaction(Effect.flatMap(sql.reserve, () => Effect.never).pipe(Effect.scoped)))
      assert.strictEqual(kind(error), "unavailable")
      assert.include(error.message, "no connection to the database within 100 ms: all are in use")
    }))

  check("leaks no connection to waiters that are interrupted as it comes", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({ connections: 1 })
      for (let round = 0; round < 30; round++) {
        const holder = yield* Effect.fork(Effect.scoped(Effect.zipRight(sql.reserve, Effect.sleep(round % 3))))
        const waiters = yield* Effect.forEach([0, 1, 2], () => Effect.fork(Effect.scoped(sql.reserve)))
        yield* Effect.sleep(round % 5)
        yield* Fiber.interruptAll(waiters)
        yield* Fiber.join(holder)
      }
      assert.deepStrictEqual(yield* notes(sql), [])
    }))

  check("serves waiting callers in the order of their requests", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({ connections: 1 })
      const texts = Array.from({ length: 20 }, (_, index) => String(index))
      const fibers = yield* Effect.forEach(texts, (text) => Effect.fork(sql.withTransaction(add(sql, text))))
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(yield* notes(sql), texts)
    }))

  check("runs an interrupted statement to its end, and cancels no other request's", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({ connections: 1 })
      const slow = yield* Effect.fork(sql`INSERT INTO note (text) SELECT 'slow' FROM pg_sleep(0.2)`)
      yield* Effect.sleep(50)
      const interrupting = yield* Effect.fork(Fiber.interrupt(slow))
      yield* add(sql, "next")
      yield* Fiber.join(interrupting)
      assert.deepStrictEqual(yield* notes(sql), ["slow", "next"])
    }))

  check("refuses the connection of a reservation that has ended, and shares none of its settings", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable({ connections: 1 })
      const connection = yield* Effect.scoped(
        Effect.tap(sql.reserve, (connection) => connection.execute("SET search_path = nowhere", [], undefined))
      )
      assert.strictEqual((yield* Effect.flip(connection.execute("SELECT 1", [], undefined))).message, "the connection was given back")
      assert.deepStrictEqual(yield* notes(sql), [])
    }))

  check("ends each connection with its scope", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const watch = yield* open(address, { connections: 1 })
      yield* Effect.scoped(Effect.flatMap(open(address), ({ sql }) =>
        Effect.all([sql`SELECT pg_sleep(0.01)`, sql`SELECT pg_sleep(0.01)`, sql.withTransaction(sql`SELECT 1`)], { concurrency: 3 })))
      yield* Effect.repeat(watch.sql<{ readonly left: number }>`
        SELECT count(*) AS left FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`, {
        until: ([row]) =>
          row?.left === 0
      })
    }))

  check("goes on after its idle connections were closed, without failing a read or a transaction", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      const { sql } = yield* open({ ...address, host: "127.0.0.1", port: proxy.port })
      yield* createTable(sql)
      yield* Effect.all(Array.from({ length: 8 }, () => sql`SELECT pg_sleep(0.05)`), { concurrency: 8 })
      proxy.cut()
      assert.deepStrictEqual(yield* notes(sql), [])
      proxy.cut()
      yield* sql.withTransaction(add(sql, "stored"))
      assert.deepStrictEqual(yield* notes(sql), ["stored"])
    }))
})

describe("PostgreSQL client: a network that fails", () => {
  const throughProxy = (limits: Partial<ConnectionLimits> = {}) =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const direct = yield* open(address)
      yield* createTable(direct.sql)
      const proxy = yield* tcpProxy(address.port)
      const { ping, sql } = yield* open({ ...address, host: "127.0.0.1", port: proxy.port }, limits)
      return { direct: direct.sql, ping, proxy, sql }
    })

  check("reports a commit as unknown if its result was lost, and it is stored", () =>
    Effect.gen(function*() {
      const { direct, proxy, sql } = yield* throughProxy()
      proxy.cutAt("COMMIT\0", "before the answer")
      const error = yield* Effect.flip(sql.withTransaction(add(sql, "in doubt")))
      assert.strictEqual(kind(error), "unknownCommit")
      assert.deepStrictEqual(yield* notes(direct), ["in doubt"])
    }))

  check("reports a commit as unknown if it may not have arrived", () =>
    Effect.gen(function*() {
      const { direct, proxy, sql } = yield* throughProxy()
      proxy.cutAt("COMMIT\0", "before it arrives")
      const error = yield* Effect.flip(sql.withTransaction(add(sql, "in doubt")))
      assert.strictEqual(kind(error), "unknownCommit")
      assert.deepStrictEqual(yield* notes(direct), [])
      yield* sql.withTransaction(add(sql, "again"))
      assert.deepStrictEqual(yield* notes(direct), ["again"])
    }))

  check("reports a plain write as unknown if its result was lost", () =>
    Effect.gen(function*() {
      const { direct, proxy, sql } = yield* throughProxy()
      proxy.cutAt("INSERT", "before the answer")
      assert.strictEqual(kind(yield* Effect.flip(add(sql, "in doubt"))), "unknownCommit")
      assert.deepStrictEqual(yield* notes(direct), ["in doubt"])
    }))

  check("knows that a transaction is undone whose connection was lost before its COMMIT", () =>
    Effect.gen(function*() {
      const { direct, proxy, sql } = yield* throughProxy()
      const error = yield* Effect.flip(
        sql.withTransaction(Effect.tap(add(sql, "lost"), () => Effect.zipRight(Effect.sync(proxy.cut), Effect.sleep(50))))
      )
      assert.strictEqual(kind(error), "unavailable")
      assert.deepStrictEqual(yield* notes(direct), [])
    }))

  check("repeats a read whose connection was lost under it", () =>
    Effect.gen(function*() {
      const { direct, proxy, sql } = yield* throughProxy()
      yield* add(direct, "row")
      proxy.cutAt("SELECT text", "before the answer")
      assert.deepStrictEqual(yield* notes(sql), ["row"])
    }))

  check("gives up a connection that swallows everything, at the deadline, and connects again once the network heals",
    () =>
      Effect.gen(function*() {
        const { direct, proxy, sql } = yield* throughProxy({ statement: 700, grace: 300, connect: 1_000, acquire: 2_000 })
        const error = yield* Effect.flip(sql.withTransaction(Effect.gen(function*() {
          yield* add(sql, "lost")
          proxy.blackHole()
          yield* add(sql, "swallowed")
        })))
        assert.strictEqual(kind(error), "unavailable")
        assert.include(error.message, "no answer from the database within 1000 ms")
        const next = yield* Effect.flip(sql`SELECT 1`)
        assert.strictEqual(kind(next), "unavailable")
        assert.include(next.message, "no answer to a connection within 1000 ms")
        proxy.heal()
        yield* Effect.retry(sql.withTransaction(add(sql, "healed")), { until: () => false, times: 20 })
        assert.deepStrictEqual(yield* notes(direct), ["healed"])
      }))

  check("reports a commit as unknown if a dead network swallows it", () =>
    Effect.gen(function*() {
      const { proxy, sql } = yield* throughProxy({ statement: 700, grace: 300 })
      const error = yield* Effect.flip(sql.withTransaction(Effect.tap(add(sql, "in doubt"), () => Effect.sync(proxy.blackHole))))
      assert.strictEqual(kind(error), "unknownCommit")
    }))
})
