import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, TestClock } from "effect"
import { shared } from "../../src/Concurrency/Shared.ts"

/** Work that counts its runs, and ends each of them when the test lets it. */
const counted = () => {
  const runs: Array<Deferred.Deferred<void>> = []
  const work = Effect.gen(function*() {
    const end = yield* Deferred.make<void>()
    const run = runs.push(end)
    yield* Deferred.await(end)
    return run
  })
  const begun = (run: number) => Effect.repeat(Effect.yieldNow(), { until: () => runs.length >= run })
  const end = (run: number) => Deferred.succeed(runs[run - 1] ?? Effect.runSync(Deferred.make<void>()), undefined)
  return { answer: shared(work), begun, end, runs }
}

describe("Shared work", () => {
  it.effect("runs once for all waiting callers, and again for callers that came while it ran", () =>
    Effect.gen(function*() {
      const { answer, begun, end, runs } = counted()
      const first = yield* Effect.fork(answer)
      yield* begun(1)
      const late = yield* Effect.fork(Effect.all([answer, answer, answer], { concurrency: "unbounded" }))
      yield* end(1)
      assert.strictEqual(yield* Fiber.join(first), 1)
      yield* begun(2)
      yield* end(2)
      assert.deepStrictEqual(yield* Fiber.join(late), [2, 2, 2])
      assert.strictEqual(runs.length, 2)
    }))

  it.effect("continues for the others when the caller that began it is interrupted", () =>
    Effect.gen(function*() {
      const { answer, begun, end } = counted()
      const first = yield* Effect.fork(answer)
      yield* begun(1)
      const leader = yield* Effect.fork(answer)
      const second = yield* Effect.fork(Effect.zipRight(Effect.yieldNow(), answer))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(leader)
      yield* end(1)
      yield* begun(2)
      yield* end(2)
      assert.deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(second)], [1, 2])
    }))

  it.effect("has its own timeouts, also for a caller that cannot be interrupted", () =>
    Effect.gen(function*() {
      const answer = shared(Effect.timeoutFail(Effect.never, { duration: "3 seconds", onTimeout: () => "too late" }))
      const fiber = yield* Effect.fork(Effect.uninterruptible(Effect.flip(answer)))
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* Fiber.join(fiber), "too late")
    }))

  it.effect("fails for all waiting callers, and runs again for the next", () =>
    Effect.gen(function*() {
      let runs = 0
      const answer = shared(Effect.suspend(() => ++runs === 1 ? Effect.fail("no") : Effect.succeed(runs)))
      const exits = yield* Effect.all([Effect.exit(answer), Effect.exit(answer)], { concurrency: "unbounded" })
      assert.deepStrictEqual(exits[0], Exit.fail("no"))
      assert.strictEqual(yield* answer, runs)
    }))
})
