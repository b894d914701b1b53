import { assert, describe, it } from "@effect/vitest"
import { Context, DateTime, Effect, Fiber, HashMap, Layer, Logger, Option } from "effect"
import { Lease } from "../../src/Database/Lease.ts"
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

const sendsNothing = Layer.succeed(Lease, {
  remaining: Effect.succeed(0),
  isHeld: Effect.succeed(false),
  epoch: Effect.succeed(1),
  lapsedFor: Effect.succeed(0),
  confirm: () => Effect.succeed(false)
})

/** Two replicas with one clock, database and bot, of which the first sends. Each has its own configuration file. */
const replicas = (time: string, changes: Members = {}) =>
  Effect.gen(function*() {
    const clock = quickClock(DateTime.unsafeMake(`${today}T${time}+08:00`).epochMillis)
    const bot = recordingBot()
    const registry = memoryRegistry()
    const logged: Array<string> = []
    /** Each log line with the request that it names, if any. */
    const requests: Array<readonly [message: string, request: unknown]> = []
    const logger = Logger.add(Logger.make(({ annotations, message }) => {
      logged.push(String(message))
      requests.push([String(message), Option.getOrUndefined(HashMap.get(annotations, "request_id"))])
    }))
    const database = `file:${yield* temporaryFile}`
    const replica = (id: string) =>
      Effect.gen(function*() {
        const config: { file: Members } = { file: members(changes) }
        const { layer } = testService({ at: "", clock, bot, config, database, replicas: registry(id), watch: "1 second" })
        const context = yield* Layer.build(Layer.provide(id === "first" ? layer : Layer.provide(layer, sendsNothing), logger))
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
    const audit = Effect.provide(storedAudit, first.context)
    return { audit, bot, clock, everyFile, first, logged, requests, second }
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

  it.scoped("is named by its own log lines, and by none of the settlements that follow", () =>
    Effect.gen(function*() {
      const { clock, everyFile, first, requests } = yield* replicas("22:00:00")
      everyFile({ cutoff_time: "22:01" })
      yield* Effect.annotateLogs(first.reload, { request_id: "reload-1" })
      assert.deepInclude(requests, ["cutoff registered", "reload-1"])
      requests.length = 0
      yield* clock.pass("90 seconds")
      assert.deepInclude(requests, ["days settled", undefined])
      assert.deepStrictEqual(requests.filter(([, request]) => request !== undefined), [])
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
      const both = yield* Effect.fork(Effect.all([first.reload, second.reload], { concurrency: "unbounded" }))
      // A process that finds the other's transaction in the database tries again after a pause.
      while (Option.isNone(yield* Fiber.poll(both))) yield* clock.pass("5 millis")
      assert.deepStrictEqual((yield* Fiber.join(both)).map(({ changedKeys }) => changedKeys), [["cutoff_time"], ["cutoff_time"]])
      assert.deepStrictEqual([yield* first.cutoff, yield* second.cutoff], ["22:20", "22:20"])
      yield* clock.pass("3 seconds")
      assert.deepStrictEqual([yield* first.verdict, yield* second.verdict], [["ok"], ["ok"]])
    }))
})

const heldBack = "nothing is settled: the settings were reloaded, and this process's file had a fault: correct it and reload"

// Rule 5.16.
describe("A cutoff that was replaced by a reload", () => {
  it.scoped("settles nothing in a replica that has not noticed the reload yet, which then follows it at once", () =>
    Effect.gen(function*() {
      const { audit, clock, everyFile, first, logged, second } = yield* replicas("22:59:57.500")
      // The next poll of the first is after the old cutoff.
      yield* clock.pass("1100 millis")
      everyFile({ cutoff_time: "23:05" })
      yield* second.reload
      assert.strictEqual(yield* first.cutoff, "23:00")
      yield* clock.pass("420 millis")
      assert.deepStrictEqual(yield* audit, [])
      assert.strictEqual(yield* first.cutoff, "23:05")
      assert.notInclude(logged, heldBack)
      yield* clock.pass("299 seconds")
      assert.deepStrictEqual(yield* audit, [])
      yield* clock.pass("1 second")
      assert.deepStrictEqual(yield* audit, [`generate ${today}`])
    }))

  it.scoped("settles nothing in a replica whose file has a fault, which logs that once; the other one settles", () =>
    Effect.gen(function*() {
      const { audit, bot, clock, first, logged, second } = yield* replicas("22:59:50")
      first.config.file = members({ cutoff_time: "23:02" })
      second.config.file = members({ cutoff_time: "25:00" })
      yield* first.reload
      yield* clock.pass("90 seconds")
      assert.strictEqual(yield* second.cutoff, "23:00")
      assert.deepStrictEqual(yield* audit, [])
      assert.deepStrictEqual(logged.filter((line) => line === heldBack), [heldBack])
      yield* clock.pass("60 seconds")
      assert.deepStrictEqual(yield* audit, [`generate ${today}`])
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      assert.deepStrictEqual(logged.filter((line) => line === heldBack), [heldBack])
    }))

  it.scoped("leaves a replica whose file had a fault to settle again as soon as it carries out a reload", () =>
    Effect.gen(function*() {
      const { audit, clock, first, second } = yield* replicas("22:59:50")
      first.config.file = members({ cutoff_time: "23:30" })
      second.config.file = members({ cutoff_time: "25:00" })
      yield* first.reload
      yield* clock.pass("30 seconds")
      assert.deepStrictEqual(yield* audit, [])
      second.config.file = members()
      yield* second.reload
      assert.deepStrictEqual(yield* audit, [`generate ${today}`])
    }))

  it.scoped("sends no reminder from a replica whose file has a fault", () =>
    Effect.gen(function*() {
      const { bot, clock, first, second } = yield* replicas("22:54:50", { remind_minutes: 5 })
      first.config.file = members({ remind_minutes: 0 })
      second.config.file = members({ cutoff_time: "25:00" })
      yield* first.reload
      yield* clock.pass("30 seconds")
      assert.deepStrictEqual(announced(bot), [])
    }))
})
