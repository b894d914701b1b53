import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, TestClock } from "effect"
import { makeWriter } from "../../../src/Database/Write.ts"
import { anotherProgram, open, temporaryFile } from "../TestFile.ts"

const locked = Effect.gen(function*() {
  const file = yield* temporaryFile
  const { sql } = yield* open(file)
  yield* sql`CREATE TABLE note (text TEXT NOT NULL) STRICT`
  const other = yield* anotherProgram(file)
  other.exec("BEGIN IMMEDIATE")
  return { sql, other, write: sql`INSERT INTO note VALUES ('mine')` }
})

describe("SQLite file that another program has locked", () => {
  it.scoped.each(["plain", "transaction"])("lets a %s write through once the lock is gone", (kind) =>
    Effect.gen(function*() {
      const { sql, other, write } = yield* locked
      const writing = yield* Effect.fork(kind === "plain" ? write : sql.withTransaction(write))
      yield* TestClock.adjust("2 seconds")
      assert.isNull(writing.unsafePoll())
      other.exec("ROLLBACK")
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(writing)
      assert.deepStrictEqual(yield* sql`SELECT count(*) FROM note`.values, [[1]])
    }))

  it.scoped.each(["plain", "transaction"])("answers reads while a %s write waits", (kind) =>
    Effect.gen(function*() {
      const { sql, write } = yield* locked
      const writing = yield* Effect.fork(kind === "plain" ? write : sql.withTransaction(write))
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* sql`SELECT count(*) FROM note`.values, [[0]])
      assert.isNull(writing.unsafePoll())
    }))

  it.scoped("runs transactions in the order of their requests once the lock is released", () =>
    Effect.gen(function*() {
      const { sql, other } = yield* locked
      const add = (text: string) => Effect.fork(sql.withTransaction(sql`INSERT INTO note VALUES (${text})`))
      const writing = yield* Effect.forEach(["first", "second", "third"], add)
      yield* TestClock.adjust("2 seconds")
      other.exec("ROLLBACK")
      yield* TestClock.adjust("1 second")
      yield* Fiber.joinAll(writing)
      assert.deepStrictEqual(yield* sql`SELECT text FROM note ORDER BY rowid`.values, [["first"], ["second"], ["third"]])
    }))

  it.scoped.each(["plain", "transaction"])("fails a %s write in the end, and works again later", (kind) =>
    Effect.gen(function*() {
      const { sql, other, write } = yield* locked
      const writing = yield* Effect.fork(Effect.flip(kind === "plain" ? write : sql.withTransaction(write)))
      yield* TestClock.adjust("32 seconds")
      assert.strictEqual((yield* Fiber.join(writing)).message, "another program has kept the database locked for 30 seconds")
      other.exec("ROLLBACK")
      yield* sql.withTransaction(write)
    }))

  // Rule 1.12.
  it.scoped("gives a write of the service up after 5 s, waiting included", () =>
    Effect.gen(function*() {
      const { sql, write } = yield* locked
      const writer = makeWriter(sql)
      const writing = yield* Effect.forEach([1, 2, 3], () => Effect.fork(Effect.flip(writer.write(write))))
      yield* TestClock.adjust("6 seconds")
      const messages = (yield* Fiber.joinAll(writing)).map(({ message }) => message)
      assert.strictEqual(messages[0], "another program has kept the database locked for 5 seconds")
      assert.deepStrictEqual(messages.slice(1), Array.from({ length: 2 }, () => "another program keeps the database locked"))
    }))

  it.scoped.each(["plain", "transaction"])("lets go of a %s write that is interrupted while it waits", (kind) =>
    Effect.gen(function*() {
      const { sql, other, write } = yield* locked
      const writing = yield* Effect.fork(kind === "plain" ? write : sql.withTransaction(write))
      yield* TestClock.adjust("1 second")
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(writing)))
      other.exec("ROLLBACK")
      assert.deepStrictEqual(yield* sql`SELECT count(*) FROM note`.values, [[0]])
    }))
})
