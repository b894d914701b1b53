import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, Layer, Option } from "effect"
import type { SeenReplica } from "../src/Database/ReplicaRegistry.ts"
import { formatInstant } from "../src/Domain/Calendar.ts"
import { Health, layer as HealthLayer } from "../src/Health.ts"
import { ForeignWritePoll, Ledger } from "../src/Ledger.ts"
import { Notifier } from "../src/Notifier.ts"
import { emptyLine } from "../src/Outbox.ts"
import { Replicas } from "../src/Replicas.ts"
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
        "1 message waits, and none was delivered for 2 min: the attempts on the admin page, or the log of the process that sends, say why."
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

  it.scoped("is degraded while replicas differ or have a faulty file, and ok while only their versions differ", () => {
    const { clock, layer } = service("12:00:10")
    const replica = {
      id: "till-1:1:a",
      startedAt: 0,
      seenAt: 0,
      version: "1",
      sending: true,
      settings: { shop_name: "a", TZ: "b" },
      configFault: null
    }
    const among = (...seen: ReadonlyArray<SeenReplica>) =>
      Effect.provide(verdict,
        Layer.provide(Layer.fresh(HealthLayer),
          Layer.effect(Replicas, Effect.map(Replicas, (alone) => ({ ...alone, own: replica.id, seen: Effect.succeed(seen) })))))
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      assert.deepStrictEqual(yield* among(replica, { ...replica, id: "till-2:1:a", version: "2" }), ok)
      assert.deepStrictEqual(
        yield* among(replica, {
          ...replica,
          settings: { shop_name: "c", TZ: "b" },
          configFault: "config.json: cutoff_time: expected HH:MM"
        }),
        {
          status: "degraded",
          problems: [
            "The configuration file of 1 replica has a fault, so earlier settings apply there: correct the file and reload.",
            "The replicas have different settings: shop_name. Give each the same settings, then reload or restart."
          ]
        }
      )
    }).pipe(Effect.provide(layer))
  })

  it.scoped("names how far the process's clock is from the database's, from 2 s", () => {
    const state = { ahead: 7_200_400 }
    const { clock, layer } = service("12:00:10", { clockAhead: Effect.sync(() => state.ahead) })
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      const sentence = (off: string) =>
        `The clock of this process is ${off} the database server's, so it settles, sends and changes nothing: set both by NTP.`
      assert.deepStrictEqual(yield* verdict, { status: "degraded", problems: [sentence("7200 s ahead of")] })
      assert.deepInclude((yield* report).problems[0], { code: "clock_ahead", params: { seconds: 7200 } })
      state.ahead = -3_000
      assert.deepStrictEqual(yield* verdict, { status: "degraded", problems: [sentence("3 s behind")] })
      state.ahead = -2_000
      assert.deepStrictEqual(yield* verdict, ok)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("says that changes are lost, how old the figures may be, that nobody sends, and that messages cannot be marked", () => {
    const { clock, layer } = service("12:00:10", { watch: "1 second" })
    const found = { behind: 1_500, lost: false, vacant: 0, failing: 10_000 }
    const among = Effect.suspend(() =>
      Effect.provide(verdict, Layer.provide(Layer.fresh(HealthLayer), Layer.mergeAll(
        Layer.succeed(ForeignWritePoll, "1 second"),
        Layer.effect(Ledger, Effect.map(Ledger, (ledger) => ({ ...ledger, behindMillis: () => found.behind, lost: () => found.lost }))),
        Layer.effect(Replicas, Effect.map(Replicas, (alone) => ({ ...alone, vacantFor: Effect.succeed(found.vacant) }))),
        Layer.effect(Notifier, Effect.map(Notifier, (notifier) => ({ ...notifier, failingFor: Effect.succeed(found.failing) })))
      )))
    )
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      assert.deepStrictEqual(yield* among, ok)
      found.behind = 1_510
      assert.deepStrictEqual((yield* among).problems, [
        "The figures of this process may be 2 s old: it cannot read what other processes store."
      ])
      Object.assign(found, { behind: 7_200, lost: true, vacant: 12_000, failing: 15_000 })
      assert.deepStrictEqual(yield* among, {
        status: "degraded",
        problems: [
          "The database has lost the newest stored changes, as after a failover. Compare the days with the newest messages in the group and enter again what is missing, end again the tokens and sessions that were ended last, then restart the service.",
          "The figures of this process may be 7 s old: it cannot read what other processes store.",
          "No process has held the lease for 12 s, so no message is sent: `turnover doctor` says why it cannot be taken.",
          "This process has failed to read or mark messages for 15 s, so none is sent: the log and `turnover doctor` say why."
        ]
      })
    }).pipe(Effect.provide(layer))
  })
})
