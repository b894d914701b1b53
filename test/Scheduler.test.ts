import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber, Logger } from "effect"
import { formatInstant } from "../src/Domain/Calendar.ts"
import { missingDays } from "../src/Domain/Figures.ts"
import { Ledger } from "../src/Ledger.ts"
import { Scheduler } from "../src/Scheduler.ts"
import { commanding } from "./lib/Commands.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { announced, date, storedAudit, storeDay, storedDays, turnover } from "./lib/Stored.ts"
import { members, testService } from "./lib/TestService.ts"

const today = "2026-03-14"

/** The service on a quick clock that starts at a local time of 2026-03-14. */
const begin = (time: string, cutoff: string, watch: "1 second" | "1 minute" = "1 minute") => {
  const at = `${today}T${time}+08:00`
  const clock = quickClock(DateTime.unsafeMake(at).epochMillis)
  const config: { file: Record<string, unknown> | string } = { file: members({ cutoff_time: cutoff }) }
  const logged: Array<string> = []
  const { bot, layer } = testService({ at, clock, config, watch })
  const logger = Logger.add(Logger.make(({ message }) => {
    logged.push(String(message))
  }))
  const run = <A, E>(body: Effect.Effect<A, E, Ledger | Scheduler | SqlClient.SqlClient>) =>
    body.pipe(Effect.provide(layer), Effect.provide(logger))
  return { bot, clock, config, logged, run }
}

const reload = Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)
const status = Effect.flatMap(Scheduler, ({ status }) => status)

/** A trigger that refuses every write of a day, until it is dropped. */
const breakTable = Effect.flatMap(SqlClient.SqlClient,
  (sql) => sql.unsafe("CREATE TRIGGER full BEFORE INSERT ON turnover BEGIN SELECT RAISE(ABORT, 'disk full'); END"))
const repairTable = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe("DROP TRIGGER full"))

// Rule 5.9.
describe("A reloaded cutoff", () => {
  it.effect("that comes earlier settles at its own time and not at the old one", () => {
    const { bot, clock, config, run } = begin("22:00:30", "23:00")
    return run(Effect.gen(function*() {
      config.file = members({ cutoff_time: "22:10" })
      yield* reload
      assert.strictEqual(formatInstant((yield* status).nextRun), "2026-03-14T22:10:00+08:00")
      yield* clock.pass("9 minutes")
      assert.deepStrictEqual(yield* storedDays, [])
      yield* clock.pass("31 seconds")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      yield* clock.pass("51 minutes")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      assert.deepStrictEqual(yield* storedAudit, [`generate ${today}`])
    }))
  })

  it.effect("that comes later leaves the old one without effect", () => {
    const { bot, clock, config, run } = begin("22:30:30", "22:31")
    return run(Effect.gen(function*() {
      config.file = members({ cutoff_time: "22:40" })
      yield* reload
      yield* clock.pass("9 minutes")
      assert.deepStrictEqual(yield* storedDays, [])
      yield* clock.pass("31 seconds")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
    }))
  })

  it.effect("that is past settles at once, and once", () => {
    const { bot, clock, config, run } = begin("22:30:00", "23:00")
    return run(Effect.gen(function*() {
      config.file = members({ cutoff_time: "22:30" })
      yield* reload
      assert.deepStrictEqual(yield* storedAudit, [`generate ${today}`])
      yield* clock.pass("29 minutes")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      assert.strictEqual((yield* status).lastResult, "generated")
    }))
  })

  it.effect("at the cutoff itself settles once, and announces it again", () => {
    const { bot, clock, run } = begin("22:59:30", "23:00")
    return run(Effect.gen(function*() {
      yield* clock.pass("30 seconds")
      yield* reload
      yield* clock.pass("10 seconds")
      assert.deepStrictEqual(yield* storedAudit, [`generate ${today}`])
      assert.deepStrictEqual(announced(bot), [`daily ${today}`, `repeat ${today}`])
    }))
  })

  it.effect("to a later cutoff of a settled day announces the final day again then", () => {
    const { bot, clock, config, run } = begin("22:59:30", "23:00")
    return run(Effect.gen(function*() {
      yield* clock.pass("5 minutes")
      config.file = members({ cutoff_time: "23:10" })
      yield* reload
      assert.strictEqual((yield* status).lastResult, "before_cutoff")
      yield* clock.pass("6 minutes")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`, `daily ${today}`])
      assert.deepStrictEqual(yield* storedAudit, [`generate ${today}`])
    }))
  })

  it.effect("that is invalid changes nothing", () => {
    const { bot, clock, config, run } = begin("22:59:30", "23:00")
    return run(Effect.gen(function*() {
      for (const file of [members({ cutoff_time: "24:00", weekday_range: [1, 2] }), "{", members({ chat_webhook_url: "" })]) {
        config.file = file
        const { _tag } = yield* Effect.flip(reload)
        assert.strictEqual(_tag, "InvalidConfig")
      }
      assert.deepStrictEqual((yield* status).cutoff, { hour: 23, minute: 0 })
      yield* clock.pass("31 seconds")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
    }))
  })
})

// Rule 5.10.
describe("A settlement that fails", () => {
  it.effect("is logged and retried within a minute, and nothing else stops", () => {
    const { bot, clock, logged, run } = begin("22:59:30", "23:00")
    return run(Effect.gen(function*() {
      yield* breakTable
      yield* clock.pass("31 seconds")
      assert.strictEqual((yield* status).lastResult, "failed")
      assert.isTrue(logged.some((line) => line.startsWith("settlement failed, will retry within a minute")))
      yield* clock.pass("3 minutes")
      yield* repairTable
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      assert.strictEqual((yield* status).lastResult, "generated")
      yield* clock.pass("1 hour")
      assert.strictEqual(formatInstant((yield* status).lastRun ?? (yield* status).nextRun), "2026-03-15T00:01:00+08:00")
    }))
  })

  it.effect("because the database takes no changes runs within a second of the end of that, and is logged once", () => {
    const { bot, clock, logged, run } = begin("22:59:30", "23:00")
    const failures = () => logged.filter((line) => line.startsWith("settlement failed")).length
    return run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql.unsafe("PRAGMA query_only = 1")
      yield* clock.pass("55 seconds")
      assert.strictEqual((yield* status).lastResult, "failed")
      assert.strictEqual(failures(), 1)
      yield* sql.unsafe("PRAGMA query_only = 0")
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      assert.strictEqual((yield* status).lastResult, "generated")
    }))
  })

  it.effect("at the start is retried", () => {
    const { bot, clock, config, run } = begin("22:10:00", "23:00")
    return run(Effect.gen(function*() {
      yield* breakTable
      config.file = members({ cutoff_time: "22:00" })
      yield* reload
      yield* repairTable
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
    }))
  })

  for (const reloaded of [false, true]) {
    it.effect(`until the next day has begun still settles its own day${reloaded ? ", a reload notwithstanding" : ""}`, () => {
      const { bot, clock, run } = begin("23:58:30", "23:59")
      return run(Effect.gen(function*() {
        yield* breakTable
        yield* clock.pass("3 minutes")
        if (reloaded) yield* reload
        yield* repairTable
        yield* clock.pass("1 minute")
        assert.deepStrictEqual(yield* storedAudit, [`generate ${today}`])
        assert.deepStrictEqual(announced(bot), [`daily ${today}`])
        assert.deepStrictEqual((yield* storedDays).map((day) => [day.date, day.isFinal]), [[date(today), true]])
      }))
    })
  }

  it.effect("while a reload waits for it is retried", () => {
    const { clock, run } = begin("23:58:30", "23:59")
    return run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* breakTable
      yield* clock.pass("91 seconds")
      const release = yield* Deferred.make<null>()
      const holding = yield* Effect.fork(sql.withTransaction(Deferred.await(release)))
      yield* clock.pass("45 seconds")
      const reloading = yield* Effect.fork(reload)
      yield* clock.pass("1 second")
      yield* Deferred.succeed(release, null)
      yield* Fiber.join(holding)
      yield* Fiber.join(reloading)
      yield* repairTable
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(yield* storedAudit, [`generate ${today}`])
    }))
  })
})

// Rule 5.7.
describe("A wall clock that moves", () => {
  it.effect("over the cutoff, as when the machine sleeps, settles the day within a second", () => {
    const { bot, clock, logged, run } = begin("20:00:00", "23:00", "1 second")
    return run(Effect.gen(function*() {
      yield* clock.pass("1 second")
      yield* clock.shift("3 hours", "forward")
      yield* clock.pass("1 second")
      assert.deepStrictEqual(yield* storedAudit, [`generate ${today}`])
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      assert.include(logged, "the wall clock was set, or the machine slept")
    }))
  })

  it.effect("over whole days generates none of them", () => {
    const { clock, run } = begin("20:00:00", "23:00", "1 second")
    return run(Effect.gen(function*() {
      const ledger = yield* Ledger
      yield* storeDay(turnover("2026-03-13"))
      yield* clock.pass("1 second")
      yield* clock.shift("3 days", "forward")
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual(yield* storedAudit, [])
      yield* clock.shift("3 hours", "forward")
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual(yield* storedAudit, ["generate 2026-03-17"])
      yield* commanding(ledger).correct({ date: date("2026-03-13"), cents: turnover(today).cents, reason: "", actor: "admin" })
      assert.deepStrictEqual(
        missingDays(yield* ledger.book, date("2026-03-17")),
        ["2026-03-14", "2026-03-15", "2026-03-16"].map(date)
      )
    }))
  })

  it.effect("back over the cutoff does not settle the day again", () => {
    const { bot, clock, run } = begin("22:59:30", "23:00", "1 second")
    return run(Effect.gen(function*() {
      yield* clock.pass("40 seconds")
      yield* clock.shift("30 seconds", "back")
      yield* clock.pass("2 minutes")
      assert.deepStrictEqual(yield* storedAudit, [`generate ${today}`])
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
    }))
  })

  it.effect("back over midnight does not settle yesterday again, and settles today at its cutoff", () => {
    const { bot, clock, run } = begin("22:59:30", "23:00", "1 second")
    return run(Effect.gen(function*() {
      yield* clock.pass("40 seconds")
      yield* clock.shift("1 hour", "forward")
      yield* clock.pass("3 seconds")
      yield* clock.shift("20 minutes", "back")
      yield* clock.pass("3 seconds")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      yield* clock.shift("24 hours", "forward")
      yield* clock.pass("1 second")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`, "daily 2026-03-15"])
    }))
  })
})
