import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { EventLoop, forEachSlice, make, ownSlice, runInSlices, yieldToEventLoop } from "../../src/Concurrency/EventLoop.ts"

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
      yield* Effect.provideService(Effect.zipRight(Effect.replicateEffect(ownSlice, 3), yieldToEventLoop), EventLoop, counted)
      assert.strictEqual(yields, 4)
    }))
})

describe("long work in slices", () => {
  /** Iterations of the event loop that pass while `work` runs. */
  const iterationsDuring = <A>(work: Effect.Effect<A>) =>
    Effect.gen(function*() {
      let iterations = 0
      let counting = true
      const count = () => {
        iterations++
        if (counting) setImmediate(count)
      }
      setImmediate(count)
      const result = yield* work
      counting = false
      return { result, iterations }
    })

  it.live("yields between two slices, and not after a single one", () =>
    Effect.gen(function*() {
      const seen: Array<ReadonlyArray<number>> = []
      const work = (items: ReadonlyArray<number>) => forEachSlice(items, 2, (slice) => Effect.sync(() => seen.push(slice)))
      assert.isAtLeast((yield* iterationsDuring(work([1, 2, 3, 4, 5]))).iterations, 2)
      assert.deepStrictEqual(seen, [[1, 2], [3, 4], [5]])
      assert.strictEqual((yield* iterationsDuring(work([6, 7]))).iterations, 0)
    }))

  it.live("yields wherever a generator does, and returns its result", () =>
    Effect.gen(function*() {
      const { result, iterations } = yield* iterationsDuring(runInSlices(function*() {
        for (let part = 0; part < 20_000; part++) yield
        return "done"
      }()))
      assert.strictEqual(result, "done")
      assert.isAtLeast(iterations, 19_999)
    }))
})
