import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import { formatInstant } from "../src/Domain/Calendar.ts"
import * as Events from "../src/Events.ts"
import { Ledger } from "../src/Ledger.ts"
import { Scheduler } from "../src/Scheduler.ts"
import { commanding } from "./lib/Commands.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { cents, date } from "./lib/Stored.ts"
import { type Members, members, testService } from "./lib/TestService.ts"

const { Events: Hub, ServerEvent } = Events

const refresh = ServerEvent.ForceRefresh()

/** Records the events of a subscriber from now on. */
const listen = (heard: Array<string>) =>
  Effect.gen(function*() {
    const stream = Stream.fromQueue(yield* Effect.flatMap(Hub, (hub) => hub.subscribe))
    return yield* Effect.forkScoped(Stream.runForEach(stream, (event) =>
      Effect.sync(() => heard.push(event._tag === "Tick" ? `tick ${formatInstant(event.now).slice(11, 19)}` : event._tag))))
  })

const service = (time: string, config?: { file: Members }) => {
  const at = `2026-03-14T${time}+08:00`
  const clock = quickClock(DateTime.unsafeMake(at).epochMillis)
  return { clock, ...testService({ at, clock, ...(config === undefined ? {} : { config }) }) }
}

// Rule 6.18.
describe("Events", () => {
  it.scoped("are a heartbeat every 30 seconds, and a forced refresh at minutes 0 and 1", () => {
    const { clock, layer } = service("13:58:50")
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      const heard: Array<string> = []
      yield* listen(heard)
      yield* clock.pass("3 minutes")
      assert.deepStrictEqual(heard, [
        "tick 13:59:20",
        "tick 13:59:50",
        "ForceRefresh",
        "tick 14:00:20",
        "tick 14:00:50",
        "ForceRefresh",
        "tick 14:01:20",
        "tick 14:01:50"
      ])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("report a settled cutoff and every change of a figure", () => {
    const { clock, layer } = service("22:59:01")
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      yield* clock.pass("40 seconds")
      const heard: Array<string> = []
      yield* listen(heard)
      yield* commanding(ledger).correct({ date: date("2026-03-13"), cents: cents(1), reason: "", actor: "admin" })
      yield* clock.pass("1 second")
      assert.deepStrictEqual(heard, ["Change"])
      const [day] = (yield* ledger.book).days
      yield* commanding(ledger).importDays({ rows: day === undefined ? [] : [day], actor: "admin", equal: "skip" })
      yield* clock.pass("1 second")
      assert.deepStrictEqual(heard, ["Change"])
      yield* clock.pass("16 seconds")
      assert.notInclude(heard, "ForceRefresh")
      yield* clock.pass("4 seconds")
      assert.include(heard.slice(1), "Change")
      // The cutoff is on the full hour.
      assert.strictEqual(heard.filter((event) => event === "ForceRefresh").length, 1)
      assert.strictEqual((yield* ledger.book).days.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("force a refresh at minutes 0 and 1 alone, not at a cutoff or a reload", () => {
    const { clock, layer } = service("13:16:01", { file: members({ cutoff_time: "13:18" }) })
    return Effect.gen(function*() {
      yield* clock.pass("1 second")
      const heard: Array<string> = []
      yield* listen(heard)
      yield* clock.pass("3 minutes")
      yield* Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)
      yield* clock.pass("1 minute")
      assert.deepStrictEqual([...new Set(heard.filter((event) => !event.startsWith("tick")))], ["Change"])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("are published at once however slow a subscriber is, and it then gets the newest", () =>
    Effect.gen(function*() {
      const hub = yield* Hub
      const slow = Stream.fromQueue(yield* hub.subscribe)
      const prompt: Array<string> = []
      yield* listen(prompt)
      const now = DateTime.unsafeMakeZoned(0, { timeZone: "UTC" })
      for (let second = 0; second < 1000; second++) {
        yield* hub.publish(ServerEvent.Tick({ now: DateTime.add(now, { seconds: second }) }))
        yield* Effect.yieldNow()
      }
      yield* hub.publish(refresh)
      const heard = yield* Stream.runCollect(Stream.takeUntil(slow, (event) => event._tag === "ForceRefresh"))
      assert.isAtMost(heard.length, 16)
      assert.strictEqual(prompt.length, 1001)
    }).pipe(Effect.provide(Events.layer)))

  it.scoped("reach a subscriber from the moment it has subscribed, before it first reads", () =>
    Effect.gen(function*() {
      const hub = yield* Hub
      const queue = yield* hub.subscribe
      yield* hub.publish(refresh)
      assert.deepStrictEqual(yield* queue.take, refresh)
    }).pipe(Effect.provide(Events.layer)))

  it.scoped("end when the service stops", () => {
    const { clock, layer } = service("12:00:10")
    return Effect.gen(function*() {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(layer, scope)
      yield* clock.pass("1 second")
      const heard: Array<string> = []
      const listening = yield* Effect.provide(listen(heard), context)
      yield* clock.pass("30 seconds")
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(listening)))
      assert.deepStrictEqual(heard, ["tick 12:00:40"])
    }).pipe(Effect.provide(clock.layer))
  })
})
