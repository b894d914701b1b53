import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Exit, Layer, Scope } from "effect"
import type { Verdict } from "../../src/Domain/Attempt.ts"
import { Ledger } from "../../src/Ledger.ts"
import { Outbox } from "../../src/Outbox.ts"
import { Scheduler } from "../../src/Scheduler.ts"
import { delivery } from "../Chat/Samples.ts"
import { temporaryFile } from "../Database/TestFile.ts"
import { commanding } from "../lib/Commands.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { recordingBot } from "../lib/RecordingBot.ts"
import { announced, cents, date, storeDay, turnover } from "../lib/Stored.ts"
import { members, testService } from "../lib/TestService.ts"

const today = date("2026-03-14")

/** A shop with a cutoff at 23:00 and a reminder an hour before. It can be stopped and started, with the same file, clock and bot. */
const installation = (time: string, settings: Record<string, unknown> = {}) =>
  Effect.gen(function*() {
    const file = yield* temporaryFile
    const clock = quickClock(DateTime.unsafeMake(`${today}T${time}+08:00`).epochMillis)
    const bot = recordingBot()
    const set = (changes: Record<string, unknown>) => members({ remind_minutes: 60, ...settings, ...changes })
    const config = { file: set({}) }
    const { layer } = testService({ at: "", clock, bot, config, database: `file:${file}` })
    const start = Effect.gen(function*() {
      const scope = yield* Effect.acquireRelease(Scope.make(), (scope) => Scope.close(scope, Exit.void))
      const context = yield* Layer.buildWithScope(layer, scope)
      const run = <A, E>(body: Effect.Effect<A, E, Layer.Layer.Success<typeof layer>>) => Effect.provide(body, context)
      return { run, stop: Scope.close(scope, Exit.void) }
    }).pipe(Effect.provide(clock.layer))
    const reconfigure = (changes: Record<string, unknown>) =>
      Effect.flatMap(Scheduler, ({ reloadCutoff }) => {
        config.file = set(changes)
        return reloadCutoff
      })
    return { bot, clock, reconfigure, start }
  })

const reminded = [`reminder ${today}`]
const settled = [...reminded, `daily ${today}`]

const enter = Effect.flatMap(Ledger, (ledger) => commanding(ledger).correct({ date: today, cents: cents(5), reason: "", actor: "mei" }))
const withdraw = Effect.flatMap(Ledger, (ledger) => commanding(ledger).withdraw({ date: today, reason: "wrong day", actor: "mei" }))
const mark = (closed: boolean) =>
  Effect.flatMap(Ledger, (ledger) => commanding(ledger).mark({ date: today, closed, note: "", actor: "mei" }))

// Rule 7.17.
describe("A reminder", () => {
  it.scoped("is sent at its time if the day has no record, once", () =>
    Effect.gen(function*() {
      const { bot, clock, start } = yield* installation("21:59:00")
      yield* start
      yield* clock.pass("59 seconds")
      assert.deepStrictEqual(announced(bot), [])
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual<unknown>(bot.sent.map(({ announcement }) => announcement), [
        {
          kind: "reminder",
          date: today,
          cutoff: "23:00",
          cutoffAt: DateTime.unsafeMake(`${today}T23:00:00+08:00`).epochMillis,
          range: { min: 400_000, max: 520_000 }
        }
      ])
      yield* clock.pass("90 minutes")
      assert.deepStrictEqual(announced(bot), settled)
    }))

  it.scoped("is not sent where it is turned off", () =>
    Effect.gen(function*() {
      const { bot, clock, start } = yield* installation("21:59:00", { remind_minutes: 0 })
      yield* start
      yield* clock.pass("59 minutes")
      assert.deepStrictEqual(announced(bot), [])
    }))

  for (
    const [what, before] of [
      ["a record", enter],
      ["a running amount", storeDay(turnover(today, { isFinal: false }))],
      ["been marked closed", mark(true)]
    ] as const
  ) {
    it.scoped(`is not sent about a day that has ${what}`, () =>
      Effect.gen(function*() {
        const { bot, clock, start } = yield* installation("21:50:00")
        const { run } = yield* start
        yield* run(Effect.asVoid(before as Effect.Effect<unknown, unknown, Ledger | SqlClient.SqlClient>))
        yield* clock.pass("30 minutes")
        assert.notInclude(announced(bot), reminded[0])
      }))
  }

  it.scoped("is not sent again after restarts, reloads, another cutoff and a clock that was set back", () =>
    Effect.gen(function*() {
      const { bot, clock, reconfigure, start } = yield* installation("21:59:58")
      const first = yield* start
      yield* clock.pass("5 seconds")
      assert.deepStrictEqual(announced(bot), reminded)
      yield* first.run(reconfigure({}))
      yield* first.run(reconfigure({ cutoff_time: "22:30", remind_minutes: 15 }))
      yield* clock.pass("20 minutes")
      yield* clock.shift("3 hours", "back")
      yield* first.stop
      const second = yield* start
      yield* clock.pass("3 hours")
      assert.deepStrictEqual(announced(bot), reminded)
      yield* second.stop
    }))

  it.scoped("that became due while the service was down is sent at the start, as long as the cutoff is ahead", () =>
    Effect.gen(function*() {
      const late = yield* installation("22:40:00")
      yield* late.start
      yield* late.clock.pass("1 second")
      assert.deepStrictEqual(announced(late.bot), reminded)
      const tooLate = yield* installation("23:00:00")
      yield* tooLate.start
      yield* tooLate.clock.pass("2 seconds")
      assert.deepStrictEqual(announced(tooLate.bot), [`daily ${today}`])
    }))

  it.scoped("is sent on waking from a sleep that hid its time, and not about a cutoff that was slept through", () =>
    Effect.gen(function*() {
      const { bot, clock, start } = yield* installation("20:00:00")
      yield* start
      yield* clock.pass("2 seconds")
      yield* clock.shift("150 minutes", "forward")
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(announced(bot), reminded)
      yield* clock.shift("24 hours", "forward")
      yield* clock.shift("30 minutes", "forward")
      yield* clock.pass("61 seconds")
      assert.deepStrictEqual(announced(bot), [...reminded, "daily 2026-03-15"])
    }))

  it.scoped("moves with a reload of the cutoff and of its minutes", () =>
    Effect.gen(function*() {
      const { bot, clock, reconfigure, start } = yield* installation("20:00:00")
      const { run } = yield* start
      yield* run(reconfigure({ cutoff_time: "21:30", remind_minutes: 20 }))
      yield* clock.pass("69 minutes")
      assert.deepStrictEqual(announced(bot), [])
      yield* clock.pass("61 seconds")
      assert.deepStrictEqual(announced(bot), reminded)
    }))

  it.scoped("is not due before the day has begun, even if the cutoff is soon after midnight", () =>
    Effect.gen(function*() {
      const { bot, clock, start } = yield* installation("22:00:00", { cutoff_time: "00:20" })
      const { run } = yield* start
      yield* run(storeDay(turnover(today)))
      yield* clock.pass("119 minutes")
      assert.notInclude(announced(bot).join(), "reminder")
      yield* clock.pass("62 seconds")
      assert.strictEqual(announced(bot).at(-1), "reminder 2026-03-15")
    }))

  it.scoped("that could not be stored is tried again within a minute", () =>
    Effect.gen(function*() {
      const { bot, clock, start } = yield* installation("21:59:58")
      const { run } = yield* start
      const unsafe = (text: string) => run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)))
      yield* unsafe("CREATE TRIGGER full BEFORE INSERT ON notification BEGIN SELECT RAISE(ABORT, 'disk full'); END")
      yield* clock.pass("10 seconds")
      yield* unsafe("DROP TRIGGER full")
      assert.deepStrictEqual(announced(bot), [])
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(announced(bot), reminded)
    }))

  it.scoped("of a day whose amount was entered and withdrawn again is sent at the next start or reload", () =>
    Effect.gen(function*() {
      const { bot, clock, reconfigure, start } = yield* installation("21:50:00")
      const { run } = yield* start
      yield* run(enter)
      yield* clock.pass("20 minutes")
      yield* run(withdraw)
      yield* clock.pass("1 minute")
      assert.notInclude(announced(bot), reminded[0])
      yield* run(reconfigure({}))
      yield* clock.pass("2 seconds")
      assert.strictEqual(announced(bot).at(-1), reminded[0])
    }))
})

/** A reminder with its next attempt in an hour. */
const waitingAfter = Effect.fnUntraced(function*(verdict: Verdict) {
  const shop = yield* installation("21:59:58")
  shop.bot.script.push(Effect.succeed(delivery(verdict, { retryAfterMillis: 3_600_000 })))
  const { run, stop } = yield* shop.start
  yield* shop.clock.pass("5 seconds")
  assert.deepStrictEqual(announced(shop.bot), reminded)
  const kinds = run(
    Effect.flatMap(Outbox, (outbox) => Effect.map(outbox.ofDay(today), (found) => found.map((each) => each.announcement?.kind)))
  )
  return { ...shop, run, stop, kinds }
})

/** A reminder that the bot does not accept for an hour. */
const waiting = waitingAfter("transient")

// Rule 7.18.
describe("A reminder that waits", () => {
  it.scoped("is dropped once the amount is entered, and delays no message behind it", () =>
    Effect.gen(function*() {
      const { bot, clock, kinds, run } = yield* waiting
      yield* run(enter)
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual(announced(bot), [...reminded, `entered ${today}`])
      assert.deepStrictEqual(yield* kinds, ["entered"])
      const { failed, pending } = yield* run(Effect.flatMap(Outbox, ({ status }) => status))
      assert.deepStrictEqual([pending, failed], [0, 0])
    }))

  it.scoped("is dropped once the day is closed", () =>
    Effect.gen(function*() {
      const { clock, kinds, run } = yield* waiting
      yield* run(mark(true))
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual(yield* kinds, [])
    }))

  it.scoped("is dropped at its cutoff", () =>
    Effect.gen(function*() {
      const { bot, clock, kinds } = yield* waiting
      yield* clock.pass("1 hour")
      assert.deepStrictEqual(announced(bot), settled)
      assert.deepStrictEqual(yield* kinds, ["daily"])
    }))

  it.scoped("is sent when the bot takes it again, if the day still has no record", () =>
    Effect.gen(function*() {
      const { bot, clock, reconfigure, run } = yield* waiting
      yield* run(reconfigure({ cutoff_time: "23:30" }))
      yield* clock.pass("58 minutes")
      assert.deepStrictEqual(announced(bot), reminded)
      yield* run(Effect.flatMap(Outbox, (outbox) => Effect.flatMap(outbox.ofDay(today), ([entry]) => outbox.resend(entry?.id ?? 0))))
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(announced(bot), [...reminded, ...reminded])
    }))

  for (
    const [verdict, what, last] of [
      ["transient", "is sent again, if it was refused", reminded[0]],
      ["unknown", "is not sent again, if it may have arrived", `withdrawn ${today}`]
    ] as const
  ) {
    it.scoped(`and is dropped for an amount that is withdrawn later ${what}`, () =>
      Effect.gen(function*() {
        const { bot, clock, kinds, reconfigure, run, start, stop } = yield* waitingAfter(verdict)
        yield* run(enter)
        yield* clock.pass("2 seconds")
        assert.deepStrictEqual(yield* kinds, ["entered"])
        yield* run(withdraw)
        yield* clock.pass("2 seconds")
        assert.strictEqual(announced(bot).at(-1), `withdrawn ${today}`)
        yield* run(reconfigure({}))
        yield* stop
        yield* start
        yield* clock.pass("5 seconds")
        assert.strictEqual(announced(bot).at(-1), last)
      }))
  }
})
