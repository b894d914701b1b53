import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Either, Fiber, Option, TestClock } from "effect"
import { cutoffRun } from "../src/Domain/Agenda.ts"
import { yuan } from "../src/Domain/Amount.ts"
import { calendarOf, momentOf } from "../src/Domain/Calendar.ts"
import { named } from "../src/Domain/Command.ts"
import * as DayBook from "../src/Domain/DayBook.ts"
import * as Figures from "../src/Domain/Figures.ts"
import type { LocalDate } from "../src/Domain/LocalDate.ts"
import { addDays, datesBetween } from "../src/Domain/LocalDate.ts"
import { Events } from "../src/Events.ts"
import { csvHeader, csvRow } from "../src/Import/Csv.ts"
import { readOptions } from "../src/Import/TableReader.ts"
import { Ledger } from "../src/Ledger.ts"
import { AuditTrail } from "../src/Ledger/AuditTrail.ts"
import { readTextTables } from "../src/Tables.ts"
import { anotherProgram, temporaryFile } from "./Database/TestFile.ts"
import { recordsSince } from "./lib/AuditRecords.ts"
import { commanding } from "./lib/Commands.ts"
import { announced, cents, date, figureOf, storedAudit, storeDay, storedDays, storedMessages, turnover } from "./lib/Stored.ts"
import { members, testService, type TestServiceOptions } from "./lib/TestService.ts"

const today = date("2026-03-14")
const yesterday = date("2026-03-13")

/** The service at noon on a Saturday, hours before its cutoff. */
const atNoon = (options: Partial<TestServiceOptions> = {}) => testService({ at: "2026-03-14T12:00:10+08:00", ...options })

const correction = (day: LocalDate, amount = 5) => ({ date: day, cents: cents(amount), reason: "till", actor: "mei" })

const imported = (days: ReadonlyArray<readonly [LocalDate, number]>, parts: { readonly sha256?: string } = {}) => ({
  rows: days.map(([day, amount]) => ({ date: day, cents: cents(amount) })),
  actor: "admin",
  ...parts
})

/** What the reader of imports gives for an export. */
const readDays = (csv: string, { calendar }: Ledger["Type"], book: DayBook.DayBook) => {
  const { days, outcome } = readTextTables(new TextEncoder().encode(csv), readOptions(calendar(), { today, book, currency: yuan }, {}))
  return { outcome, days: days.map(({ cents: amount, date }) => ({ date, cents: cents(amount) })) }
}

const verified = Effect.flatMap(AuditTrail, (trail) => trail.verify)
const records = Effect.flatMap(AuditTrail, (trail) => recordsSince(trail, 0))
const book = Effect.flatMap(Ledger, (ledger) => ledger.book)

describe("A correction", () => {
  it.scoped("of a day that has not come is refused by the shop's calendar, not the machine's", () => {
    const { layer } = testService({ at: "2026-03-14T23:59:59+08:00" })
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      const tomorrow = addDays(today, 1)
      const refused = yield* Effect.either(commanding(ledger).correct(correction(tomorrow)))
      assert.deepInclude(Option.getOrNull(Either.getLeft(refused)), { _tag: "DateInFuture", date: tomorrow, today })
      assert.notInclude((yield* storedDays).map((day) => day.date), tomorrow)
      yield* TestClock.adjust("1 second")
      yield* commanding(ledger).correct(correction(tomorrow))
      assert.include((yield* storedDays).map((day) => day.date), tomorrow)
    }).pipe(Effect.provide(layer))
  })
})

describe("An import", () => {
  // Rule 6.14.
  it.scoped("audits and announces each row, and skips days that are equal and final where the request wants it", () => {
    const open = turnover("2026-03-10", { isFinal: false, cents: cents(1) })
    const { bot, layer } = atNoon()
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      yield* TestClock.adjust("1 second")
      yield* Effect.forEach([open, turnover("2026-03-11", { cents: cents(2) }), turnover("2026-03-12", { cents: cents(3) })], storeDay)
      const rows = [["2026-03-13", 4], ["2026-03-12", 30], ["2026-03-11", 2], ["2026-03-10", 1]] as const
      const file = imported(rows.map(([day, amount]) => [date(day), amount]))
      const skipping = { ...file, equal: "skip" } as const
      assert.deepStrictEqual(yield* commanding(ledger).importDays(skipping), { imported: 4, new: 1, changed: 2, unchanged: 1 })
      assert.deepStrictEqual(yield* commanding(ledger).importDays(skipping), { imported: 4, new: 0, changed: 0, unchanged: 4 })
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* storedAudit, ["import 2026-03-10", "import 2026-03-12", "import 2026-03-13"])
      assert.deepStrictEqual(announced(bot), ["imported 2026-03-10", "imported 2026-03-12", "imported 2026-03-13"])
      assert.deepStrictEqual((yield* storedDays).map((day) => [day.cents, day.isFinal, day.source]), [
        [1, true, "import"],
        [2, true, "manual"],
        [30, true, "import"],
        [4, true, "import"]
      ])
      assert.deepStrictEqual(yield* commanding(ledger).importDays(file), { imported: 4, new: 0, changed: 0, unchanged: 4 })
      yield* TestClock.adjust("5 seconds")
      const every = ["2026-03-10", "2026-03-11", "2026-03-12", "2026-03-13"]
      assert.deepStrictEqual((yield* storedAudit).slice(3), every.map((day) => `import ${day}`))
      assert.deepStrictEqual(announced(bot).slice(3), every.map((day) => `imported ${day}`))
      assert.strictEqual((yield* storedDays)[1]?.source, "import")
    }).pipe(Effect.provide(layer))
  })

  it.scoped("that fails halfway leaves nothing behind, and can be repeated", () => {
    const { layer } = atNoon()
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      const sql = yield* SqlClient.SqlClient
      const days = imported(datesBetween(date("2023-01-01"), date("2026-03-13")).map((day) => [day, 100]), {
        sha256: "a".repeat(64)
      })
      yield* sql`CREATE TRIGGER full BEFORE INSERT ON audit WHEN new.id > 900 BEGIN SELECT RAISE(ABORT, 'disk full'); END`
      assert.strictEqual((yield* Effect.exit(commanding(ledger).importDays(days)))._tag, "Failure")
      assert.deepStrictEqual([yield* storedDays, yield* storedAudit, yield* storedMessages], [[], [], 0])
      assert.deepStrictEqual((yield* ledger.book).days, [])
      assert.isFalse(yield* ledger.wasImported("a".repeat(64)))
      yield* sql`DROP TRIGGER full`
      assert.strictEqual((yield* commanding(ledger).importDays(days)).new, days.rows.length)
      assert.isTrue(yield* ledger.wasImported("a".repeat(64)))
      assert.deepStrictEqual(yield* verified, { records: days.rows.length, firstBrokenId: null })
      assert.strictEqual(yield* storedMessages, days.rows.length)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("of the export changes nothing where equal rows are left alone", () => {
    const { layer } = atNoon()
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      yield* commanding(ledger).importDays(imported([[date("2024-02-29"), 0], [yesterday, 999_999_999_999], [today, 1]]))
      yield* commanding(ledger).correct(correction(yesterday, 10))
      const { days } = yield* ledger.book
      const csv = csvHeader + days.map((day) => csvRow(day.date, day.cents)).join("")
      const rows = readDays(csv, ledger, yield* ledger.book).days
      assert.deepStrictEqual(yield* commanding(ledger).importDays({ rows, actor: "admin", equal: "skip" }), {
        imported: 3,
        new: 0,
        changed: 0,
        unchanged: 3
      })
      assert.deepStrictEqual(yield* storedDays, days.map(figureOf))
      assert.strictEqual((yield* storedAudit).length, 4)
    }).pipe(Effect.provide(layer))
  })
})

describe("A till's figure", () => {
  // Rule 5.13.
  it.scoped("that comes between the cutoff and the cutoff's run is announced once", () => {
    const file = members({ cutoff_time: "12:00", amount_source: { kind: "none" } })
    const { bot, layer } = testService({ at: "2026-03-14T12:00:00+08:00", config: { file } })
    const moment = momentOf(DateTime.unsafeMakeZoned("2026-03-14T04:00:00.1Z", { timeZone: "Asia/Shanghai" }),
      calendarOf(DateTime.zoneUnsafeMakeNamed("Asia/Shanghai"), { hour: 12, minute: 0 }))
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      yield* ledger.carryOut({ _tag: "Feed", date: today, cents: cents(5), final: true }, named("pos"))
      const { _tag } = yield* commanding(ledger).settle("cutoff", moment, cutoffRun(moment))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual([_tag, announced(bot).filter((one) => !one.startsWith("awaited"))], ["Settled", ["daily 2026-03-14"]])
    }).pipe(Effect.provide(layer))
  })
})

describe("A day that the clock left in the future", () => {
  const ahead = turnover("2027-03-14", { source: "generated" })

  it.scoped("can be corrected; another future day cannot", () => {
    const { layer } = atNoon({ before: storeDay(ahead) })
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      yield* commanding(ledger).correct(correction(ahead.date, 7))
      assert.deepStrictEqual(yield* storedDays, [{ ...ahead, cents: cents(7), source: "manual" }])
      const refused = yield* Effect.flip(commanding(ledger).correct(correction(date("2027-03-15"))))
      assert.deepInclude(refused, { _tag: "DateInFuture", today })
      assert.deepStrictEqual(yield* storedAudit, ["correct 2027-03-14"])
    }).pipe(Effect.provide(layer))
  })

  // Rule 6.9.
  it.scoped("is in the export, whose import changes nothing; another amount for it is refused", () => {
    const { layer } = atNoon({ before: storeDay(ahead) })
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      const { days } = yield* ledger.book
      const read = (csv: string, book: DayBook.DayBook) => readDays(csv, ledger, book)
      const exported = csvHeader + days.map((day) => csvRow(day.date, day.cents)).join("")
      const rows = read(exported, yield* ledger.book).days
      assert.deepInclude(yield* commanding(ledger).importDays({ rows, actor: "admin" }), { imported: 1, unchanged: 1 })
      for (const [csv, book] of [[csvRow(ahead.date, cents(1)), yield* ledger.book], [exported, DayBook.empty]] as const) {
        assert.strictEqual(read(csv, book).outcome, "refused")
      }
    }).pipe(Effect.provide(layer))
  })

  // Rule 5.15.
  it.scoped("keeps amounts from being generated, and is in no figure; what people enter is settled", () => {
    const { layer } = atNoon({ before: storeDay(ahead) })
    const momentAt = (instant: string) =>
      momentOf(DateTime.unsafeMakeZoned(instant, { timeZone: "Asia/Shanghai" }),
        calendarOf(DateTime.zoneUnsafeMakeNamed("Asia/Shanghai"), { hour: 23, minute: 0 }))
    const moment = momentAt("2026-03-15T15:59:30Z")
    return Effect.gen(function*() {
      const { settle } = commanding(yield* Ledger)
      assert.strictEqual((yield* settle("cutoff", momentAt("2026-03-14T15:00:00Z")))._tag, "ClockInDoubt")
      yield* Effect.forEach(["2026-03-14", "2026-03-15"], (day) => storeDay(turnover(day, { isFinal: false })))
      assert.strictEqual((yield* settle("cutoff", moment))._tag, "Finalize")
      assert.deepStrictEqual((yield* storedDays).map((day) => `${day.date} ${day.source} ${day.isFinal}`), [
        "2026-03-14 manual true",
        "2026-03-15 manual true",
        "2027-03-14 generated true"
      ])
      yield* commanding(yield* Ledger).withdraw({ date: ahead.date, reason: "the clock was ahead", actor: "mei" })
      assert.strictEqual((yield* settle("hourly", momentAt("2026-03-16T15:30:00Z")))._tag, "Generate")
      yield* commanding(yield* Ledger).withdraw({ date: date("2026-03-16"), reason: "test", actor: "mei" })
      const { book } = yield* Ledger
      const figures = Figures.dashboard(yield* book, moment)
      const [first, second] = (yield* book).days
      assert.strictEqual(figures.this_month.cents, (first?.cents ?? 0) + (second?.cents ?? 0))
      assert.deepStrictEqual(Figures.revenue(yield* book, moment.today, 3660).length, 2)
      assert.deepStrictEqual(Figures.missingDays(yield* book, moment.today), [])
    }).pipe(Effect.provide(layer))
  })
})

describe("The single writer", () => {
  it.scoped("handles a hundred concurrent corrections and imports one after another, on one whole chain", () => {
    const { layer } = atNoon({ config: { file: members({ import_notify: "none" }) } })
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      yield* Effect.forEach(Array.from({ length: 100 }, (_, index) => index), (index) =>
        index % 2 === 0
          ? Effect.asVoid(commanding(ledger).correct(correction(yesterday, index)))
          : Effect.asVoid(commanding(ledger).importDays(imported([[addDays(yesterday, -index), index], [today, index]]))), {
        concurrency: "unbounded",
        discard: true
      })
      assert.deepStrictEqual(yield* verified, { records: 150, firstBrokenId: null })
      const corrections = (yield* records).filter(({ action }) => action === "correct").reverse()
      assert.deepStrictEqual(
        corrections.map(({ after, before }) => [before, after]),
        corrections.map((_, index) => [index === 0 ? null : cents(2 * (index - 1)), cents(2 * index)])
      )
      assert.deepStrictEqual((yield* ledger.book).days.map(figureOf), yield* storedDays)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("answers reads while a write waits", () => {
    const { layer } = atNoon({ before: storeDay(turnover(yesterday)) })
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      const sql = yield* SqlClient.SqlClient
      yield* TestClock.adjust("1 second")
      const holding = yield* Effect.fork(sql.withTransaction(Effect.never))
      yield* Effect.yieldNow()
      const writing = yield* Effect.fork(commanding(ledger).correct(correction(yesterday)))
      yield* Effect.yieldNow()
      assert.deepStrictEqual((yield* ledger.book).days, [turnover(yesterday)])
      assert.isTrue(Option.isNone(yield* Fiber.poll(writing)))
      yield* Fiber.interrupt(holding)
      yield* Fiber.join(writing)
      assert.deepStrictEqual((yield* ledger.book).days.map(figureOf), [turnover(yesterday, { cents: cents(5) })])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("notices within a second what another program has written, and refreshes the pages", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const { layer } = atNoon({ database: `file:${file}`, watch: "1 second" })
      yield* Effect.gen(function*() {
        const events = yield* Events
        yield* TestClock.adjust("2 seconds")
        const event = yield* Effect.fork((yield* events.subscribe).take)
        const program = yield* anotherProgram(file)
        yield* TestClock.adjust("3 seconds")
        assert.isTrue(Option.isNone(yield* Fiber.poll(event)))
        program.exec(`INSERT INTO turnover (date, amount_cents, is_final, source) VALUES ('${yesterday}', 123456, 1, 'manual')`)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual((yield* book).days, [turnover(yesterday)])
        assert.strictEqual((yield* Fiber.join(event))._tag, "Change")
        yield* commanding(yield* Ledger).correct(correction(today))
        assert.strictEqual((yield* book).days.length, 2)
      }).pipe(Effect.provide(layer))
    }))

  it.scoped("follows another program's write even if its days could not be read at first", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const { layer } = atNoon({ database: `file:${file}`, watch: "1 second" })
      yield* Effect.gen(function*() {
        const program = yield* anotherProgram(file)
        const sql = yield* SqlClient.SqlClient
        yield* sql`ALTER TABLE turnover RENAME TO hidden`
        program.exec(`INSERT INTO hidden (date, amount_cents, is_final, source) VALUES ('${yesterday}', 123456, 1, 'manual')`)
        yield* TestClock.adjust("3 seconds")
        yield* sql`ALTER TABLE hidden RENAME TO turnover`
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual((yield* book).days, [turnover(yesterday)])
      }).pipe(Effect.provide(layer))
    }))
})
