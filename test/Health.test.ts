import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, Option } from "effect"
import { formatInstant } from "../src/Domain/Calendar.ts"
import { Health } from "../src/Health.ts"
import { Ledger } from "../src/Ledger.ts"
import { Notifier } from "../src/Notifier.ts"
import { emptyLine } from "../src/Outbox.ts"
import { delivery } from "./Chat/Samples.ts"
import { commanding } from "./lib/Commands.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { sentencesOf } from "./lib/Sentences.ts"
import { cents, date, storeDay, turnover } from "./lib/Stored.ts"
import { testService, type TestServiceOptions } from "./lib/TestService.ts"

const service = (time: string, options: Partial<TestServiceOptions> = {}) => {
  const clock = quickClock(DateTime.unsafeMake(`2026-03-14T${time}+08:00`).epochMillis)
  return { clock, ...testService({ at: "", clock, ...options }) }
}

const report = Effect.flatMap(Health, ({ report }) => report)
const verdict = Effect.map(report, ({ problems, status }) => ({ status, problems: sentencesOf(problems) }))
const ok = { status: "ok" as const, problems: [] as ReadonlyArray<string> }

const breakTable = Effect.flatMap(SqlClient.SqlClient,
  (sql) => sql`CREATE TRIGGER full BEFORE INSERT ON turnover BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
const repairTable = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DROP TRIGGER full`)

// Rule 6.8.
describe("Health", () => {
  it.scoped("is ok, and names the next and the last run", () => {
    const { clock, layer } = service("22:59:30")
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      const before = yield* report
      assert.strictEqual(before.status, "ok")
      assert.deepStrictEqual(before.scheduler.cutoff, { hour: 23, minute: 0 })
      assert.strictEqual(formatInstant(before.scheduler.nextRun), "2026-03-14T23:00:00+08:00")
      assert.strictEqual(before.scheduler.lastResult, "before_cutoff")
      assert.deepStrictEqual(before.notifications, {
        pending: 0,
        delivered: 0,
        accepted: 0,
        failed: 0,
        lastDeliveredAt: null,
        oldestPendingAt: null,
        chats: new Map(),
        lines: [{ ...emptyLine, name: "main", kind: "feishu", isSet: true, mutedUntil: null }]
      })
      yield* clock.pass("30 seconds")
      const after = yield* report
      assert.strictEqual(after.status, "ok")
      assert.strictEqual(formatInstant(after.scheduler.nextRun), "2026-03-15T23:00:00+08:00")
      assert.strictEqual(after.scheduler.lastRun === null ? "" : formatInstant(after.scheduler.lastRun), "2026-03-14T23:00:00+08:00")
      assert.strictEqual(after.scheduler.lastResult, "generated")
      assert.strictEqual(after.notifications?.delivered, 1)
      assert.strictEqual(after.notifications?.lastDeliveredAt, DateTime.unsafeMake("2026-03-14T23:00:00+08:00").epochMillis)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("lists missing days and is ok with them", () => {
    const { clock, layer } = service("12:00:10", { before: storeDay(turnover("2026-03-11")) })
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      const { missingDays, status } = yield* report
      assert.deepStrictEqual(missingDays, [date("2026-03-12"), date("2026-03-13")])
      assert.strictEqual(status, "ok")
    }).pipe(Effect.provide(layer))
  })

  // Rules 6.8 and 6.10.
  it.scoped("is degraded while a day is dated in the future, until a person withdraws it, and names both remedies", () => {
    const ahead = turnover("2027-03-14", { source: "generated" })
    const { clock, layer } = service("12:00:10", { before: storeDay(ahead) })
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      const before = yield* report
      assert.deepStrictEqual([before.status, before.futureDays], ["degraded", [date("2027-03-14")]])
      assert.deepStrictEqual(sentencesOf(before.problems), [
        "1 day is dated in the future, the first 2027-03-14, so no amount is generated: set the clock if it is behind, or withdraw each such day."
      ])
      assert.deepInclude(before.problems[0], { code: "days_in_future", params: { count: 1, first: "2027-03-14" } })
      yield* commanding(yield* Ledger).correct({ date: ahead.date, cents: cents(0), reason: "the clock was ahead", actor: "mei" })
      assert.strictEqual((yield* report).status, "degraded")
      yield* commanding(yield* Ledger).withdraw({ date: ahead.date, reason: "the clock was ahead", actor: "mei" })
      const after = yield* report
      assert.deepStrictEqual([after.status, after.problems, after.futureDays], ["ok", [], []])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is degraded while a message has failed, until it is sent again", () => {
    const { bot, clock, layer } = service("22:59:58")
    bot.script.push(Effect.succeed(delivery("permanent")))
    return Effect.gen(function*() {
      yield* clock.pass("3 seconds")
      const { problems, status } = yield* verdict
      assert.strictEqual(status, "degraded")
      assert.strictEqual(problems.length, 1)
      assert.isTrue(Option.isSome(yield* (yield* Notifier).resend(1, { permit: Effect.void, chat: undefined, by: "admin" })))
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual(yield* verdict, ok)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is ok while a message waits, and degraded once that is longer than a minute", () => {
    const { bot, clock, layer } = service("22:59:58")
    const later = Effect.succeed(delivery("transient", { retryAfterMillis: 600_000 }))
    // The check a minute after the hour sends a waiting settlement at once.
    bot.script.push(later, later)
    return Effect.gen(function*() {
      yield* clock.pass("3 seconds")
      assert.deepStrictEqual(yield* verdict, ok)
      yield* clock.pass("2 minutes")
      const sentence =
        "1 message waits, and none was delivered for 2 minutes: the attempts on the admin page, or the log of the process that sends, say why."
      assert.deepStrictEqual(yield* verdict, { status: "degraded", problems: [sentence] })
      yield* clock.pass("10 minutes")
      assert.deepStrictEqual(yield* verdict, ok)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is degraded while a settlement fails, and overdue after a minute", () => {
    const { clock, layer } = service("22:59:30")
    return Effect.gen(function*() {
      yield* breakTable
      yield* clock.pass("45 seconds")
      const failing = "The last settlement failed; it is tried again within a minute."
      assert.deepStrictEqual(yield* verdict, { status: "degraded", problems: [failing] })
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(yield* verdict, {
        status: "degraded",
        problems: [failing, "2026-03-14 is not settled although its cutoff is past."]
      })
      yield* clock.pass("1 hour")
      assert.strictEqual((yield* report).status, "degraded", "also when the next day has begun")
      yield* repairTable
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(yield* verdict, ok)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is down while the database does not answer, and answers within seconds", () => {
    const { clock, layer } = service("12:00:10")
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      const sql = yield* SqlClient.SqlClient
      const holding = yield* Effect.fork(sql.withTransaction(Effect.never))
      yield* clock.pass("1 second")
      const asking = yield* Effect.fork(report)
      yield* clock.pass("2 seconds")
      const { database, notifications, problems, status } = yield* Fiber.join(asking)
      assert.strictEqual(status, "down")
      assert.deepStrictEqual(problems, [{ code: "database_silent", params: {}, message: "The database does not answer." }])
      assert.deepStrictEqual(database, { ok: false, kind: "sqlite", latencyMillis: null })
      assert.isNull(notifications)
      yield* Fiber.interrupt(holding)
      assert.deepStrictEqual(yield* verdict, ok)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is down when commits are no longer durable", () => {
    const { clock, layer } = service("12:00:10")
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`PRAGMA synchronous = OFF`)
      assert.strictEqual((yield* report).status, "down")
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is down while the scheduler is stuck in a settlement, and ok when it continues", () => {
    const { clock, layer } = service("22:59:30", { watch: "1 second" })
    return Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* clock.pass("1 second")
      const holding = yield* Effect.fork(sql.withTransaction(Effect.never))
      yield* clock.pass("160 seconds")
      const asking = yield* Effect.fork(report)
      yield* clock.pass("4 seconds")
      const { problems } = yield* Fiber.join(asking)
      assert.include(sentencesOf(problems), "The scheduler has stopped reading the clock.")
      yield* Fiber.interrupt(holding)
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual(yield* verdict, ok)
    }).pipe(Effect.provide(layer))
  })
})
