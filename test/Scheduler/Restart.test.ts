import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { missingDays } from "../../src/Domain/Figures.ts"
import { generateAmount } from "../../src/Domain/Generator.ts"
import { Ledger } from "../../src/Ledger.ts"
import { AuditTrail } from "../../src/Ledger/AuditTrail.ts"
import { delivery } from "../Chat/Samples.ts"
import { temporaryFile } from "../Database/TestFile.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { recordingBot } from "../lib/RecordingBot.ts"
import { announced, date, storedAudit, storedDays, storedGenerator, storedMessages } from "../lib/Stored.ts"
import { testService } from "../lib/TestService.ts"

const today = "2026-03-14"

/** An installation that can be stopped and started, with the same file, clock and bot. */
const installation = (time: string) =>
  Effect.map(temporaryFile, (file) => {
    const clock = quickClock(DateTime.unsafeMake(`${today}T${time}+08:00`).epochMillis)
    const bot = recordingBot()
    const { layer } = testService({ at: "", clock, bot, database: `file:${file}` })
    const start = Effect.gen(function*() {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(layer, scope)
      return { context, stop: Scope.close(scope, Exit.void) }
    }).pipe(Effect.provide(clock.layer))
    return { bot, clock, start }
  })

const stored = Effect.all([Effect.map(storedDays, (days) => days.length), storedAudit, storedMessages])

describe("A restart", () => {
  // Rule 5.7.
  it.scoped("after the cutoff settles the day that was missed, and once only", () =>
    Effect.gen(function*() {
      const { bot, clock, start } = yield* installation("22:00:00")
      const first = yield* start
      yield* clock.pass("1 second")
      assert.deepStrictEqual(yield* Effect.provide(stored, first.context), [0, [], 0])
      yield* first.stop
      yield* clock.shift("90 minutes", "forward")
      for (let starts = 0; starts < 3; starts++) {
        const again = yield* start
        yield* clock.pass("1 second")
        assert.deepStrictEqual(yield* Effect.provide(stored, again.context), [1, [`generate ${today}`], 1])
        yield* again.stop
      }
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
    }))

  it.scoped("sends the message that the bot refused before", () =>
    Effect.gen(function*() {
      const { bot, clock, start } = yield* installation("22:59:58")
      bot.script.push(Effect.succeed(delivery("transient", { retryAfterMillis: 600_000 })))
      const first = yield* start
      yield* clock.pass("3 seconds")
      assert.strictEqual(bot.sent.length, 1)
      yield* first.stop
      const second = yield* start
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`, `daily ${today}`])
      assert.deepStrictEqual(yield* Effect.provide(stored, second.context), [1, [`generate ${today}`], 1])
      yield* second.stop
    }))

  it.scoped("in the midst of sending loses no message", () =>
    Effect.gen(function*() {
      const { bot, clock, start } = yield* installation("22:59:58")
      bot.script.push(Effect.never)
      const first = yield* start
      yield* clock.pass("3 seconds")
      const stopping = yield* Effect.fork(first.stop)
      yield* clock.pass("11 seconds")
      yield* stopping.await
      const second = yield* start
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`, `daily ${today}`])
      assert.deepStrictEqual(yield* Effect.provide(stored, second.context), [1, [`generate ${today}`], 1])
      yield* second.stop
    }))

  // Rule 5.8.
  it.scoped("lists the days on which the service was down, and generates none", () =>
    Effect.gen(function*() {
      const { bot, clock, start } = yield* installation("22:59:58")
      const first = yield* start
      yield* clock.pass("3 seconds")
      yield* first.stop
      yield* clock.shift("3 days", "forward")
      const second = yield* start
      yield* clock.pass("3 seconds")
      const book = yield* Effect.provide(Effect.flatMap(Ledger, (ledger) => ledger.book), second.context)
      assert.deepStrictEqual(book.days.map((day) => day.date), [date(today), date("2026-03-17")])
      assert.deepStrictEqual(missingDays(book, date("2026-03-17")), [date("2026-03-15"), date("2026-03-16")])
      assert.deepStrictEqual(announced(bot), [`daily ${today}`, "daily 2026-03-17"])
      yield* second.stop
    }))

  it.scoped("continues with the same generator and audit chain", () =>
    Effect.gen(function*() {
      const { clock, start } = yield* installation("22:59:58")
      for (let starts = 1; starts <= 3; starts++) {
        const running = yield* start
        yield* clock.pass("3 seconds")
        yield* Effect.provide(Effect.gen(function*() {
          const generator = yield* storedGenerator
          const days = yield* storedDays
          assert.strictEqual(days.length, starts)
          assert.deepStrictEqual(days.map((day) => day.cents), days.map((day) => generateAmount(generator, day.date)))
          assert.deepStrictEqual(yield* (yield* AuditTrail).verify, { records: starts, firstBrokenId: null })
        }), running.context)
        yield* running.stop
        yield* clock.shift("1 day", "forward")
      }
    }))

  // Rule 5.6.
  it.scoped("during a settlement leaves all of it or nothing", () =>
    Effect.gen(function*() {
      const { bot, clock, start } = yield* installation("22:59:58")
      const first = yield* start
      yield* clock.pass("1 second")
      const holding = yield* Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.fork(sql.withTransaction(Effect.never))),
        first.context
      )
      yield* clock.pass("2 seconds")
      const stopping = yield* Effect.fork(first.stop)
      yield* clock.pass("1 second")
      yield* Fiber.interrupt(holding)
      yield* stopping.await
      const second = yield* start
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual(yield* Effect.provide(stored, second.context), [1, [`generate ${today}`], 1])
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      yield* second.stop
    }))
})
