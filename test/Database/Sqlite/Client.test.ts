import { Reactivity } from "@effect/experimental"
import { SqlClient } from "@effect/sql"
import * as Stock from "@effect/sql-sqlite-node/SqliteClient"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Chunk, Effect, Exit, Fiber, Option, type Scheduler, Stream } from "effect"
import { rmSync, writeFileSync } from "node:fs"
import { dependencies } from "../../../package.json"
import { Database } from "../../../src/Database.ts"
import { unavailableReasonOf } from "../../../src/Database/Write.ts"
import { anotherProgram, open, temporaryFile } from "../TestFile.ts"

const withTable = Effect.tap(open(":memory:"), ({ sql }) => sql`CREATE TABLE note (text TEXT NOT NULL UNIQUE, cents INTEGER) STRICT`)

const notes = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ readonly text: string }>`SELECT text FROM note ORDER BY rowid`, (rows) => rows.map((row) => row.text))

describe("SQLite client", () => {
  it.scoped("keeps a plain write out of another fiber's transaction", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable
      const inside = yield* Effect.makeLatch()
      const transaction = yield* sql`INSERT INTO note (text) VALUES ('undone')`.pipe(
        Effect.zipRight(inside.open),
        Effect.zipRight(Effect.yieldNow()),
        Effect.zipRight(Effect.fail("changed my mind")),
        sql.withTransaction,
        Effect.exit,
        Effect.fork
      )
      yield* inside.await
      yield* sql`INSERT INTO note (text) VALUES ('kept')`
      assert.isTrue(Exit.isFailure(yield* Fiber.join(transaction)))
      assert.deepStrictEqual(yield* notes(sql), ["kept"])
    }))

  it.scoped("rolls back to the savepoint of a nested transaction only", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`INSERT INTO note (text) VALUES ('outer')`
        yield* Effect.ignore(sql.withTransaction(Effect.zipRight(sql`INSERT INTO note (text) VALUES ('inner')`, Effect.fail("no"))))
      }))
      assert.deepStrictEqual(yield* notes(sql), ["outer"])
    }))

  it.scoped("rolls back a transaction that is interrupted, and keeps working", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable
      const inside = yield* Effect.makeLatch()
      const transaction = yield* sql`INSERT INTO note (text) VALUES ('undone')`.pipe(
        Effect.zipRight(inside.open),
        Effect.zipRight(Effect.never),
        sql.withTransaction,
        Effect.fork
      )
      yield* inside.await
      const waiting = yield* Effect.fork(sql`INSERT INTO note (text) VALUES ('never asked for')`)
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(transaction)
      assert.deepStrictEqual(yield* notes(sql), [])
    }))

  it.scoped("rolls back a transaction whose COMMIT fails, and the caller gets the error", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const { sql } = yield* open(file)
      yield* sql`CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT`
      yield* sql`CREATE TABLE child (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED) STRICT`
      const error = yield* Effect.flip(sql.withTransaction(sql`INSERT INTO child VALUES (7)`))
      assert.include(error.message, "FOREIGN KEY")
      yield* sql`INSERT INTO parent VALUES (1)`
      const other = yield* anotherProgram(file)
      assert.deepStrictEqual(other.prepare("SELECT (SELECT count(*) FROM parent), (SELECT count(*) FROM child)").raw().all(), [[1, 0]])
    }))

  it.scoped("fails a transaction that SQLite itself has rolled back, whatever follows in it", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable
      yield* sql`INSERT INTO note (text) VALUES ('first')`
      const error = yield* sql.withTransaction(Effect.zipRight(
        Effect.ignore(sql`INSERT OR ROLLBACK INTO note (text) VALUES ('first')`),
        Effect.ignore(sql`INSERT INTO note (text) VALUES ('second')`)
      )).pipe(Effect.flip)
      assert.include(error.message, "no transaction is active")
      assert.deepStrictEqual(yield* notes(sql), ["first"])
    }))

  it.scoped("keeps a fiber that outlives its transaction out of the next one", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable
      const after = yield* Effect.makeLatch()
      const left = yield* sql.withTransaction(
        Effect.forkDaemon(Effect.zipRight(after.await, Effect.flip(sql`INSERT INTO note (text) VALUES ('late')`)))
      )
      const late = yield* sql.withTransaction(Effect.zipRight(after.open, Fiber.join(left)))
      assert.strictEqual(late.message, "the transaction is over")
      assert.deepStrictEqual(yield* notes(sql), [])
    }))

  it.scoped("leaves no transaction open that was begun as a statement", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable
      assert.include((yield* Effect.flip(sql`BEGIN`)).message, "withTransaction")
      yield* sql.withTransaction(sql`INSERT INTO note (text) VALUES ('kept')`)
      assert.deepStrictEqual(yield* notes(sql), ["kept"])
    }))

  it.scoped("keeps commits durable: WAL, synchronous FULL, foreign keys on", () =>
    Effect.gen(function*() {
      const { sql, ping } = yield* Effect.flatMap(temporaryFile, open)
      assert.deepStrictEqual(yield* sql`PRAGMA journal_mode`.values, [["wal"]])
      assert.deepStrictEqual(yield* sql`PRAGMA synchronous`.values, [[2]])
      assert.deepStrictEqual(yield* sql`PRAGMA foreign_keys`.values, [[1]])
      yield* ping
      yield* sql`PRAGMA synchronous = NORMAL`
      assert.include((yield* Effect.flip(ping)).message, "durable")
    }))

  for (const [what, tamper] of [["removed", () => undefined], ["replaced", (file: string) => writeFileSync(file, "")]] as const) {
    it.scoped(`writes nothing more to a file that was ${what}, and says so`, () =>
      Effect.gen(function*() {
        const file = yield* temporaryFile
        const { sql, ping } = yield* open(file)
        yield* sql.withTransaction(sql`CREATE TABLE note (text TEXT NOT NULL) STRICT`)
        yield* ping
        yield* Effect.sync(() => {
          rmSync(file)
          tamper(file)
        })
        for (const refused of [ping, sql.withTransaction(sql`INSERT INTO note VALUES ('lost')`)]) {
          const error = yield* Effect.flip(refused)
          assert.strictEqual(error.message, `the database file ${file} was ${what} while it is open: nothing more is written to it`)
          // Rule 3.16.
          assert.strictEqual(Option.getOrNull(unavailableReasonOf(error)), "file_moved")
        }
        assert.deepStrictEqual(yield* notes(sql), [])
      }))
  }

  it.scoped("keeps working through checkpoints and other programs that come and go", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const { sql, ping } = yield* open(file)
      yield* sql.withTransaction(sql`CREATE TABLE note (text TEXT NOT NULL) STRICT`)
      for (const mode of ["PASSIVE", "FULL", "RESTART", "TRUNCATE"]) {
        const other = yield* anotherProgram(file)
        other.prepare("INSERT INTO note VALUES ('theirs')").run()
        other.pragma(`wal_checkpoint(${mode})`)
        other.close()
        yield* sql.withTransaction(sql`INSERT INTO note VALUES ('ours')`)
        yield* sql`PRAGMA wal_checkpoint(TRUNCATE)`
        yield* ping
      }
      assert.lengthOf(yield* notes(sql), 8)
    }))

  it.scoped("does not cache a statement that could not be prepared", () =>
    Effect.gen(function*() {
      const { sql } = yield* open(":memory:")
      const query = sql`SELECT * FROM later`
      assert.include((yield* Effect.flip(query)).message, "no such table")
      yield* sql`CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT`
      assert.deepStrictEqual(yield* query, [])
    }))

  it.scoped("reads integers as numbers, also after someone asked for bigints", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable
      yield* sql`INSERT INTO note ${sql.insert({ text: "dear", cents: 999_999_999_999 })}`
      const query = sql`SELECT cents FROM note`
      yield* Effect.provideService(query, SqlClient.SafeIntegers, true)
      assert.deepStrictEqual(yield* query, [{ cents: 999_999_999_999 }])
      assert.deepStrictEqual(yield* query.values, [[999_999_999_999]])
      assert.deepStrictEqual(yield* query, [{ cents: 999_999_999_999 }])
    }))

  it.scoped("prepares more statements than it caches", () =>
    Effect.gen(function*() {
      const { sql } = yield* open(":memory:")
      for (let round = 0; round < 2; round++) {
        for (let n = 0; n < 300; n++) assert.deepStrictEqual(yield* sql.unsafe(`SELECT ${n} AS n`), [{ n }])
      }
    }))

  it.scoped("does not let a tight loop of transactions starve a plain write", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable
      let transactions = 0
      const loop = yield* Effect.fork(Effect.forever(
        sql.withTransaction(Effect.zipRight(sql`SELECT 1`, Effect.zipRight(Effect.yieldNow(), Effect.sync(() => transactions++))))
      ))
      yield* Effect.yieldNow()
      const before = transactions
      yield* sql`INSERT INTO note (text) VALUES ('in time')`
      assert.isAtMost(transactions - before, 2)
      yield* Fiber.interrupt(loop)
    }))

  it.scoped("streams rows", () =>
    Effect.gen(function*() {
      const { sql } = yield* withTable
      yield* sql`INSERT INTO note (text) VALUES ('a'), ('b')`
      const rows = yield* Stream.runCollect(sql`SELECT text FROM note ORDER BY text`.stream)
      assert.deepStrictEqual(Chunk.toReadonlyArray(rows), [{ text: "a" }, { text: "b" }])
    }))

  it.scoped("shows by its data version that another program has committed", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const { sql, dataVersion, hasChangedSince } = yield* open(file)
      yield* sql`CREATE TABLE note (text TEXT) STRICT`
      const before = yield* dataVersion
      yield* sql`INSERT INTO note VALUES ('own')`
      assert.strictEqual(yield* dataVersion, before)
      assert.isFalse(hasChangedSince(before))
      const other = yield* anotherProgram(file)
      other.exec("INSERT INTO note VALUES ('foreign')")
      assert.isTrue(hasChangedSince(before))
      const after = yield* dataVersion
      assert.notStrictEqual(after, before)
      assert.isFalse(hasChangedSince(after))
      yield* Effect.sync(() => rmSync(file))
      assert.isTrue(hasChangedSince(after))
    }))

  it.scoped("puts all of its journal into the file when its scope closes", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      yield* Effect.scoped(Effect.flatMap(open(file), ({ sql }) => sql`CREATE TABLE note (text TEXT) STRICT`))
      const other = yield* anotherProgram(file)
      other.pragma("locking_mode = EXCLUSIVE")
      assert.strictEqual(other.pragma("journal_mode = DELETE", { simple: true }), "delete")
    }))
})

// The reason for a client of our own, in ARCHITECTURE.md: if this fails, that may have become untrue.
describe("the stock SQLite client", () => {
  it.scoped("leaves the transaction of a failed COMMIT open, in version 0.53.0", () =>
    Effect.gen(function*() {
      assert.strictEqual(dependencies["@effect/sql-sqlite-node"], "0.53.0")
      const sql = yield* Effect.provide(Stock.make({ filename: ":memory:" }), Reactivity.layer)
      yield* sql`CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT`
      yield* sql`CREATE TABLE child (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED) STRICT`
      const committed = yield* Effect.exit(sql.withTransaction(sql`INSERT INTO child VALUES (7)`))
      assert.isTrue(Exit.isFailure(committed) && Cause.isDie(committed.cause))
      const next = yield* Effect.flip(sql.withTransaction(sql`INSERT INTO parent VALUES (1)`))
      assert.include(String((next.cause as Error).message), "cannot start a transaction within a transaction")
    }))
})

describe("a statement", () => {
  it.scoped("takes few of Effect's steps", () =>
    Effect.gen(function*() {
      const { sql } = yield* open(":memory:")
      const executions = 50
      let steps = 0
      const counting: Scheduler.Scheduler = {
        shouldYield: () => {
          steps += 1
          return false
        },
        scheduleTask: (task) => queueMicrotask(task)
      }
      const select = Effect.suspend(() => sql`SELECT ${1} AS one`)
      const counted = Effect.withScheduler(Effect.repeatN(select, executions - 1), counting)
      assert.deepStrictEqual(yield* counted, [{ one: 1 }])
      // With @effect/sql itself, one execution takes 89 steps.
      assert.isBelow(steps / executions, 15)
      assert.isAbove(steps, executions)
    }))
})

describe("SQLite client as the public SqliteClient", () => {
  it.scoped("names its file, and exports and backs up what is committed", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      const { sql } = yield* open(filename)
      yield* sql`CREATE TABLE note (text TEXT) STRICT`
      yield* sql`INSERT INTO note (text) VALUES ('kept')`
      assert.strictEqual(sql.config.filename, filename)

      const copies = { exported: `${filename}.exported`, backedUp: `${filename}.backup` }
      writeFileSync(copies.exported, yield* sql.export)
      yield* sql.backup(copies.backedUp)
      for (const copy of Object.values(copies)) {
        const db = yield* anotherProgram(copy)
        assert.deepStrictEqual(db.prepare("SELECT text FROM note").pluck().all(), ["kept"])
      }
    }))

  it.scoped("fails with a typed error where an extension cannot be loaded or a backup cannot be written", () =>
    Effect.gen(function*() {
      const { sql } = yield* open(":memory:")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(sql.loadExtension("/nowhere/extension"))))
      const failed = yield* Effect.flip(sql.backup("/nowhere/copy.db"))
      assert.strictEqual(failed._tag, "SqlError")
      assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
    }))

  it.scoped("is provided under the package's own tag", () =>
    Effect.gen(function*() {
      const sql = yield* Stock.SqliteClient
      assert.strictEqual(sql.config.filename, ":memory:")
    }).pipe(Effect.provide(Database.layer("sqlite::memory:"))))
})
