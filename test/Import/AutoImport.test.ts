import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope, TestClock } from "effect"
import { Health } from "../../src/Health.ts"
import { AutoImport } from "../../src/Import/AutoImport.ts"
import { Ledger } from "../../src/Ledger.ts"
import { temporaryFile } from "../Database/TestFile.ts"
import { commanding } from "../lib/Commands.ts"
import { sentencesOf } from "../lib/Sentences.ts"
import { announced, cents, date, storedAudit, storedDays } from "../lib/Stored.ts"
import { testService, type TestServiceOptions } from "../lib/TestService.ts"

const env = { AUTO_IMPORT_ON_START: "yes", AUTO_IMPORT_FILE: "/shop/days.csv" }
const good = "日期,金额\r\n2026/3/12,\"¥1,234.50\"\r\n2026-03-13,0.1\r\n"

const withFile = (file: string | Uint8Array | undefined, options: Partial<TestServiceOptions> = {}) =>
  testService({ at: "2026-03-14T12:00:10+08:00", env, files: file === undefined ? {} : { "/shop/days.csv": file }, ...options })

const outcome = Effect.map(AutoImport, ({ outcome }) => outcome)
const report = Effect.flatMap(Health, ({ report }) => report)

// Rule 6.15.
describe("The import at start", () => {
  it.scoped("stores the file's days, audited and announced as auto-import's", () => {
    const { bot, layer } = withFile(good)
    return Effect.gen(function*() {
      assert.deepStrictEqual(yield* outcome, {
        ok: true,
        code: "imported",
        params: { count: 2, unchanged: 0 },
        detail: "2 days imported, 0 of them unchanged"
      })
      assert.deepStrictEqual(yield* storedDays, [
        { date: date("2026-03-12"), cents: cents(123_450), isFinal: true, source: "import" },
        { date: date("2026-03-13"), cents: cents(10), isFinal: true, source: "import" }
      ])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(announced(bot), ["imported 2026-03-12", "imported 2026-03-13"])
      assert.deepStrictEqual(
        bot.sent.map(({ announcement }) => "actor" in announcement ? announcement.actor : ""),
        ["auto-import", "auto-import"]
      )
      assert.strictEqual((yield* report).status, "ok")
    }).pipe(Effect.provide(layer))
  })

  // Rule 6.31.
  it.scoped("reads a table as the shop has it, and takes a question as a fault", () =>
    Effect.gen(function*() {
      const table = withFile("日报\n日期;单数;实收\n2026-03-12;3;10,50\n2026-03-13;4;20,00\n合计;7;30,50\n")
      assert.deepInclude(yield* Effect.provide(outcome, table.layer), { ok: true, code: "imported" })
      const open = withFile("日期;单数;实收;应收\n2026-03-12;3;10,50;12,00\n")
      const asked = yield* Effect.provide(Effect.all([outcome, storedDays]), open.layer)
      assert.deepInclude(asked[0], {
        ok: false,
        code: "import_rows",
        detail: "AUTO_IMPORT_FILE does not settle how it is meant: see the log"
      })
      assert.deepStrictEqual(asked[1], [])
    }))

  it.scoped("imports a file once, however often the service starts, and again when it has changed", () =>
    Effect.gen(function*() {
      const database = `file:${yield* temporaryFile}`
      const startedWith = (file: string) =>
        Effect.gen(function*() {
          const scope = yield* Scope.make()
          const context = yield* Layer.buildWithScope(withFile(file, { database }).layer, scope)
          const corrected = yield* Effect.provide(Effect.gen(function*() {
            const result = yield* outcome
            yield* commanding(yield* Ledger).correct({ date: date("2026-03-13"), cents: cents(7), reason: "", actor: "mei" })
            return { result, audit: yield* storedAudit }
          }), context)
          yield* Scope.close(scope, Exit.void)
          return corrected
        })
      yield* startedWith(good)
      const again = yield* startedWith(good)
      assert.deepStrictEqual(again.result, {
        ok: true,
        code: "imported_before",
        params: {},
        detail: "this file was imported before"
      })
      assert.strictEqual(again.audit.filter((line) => line.startsWith("import")).length, 2)
      const changed = yield* startedWith(`${good}2026-03-14,1\r\n`)
      assert.deepStrictEqual(changed.result, {
        ok: true,
        code: "imported",
        params: { count: 3, unchanged: 1 },
        detail: "3 days imported, 1 of them unchanged"
      })
      // Rule 6.15: each row is audited, also the one that equals what is stored.
      assert.strictEqual(changed.audit.filter((line) => line.startsWith("import")).length, 5)
    }))

  for (
    const [what, file, detail] of [
      ["a missing file", undefined, "AUTO_IMPORT_FILE cannot be read: see the log"],
      ["an empty file", "date,amount\n", "AUTO_IMPORT_FILE has no data rows"],
      [
        "a bad row",
        "2026-03-12,1\n2026-03-13,x\n2026-03-15,1\n",
        "AUTO_IMPORT_FILE has 2 faults, the first in line 2 (amount): see the log"
      ],
      ["another file of one line", "王小明 13800000000", "AUTO_IMPORT_FILE has 1 fault, the first in line 1 (row): see the log"],
      ["a file of one secret", "sk-live-4f3d2c1b0a", "AUTO_IMPORT_FILE has 1 fault, the first in line 1 (row): see the log"],
      ["a file that is no text", new Uint8Array([0xff, 0x80, 0xff]), "AUTO_IMPORT_FILE has 1 fault, the first in line 1 (row): see the log"]
    ] as const
  ) {
    it.scoped(`starts the service in spite of ${what}, stores nothing of it and degrades health`, () => {
      const { layer } = withFile(file)
      return Effect.gen(function*() {
        yield* TestClock.adjust("1 second")
        const result = yield* outcome
        assert.isFalse(result?.ok)
        assert.strictEqual(result?.detail, detail)
        assert.deepStrictEqual(yield* storedDays, [])
        const { problems, status } = yield* report
        assert.strictEqual(status, "degraded")
        assert.deepStrictEqual(sentencesOf(problems), [`The import at start failed: ${result?.detail}`])
      }).pipe(Effect.provide(layer))
    })
  }

  it.scoped("starts the service even if the database cannot store the file", () => {
    const full = Effect.flatMap(SqlClient.SqlClient,
      (sql) => sql`CREATE TRIGGER full BEFORE INSERT ON turnover BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
    const { layer } = withFile(good, { before: full })
    return Effect.gen(function*() {
      assert.deepStrictEqual(yield* outcome, {
        ok: false,
        code: "import_storage",
        params: {},
        detail: "the database did not take the file: see the log"
      })
      assert.deepStrictEqual(yield* storedDays, [])
      yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DROP TRIGGER full`)
      assert.isFalse(yield* (yield* Ledger).wasImported("0".repeat(64)))
    }).pipe(Effect.provide(layer))
  })

  it.scoped("does not run unless it is turned on", () => {
    const { layer } = withFile(good, { env: {} })
    return Effect.gen(function*() {
      assert.isNull(yield* outcome)
      assert.deepStrictEqual(yield* storedDays, [])
    }).pipe(Effect.provide(layer))
  })
})
