import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Scope, TestClock } from "effect"
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { hold, layer } from "../../../src/Database/Sqlite/InstanceLock.ts"
import { anotherProgram, open, temporaryFile, temporaryFolder } from "../TestFile.ts"

/** Runs an effect that waits, and moves the clock ten seconds ahead. */
const soon = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.fork(effect)
    yield* TestClock.adjust("10 seconds")
    return yield* Fiber.join(fiber)
  })

const refusal = (file: string) => soon(Effect.map(Effect.flip(Effect.scoped(hold(file))), ({ _tag }) => _tag))

/** A database that a service has locked. */
const served = Effect.gen(function*() {
  const file = yield* temporaryFile
  yield* hold(file)
  const { sql } = yield* open(file)
  yield* sql`CREATE TABLE note (text TEXT NOT NULL) STRICT`
  return file
})

// Rule 1.14.
describe("a missing database", () => {
  const started = (file: string) => Effect.exit(Effect.scoped(Layer.build(layer(file))))

  it.scoped("is not replaced by an empty one while files of it are left", () =>
    Effect.gen(function*() {
      for (const left of ["-wal", "-shm", "-journal", ".lock"]) {
        const file = yield* temporaryFile
        writeFileSync(`${file}${left}`, "")
        assert.isTrue(Exit.isFailure(yield* started(file)), left)
        assert.deepStrictEqual(readdirSync(dirname(file)), [`turnover.db${left}`])
        if (left !== ".lock") assert.strictEqual((yield* Effect.flip(Effect.scoped(open(file))))._tag, "DatabaseUnavailable")
        rmSync(`${file}${left}`)
        assert.isTrue(Exit.isSuccess(yield* started(file)), left)
      }
    }))

  it.scoped("is created before its lock file, so that a kill in between leaves no lone one", () =>
    Effect.gen(function*() {
      const file = join(yield* temporaryFolder, "new", "turnover.db")
      const scope = yield* Scope.make()
      yield* Scope.extend(Layer.build(layer(file)), scope)
      assert.isTrue(existsSync(file))
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.isSuccess(yield* started(file)))
    }))
})

describe("the lock of the one service", () => {
  it.scoped("needs no database, and is free again with its scope", () =>
    Effect.gen(function*() {
      const file = join(yield* temporaryFolder, "new", "turnover.db")
      const scope = yield* Scope.make()
      yield* Scope.extend(hold(file), scope)
      assert.isFalse(existsSync(file))
      assert.strictEqual(yield* refusal(file), "InUse")
      yield* Scope.close(scope, Exit.void)
      yield* hold(file)
    }))

  it.scoped("is the same for every path to the database", () =>
    Effect.gen(function*() {
      const file = yield* served
      const folder = yield* temporaryFolder
      symlinkSync(file, join(folder, "link.db"))
      symlinkSync(dirname(file), join(folder, "folder"))
      for (const other of ["link.db", "folder/turnover.db"]) assert.strictEqual(yield* refusal(join(folder, other)), "InUse")
    }))

  it.scoped("keeps a second process out after its file was removed, and leaves no lock file of that process", () =>
    Effect.gen(function*() {
      const file = yield* served
      rmSync(`${file}.lock`)
      const second = yield* Effect.fork(Effect.flip(Effect.scoped(hold(file))))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(second))._tag, "InUse")
      assert.isFalse(existsSync(`${file}.lock`))
    }))

  it.scoped("does not disturb other programs that only have the database open", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      yield* Effect.scoped(hold(file))
      const other = yield* anotherProgram(file)
      other.pragma("journal_mode = WAL")
      other.exec("CREATE TABLE note (text TEXT)")
      yield* hold(file)
    }))

  it.scoped("is refused to a service in a sentence that says what to do", () =>
    Effect.gen(function*() {
      const file = yield* served
      const { message } = yield* soon(Effect.flip(Effect.scoped(Layer.build(layer(file)))))
      assert.strictEqual(message,
        `the database ${file} is served by another process: expected to be its only service, stop the other one first`)
    }))

  it.scoped("removes what killed restores and upgrades left, and nothing else", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const noProcess = 2 ** 22 + 1
      const leftovers = [
        "turnover.db.restoring",
        "turnover.db.restoring-wal",
        `turnover.db.restoring.${noProcess}.partial`,
        `turnover.schema-1.20261120T102900Z.db.${noProcess}.partial`,
        `turnover.schema-1.20261120T102900Z.db.${noProcess}.partial-journal`,
        `turnover.db.restoring.${process.pid}.partial`
      ]
      const others = [
        `other.db.${noProcess}.partial`,
        `turnover.schema-1.20261120T103000Z.db.${process.pid}.partial`,
        `turnover.schema-1.20261120T103000Z.db.${process.ppid}.partial`,
        "turnover.db.restoring.notes"
      ]
      mkdirSync(dirname(file), { recursive: true })
      for (const name of [...leftovers, ...others]) writeFileSync(join(dirname(file), name), "")
      // A file of an earlier process with the same number, as in a container.
      utimesSync(join(dirname(file), `turnover.db.restoring.${process.pid}.partial`), 1, 1)
      yield* hold(file)
      assert.deepStrictEqual(readdirSync(dirname(file)).sort(), [...others, "turnover.db.lock"].sort())
    }))
})
