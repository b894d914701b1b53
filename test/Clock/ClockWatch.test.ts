import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, type Duration, Effect, Fiber, Layer, Logger, TestClock } from "effect"
import * as ClockWatch from "../../src/Clock/ClockWatch.ts"
import { httpService } from "../lib/HttpService.ts"
import { quickClock } from "../lib/QuickClock.ts"

const begin = Date.parse("2026-03-14T12:00:00Z")

/** The clock of the test, with the number of timers that were set. */
const countingClock = Effect.map(Effect.clock, (clock) => {
  const counting = { timers: 0 }
  const sleep = (duration: Duration.Duration) => Effect.suspend(() => (counting.timers++, clock.sleep(duration)))
  return Object.assign(counting, { clock: Object.assign(Object.create(clock) as Clock.Clock, { sleep }) })
})

const count = (seen: Array<string>, name: string) =>
  Effect.map(Clock.currentTimeMillis, (now) => void seen.push(`${name} ${(now - begin) / 1_000}`))

describe("the watch of the clock", () => {
  it.scoped("runs each poll at its interval, and wakes once for those that are due together", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(begin)
      const counting = yield* countingClock
      const watch = yield* Effect.withClock(ClockWatch.clockWatch, counting.clock)
      const seen: Array<string> = []
      for (const interval of ["2 seconds", "1 second", "1 second"] as const) yield* watch.every(interval, count(seen, interval))
      counting.timers = 0
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(seen.toSorted(),
        [1, 2, 3, 4].flatMap((at) => [`1 second ${at}`, `1 second ${at}`]).concat("2 seconds 2", "2 seconds 4"))
      assert.strictEqual(counting.timers, 4)
    }))

  it.scoped("begins no second run of a poll while the first lasts, and does not wake one that is not needed", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(begin)
      const watch = yield* ClockWatch.clockWatch
      const seen: Array<string> = []
      let isNeeded = true
      const end = yield* Deferred.make<void>()
      yield* watch.every("1 second", Effect.zipRight(count(seen, "slow"), Deferred.await(end)))
      const now = yield* watch.every("1 second", count(seen, "needed"), () => isNeeded)
      yield* watch.every("1 second", Effect.void, () => {
        throw new Error("cannot be told")
      })
      yield* TestClock.adjust("2 seconds")
      isNeeded = false
      yield* TestClock.adjust("2500 millis")
      assert.deepStrictEqual(seen.toSorted(), ["needed 1", "needed 2", "slow 1"])
      yield* now
      yield* TestClock.adjust("10 millis")
      assert.include(seen.join(), "needed 4.5")
    }))

  it.scoped("waits for an instant of the wall clock that may change, to the millisecond", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(begin)
      const watch = yield* ClockWatch.clockWatch
      const seen: Array<string> = []
      let instant = begin + 90_000
      const fiber = yield* Effect.fork(Effect.zipRight(watch.reached(() => instant, 60_000), count(seen, "reached")))
      yield* TestClock.adjust("80 seconds")
      instant = begin + 200_123
      yield* TestClock.adjust("200 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(seen, ["reached 200.123"])
    }))

  // Rule 5.7.
  it.scoped("notices a clock that was set while it waits, and logs that once", () => {
    const clock = quickClock(begin)
    const logged: Array<unknown> = []
    const recording = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => void logged.push(message)))
    return Effect.gen(function*() {
      const watch = yield* ClockWatch.clockWatch
      yield* watch.every("1 second", Effect.void)
      const waiting = yield* Effect.forkAll([1, 2, 3].map((hours) => watch.reached(() => begin + hours * 3_600_000, 60_000)))
      yield* clock.pass("10 seconds")
      yield* clock.shift("4 hours", "forward")
      yield* clock.pass("1 second")
      yield* Fiber.join(waiting)
      assert.strictEqual(watch.moves(), 1)
      yield* clock.shift("4 hours", "back")
      yield* clock.pass("1 second")
      assert.strictEqual(watch.moves(), 2)
      assert.strictEqual(logged.flat().filter((line) => line === "the wall clock was set, or the machine slept").length, 2)
    }).pipe(Effect.provide(ClockWatch.layer), Effect.provide(Layer.merge(clock.layer, recording)), Effect.scoped)
  })

  it.scoped("is shared by the process if it is provided, and otherwise separate for each user", () =>
    Effect.gen(function*() {
      const twice = Effect.zipWith(ClockWatch.clockWatch, ClockWatch.clockWatch, Object.is)
      assert.isTrue(yield* Effect.provide(twice, ClockWatch.layer))
      assert.isFalse(yield* twice)
    }))
})

it.scoped("a service without clients and messages wakes once a second", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime(begin)
    const counting = yield* countingClock
    const clock = { ...quickClock(begin), layer: Layer.setClock(counting.clock) }
    yield* Layer.build(httpService({ at: "", watch: "1 second", clock }).layer)
    counting.timers = 0
    yield* TestClock.adjust("20 seconds")
    assert.strictEqual(counting.timers, 20)
  }))
