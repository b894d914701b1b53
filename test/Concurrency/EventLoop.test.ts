import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { EventLoop, inSlices, make, ownSlice, yieldToEventLoop } from "../../src/Concurrency/EventLoop.ts"

/** The iterations of the event loop in which twenty fibers did their work, three times each. */
const iterationsOf = (wait: Effect.Effect<void>) =>
  Effect.gen(function*() {
    let iteration = 0
    let counting = true
    const count = () => {
      iteration += 1
      if (counting) setImmediate(count)
    }
    setImmediate(count)
    const taken: Array<number> = []
    const work = Effect.zipRight(wait, Effect.sync(() => taken.push(iteration)))
    yield* Effect.all(Array.from({ length: 20 }, () => Effect.replicateEffect(work, 3)), { concurrency: "unbounded" })
    counting = false
    return taken
  })

describe("a slice of the event loop", () => {
  it.live("has one owner, however many fibers wait for one", () =>
    Effect.gen(function*() {
      const taken = yield* iterationsOf(ownSlice)
      assert.strictEqual(taken.length, 60)
      assert.strictEqual(new Set(taken).size, 60)
      assert.isBelow(new Set(yield* iterationsOf(yieldToEventLoop)).size, 60)
    }))

  it.live("goes to the next fiber when the one in front is interrupted", () =>
    Effect.gen(function*() {
      const waiting = yield* Effect.replicateEffect(Effect.fork(ownSlice), 10)
      yield* Fiber.interruptAll(waiting)
      yield* ownSlice
    }))

  it.effect("is that of the event loop that is provided", () =>
    Effect.gen(function*() {
      let yields = 0
      const counted = make(Effect.sync(() => {
        yields += 1
      }))
      const pieces = inSlices(Stream.make("a", "b", "c"))
      yield* Effect.provideService(Effect.zipRight(Stream.runDrain(pieces), yieldToEventLoop), EventLoop, counted)
      assert.strictEqual(yields, 4)
    }))
})
