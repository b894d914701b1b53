import { assert, describe, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { Effect, Fiber } from "effect"
import { chmodSync, readdirSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { oneValue, readingQuery } from "../../src/Source/Sql.ts"
import { anotherProgram, temporaryFile } from "../Database/TestFile.ts"
import { asked, sourceOf } from "../lib/Asking.ts"

const source = (url: string, query: string, members: object = {}) =>
  sourceOf({ kind: "sql", url: "$TILL", query, ...members }, { TILL: url })

const statements = `
  CREATE TABLE sale (day TEXT, amount NUMERIC, at TEXT);
  INSERT INTO sale VALUES ('2026-11-20', 12.5, '2026-11-19 16:00:00'), ('2026-11-20', 7, '2026-11-20 15:59:59'), ('2026-11-21', 100, '2026-11-20 16:00:00')`

/** A till's file that no program has open. */
const tillFile = (journal: "delete" | "wal") =>
  Effect.map(temporaryFile, (file) => {
    const db = new BetterSqlite(file)
    db.pragma(`journal_mode = ${journal}`)
    db.exec(statements)
    db.close()
    return file
  })

const beside = (file: string) => readdirSync(dirname(file)).sort()

const ofDay = "select sum(amount) from sale where day = {date}"

describe("a query", () => {
  it("takes the day as parameters, and keeps its other braces and dollars", () => {
    const { text, values } = readingQuery("select '{x}', $$a$$ where a >= {day.start} and a < {day.end} and d = {date}", {
      "date": "D",
      "day.start": "S",
      "day.end": "E"
    })
    assert.deepStrictEqual(values, ["S", "E", "D"])
    assert.strictEqual(text((number) => `$${number}`), "select '{x}', $$a$$ where a >= $1 and a < $2 and d = $3")
  })

  const results: ReadonlyArray<readonly [rows: ReadonlyArray<ReadonlyArray<string | null>>, expected: string]> = [
    [[["5"]], "5"],
    [[], "expected one row with one value, got no row"],
    [[[null]], "expected one row with one value, got NULL"],
    [[["1"], ["2"]], "expected one row with one value, got more rows"],
    [[["1", "2"]], "expected one row with one value, got 2 columns"],
    [[[]], "expected one row with one value, got 0 columns"]
  ]
  it.each(results)("with the result %j", (rows, expected) => {
    const value = oneValue({ rows })
    assert.strictEqual(value._tag === "Right" ? value.right : value.left.message, expected)
  })
})

describe("a till's SQLite file", () => {
  const queries: ReadonlyArray<readonly [query: string, expected: string]> = [
    [ofDay, "1950 of 1"],
    ["select sum(amount) from sale where at >= {day.start.utc} and at < {day.end.utc}", "1950 of 1"],
    ["select round(0.1 + 0.2, 2)", "30 of 1"],
    ["select printf('%.2f', 0.1 + 0.2)", "30 of 1"],
    ["select 0.1 + 0.2", "decimals: the query: expected an amount with at most two decimals, got \"0.30000000000000004\""],
    ["select 9007199254740993", "sum: expected a day's amount from 0 to 9999999999.99, got the sum 9007199254740993.00"],
    ["select 'abc'", "amount: the query: expected an amount, got \"abc\""],
    ["select x'01'", "amount: the query: expected an amount, got \"bytes\""],
    ["select sum(amount) from sale where day = '1999-01-01'", "one_value: expected one row with one value, got NULL"],
    ["select amount from sale where day = {date}", "one_value: expected one row with one value, got more rows"],
    ["select amount, day from sale where day = '2026-11-21'", "one_value: expected one row with one value, got 2 columns"],
    ["select hex(zeroblob(100000))", "query: the query has no answer: the query's values are too long for an amount"],
    ["select amount from nowhere", "query: the query has no answer: no such table: nowhere"],
    ["delete from sale returning 1", "query: the query has no answer: the query does not only read"],
    ["select 1; delete from sale", "query: the query has no answer: The supplied SQL string contains more than one statement"]
  ]
  it.scopedLive.each(queries)("answers %s", ([query, expected]) =>
    Effect.gen(function*() {
      const file = yield* tillFile("delete")
      assert.strictEqual(yield* asked(source(`file:${file}`, query)), expected)
      assert.deepStrictEqual(beside(file), ["turnover.db"])
    }))

  it.scopedLive("in WAL mode is read while its till runs, and while it does not; nothing is left beside it", () =>
    Effect.gen(function*() {
      const file = yield* tillFile("wal")
      assert.strictEqual(yield* asked(source(`file:${file}`, ofDay)), "1950 of 1")
      assert.deepStrictEqual(beside(file), ["turnover.db"])
      const till = yield* anotherProgram(file)
      till.exec("INSERT INTO sale VALUES ('2026-11-20', 1, '')")
      const running = beside(file)
      assert.strictEqual(yield* asked(source(`file:${file}`, ofDay)), "2050 of 1")
      assert.deepStrictEqual(beside(file), running)
      // The state after a crash: the newest rows are only in the -wal.
      rmSync(`${file}-shm`)
      assert.strictEqual(yield* asked(source(`file:${file}`, ofDay)), "2050 of 1")
      assert.deepStrictEqual(beside(file), running.filter((name) => !name.endsWith("-shm")))
    }))

  it.scopedLive("that is locked, or not there, is a fault", () =>
    Effect.gen(function*() {
      const file = yield* tillFile("delete")
      const till = yield* anotherProgram(file)
      till.exec("BEGIN EXCLUSIVE")
      assert.strictEqual(yield* asked(source(`file:${file}`, ofDay)),
        "query: the query has no answer: the database is locked by its program")
      assert.strictEqual(yield* asked(source(`file:${file}x`, ofDay)), "query: the query has no answer: there is no such file")
      assert.isFalse(beside(file).includes("turnover.dbx"))
      chmodSync(file, 0o600)
    }))

  const endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"

  it.scopedLive("fails a query that does not end in time, and blocks nothing meanwhile", () =>
    Effect.gen(function*() {
      const file = yield* tillFile("delete")
      let beats = 0
      yield* Effect.fork(Effect.forever(Effect.zipRight(Effect.sync(() => beats++), Effect.sleep("10 millis"))))
      assert.strictEqual(yield* asked(source(`file:${file}`, endless, { timeout_s: 1 })),
        "query: the query has no answer: no answer within 1 s")
      assert.isAbove(beats, 5)
      const asking = yield* Effect.fork(asked(source(`file:${file}`, endless, { timeout_s: 60 })))
      yield* Effect.sleep("50 millis")
      assert.strictEqual((yield* Effect.timeoutOption(Fiber.interrupt(asking), "10 seconds"))._tag, "Some")
    }))
})
