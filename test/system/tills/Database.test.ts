import { assert, describe, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { Effect } from "effect"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { temporaryFile } from "../../Database/TestFile.ts"
import { askTill, type Shop } from "./TillProgram.ts"

const statements = `
  CREATE TABLE receipts (closed_at TEXT, status TEXT, total REAL);
  INSERT INTO receipts VALUES ('2026-11-19 15:59:59', 'paid', 1000), ('2026-11-19 16:00:00', 'paid', 10.5), ('2026-11-20 04:00:00', 'open', 99),
    ('2026-11-20 04:00:00', 'void', 50), ('2026-11-20 04:00:00', 'paid', -3), ('2026-11-20 15:59:59', 'paid', 20.25), ('2026-11-20 16:00:00', 'paid', 1000)`

const ofDay = "from receipts where closed_at >= :start_utc and closed_at < :end_utc and status = 'paid'"

/** A till's file; `open` is a program that still has it open. */
const tillFile = (journal: "delete" | "wal") =>
  Effect.map(temporaryFile, (file) => {
    const db = new BetterSqlite(file)
    db.pragma(`journal_mode = ${journal}`)
    db.exec(statements)
    return { db, file }
  })

const ask = (file: string, query: string, shop: Partial<Shop> = {}) =>
  askTill(["node", "tills/database.mjs", query], { TILL_DATABASE: `file:${file}` }, shop)

describe.concurrent("tills/database.mjs with SQLite", () => {
  it.scopedLive("reads one amount and the number of items, by the bounds of the business day", () =>
    Effect.gen(function*() {
      const { db, file } = yield* tillFile("delete")
      db.close()
      const rows: ReadonlyArray<readonly [query: string, expected: string]> = [
        [`select round(sum(total), 2), count(*) ${ofDay}`, "2775 of 3"],
        [`select sum(total) ${ofDay}`, "2775 of 1"],
        ["select 5.25 where :date = '2026-11-20' and unixepoch(:start) = :start_unix and :end_unix - :start_unix = 86400", "525 of 1"],
        ["select 9007199254740993 / 9007199254740993", "100 of 1"],
        ["select 0.1 + 0.2", "failed: the program ended with 1: the query: expected an amount, got \"0.30000000000000004\""],
        [
          "select 12.345",
          "decimals: amount: expected an amount with at most two decimals, got \"12.345\""
        ],
        ["select sum(total) from receipts where 1 = 0", "not_now: not now: the query gives NULL: there is no row of the day"],
        [
          "select coalesce(sum(total), 0.00) from receipts where 1 = 0",
          "not_now: not now: the query gives 0 without a number of items, as for no row"
        ],
        ["select 0, 2", "0 of 2"],
        [
          "select total from receipts",
          "failed: the program ended with 1: expected one row with an amount and a number of items, got more rows"
        ],
        ["select 1, 2, 3", "failed: the program ended with 1: expected one row with an amount and a number of items, got 3 columns"],
        ["select ':date'", "failed: the program ended with 1: :date: expected no quotes around it, because it is a value and no text"],
        ["delete from receipts", "failed: the program ended with 1: attempt to write a readonly database"]
      ]
      for (const [query, expected] of rows) assert.strictEqual(yield* ask(file, query), expected, query)
      assert.strictEqual(yield* ask(`${file}.no`, "select 1"), "failed: the program ended with 1: TILL_DATABASE: there is no such file")
    }))

  const wayOfTime =
    "failed: the program ended with 1: the answer depends on how a time is written: a text is :start_utc (2026-11-19 16:00:00), " +
    ":start_iso (2026-11-19T16:00:00Z) or :start_local, a number :start_unix or :start_ms"

  it.scopedLive("compares each way of writing a time with its own parameter, and refuses what would compare only dates", () =>
    Effect.gen(function*() {
      const { db, file } = yield* tillFile("delete")
      db.exec(
        "CREATE TABLE sale (at TEXT, iso TEXT, local TEXT, unix INTEGER, ms INTEGER, total REAL);" + [
          ["2026-11-19T15:59:59", 1000],
          ["2026-11-19T16:00:00", 10],
          ["2026-11-20T15:59:59", 60],
          ["2026-11-20T16:00:00", 1000]
        ].map(([at, total]) =>
          `INSERT INTO sale VALUES (datetime('${at}'), '${at}Z', datetime('${at}', '+8 hours'), unixepoch('${at}'), unixepoch('${at}') * 1000, ${total});`
        ).join("")
      )
      db.close()
      const rows: ReadonlyArray<readonly [where: string, expected: string]> = [
        ["at >= :start_utc and at < :end_utc", "7000 of 1"],
        ["iso >= :start_iso and iso < :end_iso", "7000 of 1"],
        ["local >= :start_local and local < :end_local", "7000 of 1"],
        ["datetime(iso) >= datetime(:start) and datetime(iso) < datetime(:end)", "7000 of 1"],
        ["unix >= :start_unix and unix < :end_unix", "7000 of 1"],
        ["ms >= :start_ms and ms < :end_ms", "7000 of 1"],
        ["ms / 1000 >= :end_unix - 86400 and ms / 1000 < :end_unix", "7000 of 1"],
        ["iso >= :start_utc and iso < :end_utc", wayOfTime],
        ["at >= :start_iso and at < :end_iso", wayOfTime],
        ["iso >= :start and iso < :end", wayOfTime],
        ["local >= :start and local < :end", wayOfTime]
      ]
      for (const [where, expected] of rows)
        assert.strictEqual(yield* ask(file, `select sum(total) from sale where ${where}`), expected, where)
    }))

  it.scopedLive("counts a day that begins at 04:00", () =>
    Effect.gen(function*() {
      const { db, file } = yield* tillFile("delete")
      db.exec("insert into receipts values ('2026-11-20 19:59:59', 'paid', 1), ('2026-11-20 20:00:00', 'paid', 7)")
      db.close()
      // Without 10.50, which was before 04:00, and with the 1000.00 and 1.00 after midnight.
      assert.strictEqual(yield* ask(file, `select sum(total), count(*) ${ofDay}`, { dayStart: { hour: 4, minute: 0 } }), "101825 of 4")
    }))

  it.scopedLive("reads a file in WAL mode with what is in its log, and creates no file beside it", () =>
    Effect.gen(function*() {
      const { db, file } = yield* tillFile("wal")
      const query = `select sum(total), count(*) ${ofDay}`
      const live = readdirSync(dirname(file)).sort()
      assert.strictEqual(yield* ask(file, query), "2775 of 3")
      assert.deepStrictEqual(readdirSync(dirname(file)).sort(), live)
      const log = readFileSync(`${file}-wal`)
      db.close()
      const closed = readdirSync(dirname(file)).sort()
      assert.strictEqual(yield* ask(file, query), "2775 of 3")
      assert.deepStrictEqual(readdirSync(dirname(file)).sort(), closed)
      // As a program leaves it that was killed.
      writeFileSync(`${file}-wal`, log)
      const left = readdirSync(dirname(file)).sort()
      assert.strictEqual(yield* ask(file, query), "2775 of 3")
      assert.deepStrictEqual(readdirSync(dirname(file)).sort(), left)
    }))

  it.scopedLive("asks again later where the till's program has locked its file", () =>
    Effect.gen(function*() {
      const { db, file } = yield* tillFile("delete")
      db.exec("begin exclusive")
      assert.strictEqual(yield* ask(file, `select sum(total) ${ofDay}`), "not_now: not now: the database is locked by its program")
      db.close()
    }))
})
