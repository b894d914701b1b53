import { assert, describe, it } from "@effect/vitest"
import { Context, DateTime, Effect, Layer } from "effect"
import { DutyLease } from "../../src/Database/DutyLease.ts"
import { formatCutoff } from "../../src/Domain/Calendar.ts"
import { Health } from "../../src/Health.ts"
import { Scheduler } from "../../src/Scheduler.ts"
import { temporaryFile } from "../Database/TestFile.ts"
import { memoryRegistry } from "../lib/MemoryRegistry.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { recordingBot } from "../lib/RecordingBot.ts"
import { announced, storedAudit } from "../lib/Stored.ts"
import { type Members, members, testService } from "../lib/TestService.ts"

const today = "2026-03-14"

const sendsNothing = Layer.succeed(DutyLease, {
  remaining: Effect.succeed(0),
  isHeld: Effect.succeed(false),
  epoch: Effect.succeed(1),
  confirm: () => Effect.succeed(false)
})

/** Two replicas on one clock, database and bot, of which the first sends. Each has a configuration file of its own. */
const replicas = (time: string) =>
  Effect.gen(function*() {
    const clock = quickClock(DateTime.unsafeMake(`${today}T${time}+08:00`).epochMillis)
    const bot = recordingBot()
    const registry = memoryRegistry()
    const database = `file:${yield* temporaryFile}`
    const replica = (id: string) =>
      Effect.gen(function*() {
        const config: { file: Members } = { file: members() }
        const { layer } = testService({ at: "", clock, bot, config, database, replicas: registry(id), watch: "1 second" })
        const context = yield* Layer.build(id === "first" ? layer : Layer.provide(layer, sendsNothing))
        const scheduler = Context.get(context, Scheduler)
        return {
          config,
          context,
          cutoff: Effect.map(scheduler.status, ({ cutoff }) => formatCutoff(cutoff)),
          reload: scheduler.reloadCutoff,
          verdict: Effect.map(Context.get(context, Health).report,
            ({ problems, status }) => [status, ...problems.map(({ code, params }) => `${code} ${Object.values(params).join()}`)])
        }
      })
    const first = yield* replica("first")
    const second = yield* replica("second")
    yield* clock.pass("1 second")
    const everyFile = (changes: Members) => {
      for (const { config } of [first, second]) config.file = members(changes)
    }
    return { bot, clock, everyFile, first, second }
  })

// Rule 6.17.
describe("A reload with several replicas", () => {
  it.scoped("reaches each of them, and answers with that of the one that was asked", () =>
    Effect.gen(function*() {
      const { clock, everyFile, first, second } = yield* replicas("22:00:00")
      everyFile({ cutoff_time: "22:10" })
      const { changedKeys } = yield* second.reload
      assert.deepStrictEqual(changedKeys, ["cutoff_time"])
      assert.deepStrictEqual([yield* first.cutoff, yield* second.cutoff], ["23:00", "22:10"])
      yield* clock.pass("2 seconds")
      assert.strictEqual(yield* first.cutoff, "22:10")
      assert.deepStrictEqual(yield* first.verdict, ["ok"])
    }))

  it.scoped("has its effect once: the day is settled once and announced again once", () =>
    Effect.gen(function*() {
      const { bot, clock, everyFile, first, second } = yield* replicas("22:00:00")
      everyFile({ cutoff_time: "21:30" })
      yield* second.reload
      yield* clock.pass("5 seconds")
      assert.deepStrictEqual(yield* Effect.provide(storedAudit, first.context), [`generate ${today}`])
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      for (const { reload } of [first, second]) {
        yield* reload
        yield* clock.pass("5 seconds")
      }
      assert.deepStrictEqual(announced(bot), [`daily ${today}`, `repeat ${today}`, `repeat ${today}`])
    }))

  it.scoped("leaves one whose file has a fault as it was, and degraded until it is corrected", () =>
    Effect.gen(function*() {
      const { clock, first, second } = yield* replicas("22:00:00")
      first.config.file = members({ cutoff_time: "22:10" })
      second.config.file = members({ cutoff_time: "25:00" })
      yield* first.reload
      yield* clock.pass("3 seconds")
      assert.strictEqual(yield* second.cutoff, "23:00")
      for (const { verdict } of [first, second]) {
        assert.deepStrictEqual(yield* verdict, ["degraded", "replica_config 1", "replicas_differ cutoff_time"])
      }
      second.config.file = members({ cutoff_time: "22:10" })
      yield* second.reload
      yield* clock.pass("3 seconds")
      assert.deepStrictEqual(yield* first.verdict, ["ok"])
    }))

  it.scoped("is not requested by a file with a fault", () =>
    Effect.gen(function*() {
      const { clock, first, second } = yield* replicas("22:00:00")
      first.config.file = members({ cutoff_time: "22:10" })
      second.config.file = members({ cutoff_time: "25:00" })
      yield* Effect.flip(second.reload)
      yield* clock.pass("3 seconds")
      assert.deepStrictEqual([yield* first.cutoff, yield* second.cutoff], ["23:00", "23:00"])
      assert.deepStrictEqual(yield* first.verdict, ["degraded", "replica_config 1"])
    }))

  it.scoped("is carried out by each when both are asked at once", () =>
    Effect.gen(function*() {
      const { clock, everyFile, first, second } = yield* replicas("22:00:00")
      everyFile({ cutoff_time: "22:20" })
      yield* Effect.all([first.reload, second.reload], { concurrency: "unbounded" })
      everyFile({ cutoff_time: "22:30" })
      yield* clock.pass("3 seconds")
      // The one that was asked first reads its file once more for the other's request.
      assert.include([yield* first.cutoff, yield* second.cutoff], "22:30")
    }))
})
