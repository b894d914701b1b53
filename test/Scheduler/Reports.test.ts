import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Exit, Layer, Scope } from "effect"
import { compose } from "../../src/Chat/Message.ts"
import { Scheduler } from "../../src/Scheduler.ts"
import { shop } from "../Chat/Samples.ts"
import { temporaryFile } from "../Database/TestFile.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { recordingBot } from "../lib/RecordingBot.ts"
import { announced, date, storeDay, turnover } from "../lib/Stored.ts"
import { members, testService } from "../lib/TestService.ts"

/** A shop with a report on Mondays. It can be stopped and started, with the same file, clock and bot. */
const installation = (at: string, reports: unknown = { weekly: "MON 09:00" }) =>
  Effect.gen(function*() {
    const file = yield* temporaryFile
    const clock = quickClock(DateTime.unsafeMake(at).epochMillis)
    const bot = recordingBot()
    const set = (changes: Record<string, unknown>) =>
      members({ amount_source: { kind: "none" }, ...(reports === null ? {} : { reports }), ...changes })
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
    return { bot, clock, reconfigure, start, reports: () => announced(bot).filter((sent) => sent.startsWith("report")) }
  })

const counted = storeDay(turnover(date("2026-11-18"), { source: "manual" }))

const sent = ["report 2026-W47"]

// Rule 7.25.
describe("A report", () => {
  it.scoped("is sent at its time, about the week that has ended", () =>
    Effect.gen(function*() {
      const { bot, clock, reports, start } = yield* installation("2026-11-23T08:59:00+08:00")
      const { run } = yield* start
      yield* run(counted)
      yield* clock.pass("59 seconds")
      assert.deepStrictEqual(reports(), [])
      yield* clock.pass("2 seconds")
      assert.deepStrictEqual(reports(), sent)
      const message = bot.sent.find(({ announcement }) => announcement.kind === "report")
      assert.isDefined(message)
      if (message !== undefined) assert.match(compose(message.announcement, shop).title, /^周报 ¥/)
      yield* run(storeDay(turnover(date("2026-11-25"), { source: "manual" })))
      yield* clock.shift("6 days", "forward")
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(reports(), sent)
      yield* clock.shift("1 day", "forward")
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(reports(), [...sent, "report 2026-W48"])
    }))

  it.scoped("is not repeated by restarts, reloads, another time, and a clock set back or forward", () =>
    Effect.gen(function*() {
      const { clock, reconfigure, reports, start } = yield* installation("2026-11-23T08:59:58+08:00")
      const first = yield* start
      yield* first.run(counted)
      yield* clock.pass("5 seconds")
      assert.deepStrictEqual(reports(), sent)
      yield* first.run(reconfigure({}))
      yield* first.run(reconfigure({ reports: { weekly: "MON 10:00" } }))
      yield* clock.shift("2 hours", "forward")
      yield* clock.pass("1 minute")
      yield* clock.shift("3 hours", "back")
      yield* clock.pass("1 minute")
      yield* first.stop
      const second = yield* start
      yield* clock.shift("4 hours", "forward")
      yield* clock.pass("1 minute")
      yield* clock.shift("20 hours", "forward")
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(reports(), sent)
      yield* second.stop
    }))

  it.scoped("whose time passed while nothing ran is sent at the start within 24 hours, and left out after that", () =>
    Effect.gen(function*() {
      for (const [at, expected] of [["2026-11-24T08:59:00+08:00", sent], ["2026-11-24T09:01:00+08:00", []]] as const) {
        const { clock, reconfigure, reports, start } = yield* installation(at, null)
        const { run } = yield* start
        yield* run(counted)
        yield* run(reconfigure({ reports: { weekly: "MON 09:00" } }))
        yield* clock.pass("5 seconds")
        assert.deepStrictEqual(reports(), expected)
      }
    }))

  it.scoped("is not sent before its time by a clock that was ahead, and is sent at its time", () =>
    Effect.gen(function*() {
      const { clock, reports, start } = yield* installation("2026-11-22T12:00:00+08:00")
      const { run } = yield* start
      yield* run(counted)
      yield* clock.shift("4 days", "forward")
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(reports(), [])
      yield* clock.shift("4 days", "back")
      yield* clock.shift("21 hours", "forward")
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(reports(), sent)
    }))

  it.scoped("is not sent about a week in which nothing was counted, and then not used up", () =>
    Effect.gen(function*() {
      const { clock, reports, start } = yield* installation("2026-11-23T12:30:00+08:00")
      const { run } = yield* start
      // The last week's report is due at the start.
      yield* clock.pass("1 second")
      yield* run(counted)
      yield* run(storeDay(turnover(date("2026-11-24"), { source: "generated" })))
      // The clock is ahead for four seconds, in the week after the next.
      yield* clock.shift("7 days", "forward")
      yield* clock.pass("4 seconds")
      yield* clock.shift("7 days", "back")
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(reports(), [])
      yield* clock.shift("7 days", "forward")
      yield* clock.pass("1 minute")
      assert.deepStrictEqual(reports(), [])
      yield* run(storeDay(turnover(date("2026-11-25"), { source: "feed" })))
      yield* clock.pass("1 hour")
      assert.deepStrictEqual(reports(), ["report 2026-W48"])
      yield* clock.pass("1 hour")
      assert.deepStrictEqual(reports(), ["report 2026-W48"])
    }))

  it.scoped("is not sent where it is turned off, and not about a week before the first record", () =>
    Effect.gen(function*() {
      const off = yield* installation("2026-11-23T08:59:00+08:00", null)
      yield* (yield* off.start).run(counted)
      yield* off.clock.pass("2 minutes")
      const empty = yield* installation("2026-11-23T08:59:00+08:00", { weekly: "MON 09:00", monthly: "23 09:00" })
      yield* empty.start
      yield* empty.clock.pass("2 minutes")
      assert.deepStrictEqual([off.reports(), empty.reports()], [[], []])
    }))
})
