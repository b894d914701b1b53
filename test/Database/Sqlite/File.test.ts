import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { anotherProgram, open, temporaryFile, temporaryFolder } from "../TestFile.ts"

const refusal = (filename: string) => Effect.map(Effect.flip(open(filename)), (error) => error.message)

/** A file of several pages, closed. */
const filled = Effect.tap(temporaryFile, (file) =>
  Effect.scoped(Effect.flatMap(open(file), ({ sql }) =>
    Effect.zipRight(
      sql`CREATE TABLE note (text TEXT NOT NULL) STRICT`,
      sql`INSERT INTO note VALUES (${"x".repeat(20_000)})`
    ))))

const overwrite = (file: string, at: number, bytes: Buffer) => {
  const content = readFileSync(file)
  bytes.copy(content, at)
  writeFileSync(file, content)
}

describe("opening a SQLite file", () => {
  it.scoped("creates the file and its folders", () =>
    Effect.gen(function*() {
      const file = join(yield* temporaryFolder, "a", "b", "turnover.db")
      yield* Effect.flatMap(open(file), ({ ping }) => ping)
      assert.isTrue(existsSync(file))
    }))

  it.scoped("refuses a folder in place of the file", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      assert.strictEqual(yield* refusal(folder), `the database ${folder} cannot be used: unable to open database file`)
    }))

  it.scoped("refuses a path beneath a file", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      writeFileSync(file, "")
      assert.include(yield* refusal(join(file, "below", "turnover.db")), "cannot be used: ENOTDIR")
    }))

  it.scoped("refuses a file that is not a database, and does not change it", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const text = "date,amount\n".repeat(1000)
      writeFileSync(file, text)
      assert.strictEqual(yield* refusal(file), `the database ${file} is not an intact SQLite database: file is not a database`)
      assert.strictEqual(readFileSync(file, "utf8"), text)
    }))

  it.scoped("refuses a database with a damaged page", () =>
    Effect.gen(function*() {
      const file = yield* filled
      overwrite(file, 4096, Buffer.alloc(4096, 0xff))
      assert.include(yield* refusal(file), "is not an intact SQLite database: ")
    }))

  it.scoped("refuses a database that can only be read", () =>
    Effect.gen(function*() {
      const file = yield* filled
      // A write version above 2 in the header makes a file read-only, even for root.
      overwrite(file, 18, Buffer.from([3]))
      assert.strictEqual(yield* refusal(file), `the database ${file} can be read but not written`)
    }))

  it.scoped("waits for a file that another program has locked, then refuses", () =>
    Effect.gen(function*() {
      const file = yield* filled
      const other = yield* anotherProgram(file)
      other.exec("BEGIN IMMEDIATE")
      const opening = yield* Effect.fork(refusal(file))
      yield* TestClock.adjust("10 seconds")
      assert.isNull(opening.unsafePoll())
      yield* TestClock.adjust("22 seconds")
      assert.include(yield* Fiber.join(opening), "another program has kept the database locked for 30 seconds")
    }))

  it.scoped("refuses a file whose journal cannot be written", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "turnover.db"), "")
      mkdirSync(join(folder, "turnover.db-wal"))
      assert.include(yield* refusal(join(folder, "turnover.db")), "cannot be used: ")
    }))
})
