import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Deadline from "../../src/Concurrency/Deadline.ts"

const second = Deadline.orWithin("1 second")

describe("A deadline", () => {
  it.effect("bounds its work and nothing after it", () =>
    Effect.gen(function*() {
      const inTime = yield* second
      const found = yield* inTime(Deadline.left)
      assert.deepStrictEqual([found, yield* Deadline.left], [1_000, Infinity])
    }))

  it.effect("ends with work that fails", () =>
    Effect.gen(function*() {
      const inTime = yield* second
      assert.strictEqual(yield* Effect.flip(inTime(Effect.fail("refused"))), "refused")
      assert.strictEqual(yield* Deadline.left, Infinity)
    }))

  it.effect("ends with work that is interrupted, before the finalizers around it", () =>
    Effect.gen(function*() {
      const inTime = yield* second
      let left = 0
      const work = Effect.ensuring(inTime(Effect.never), Effect.map(Deadline.left, (found) => {
        left = found
      }))
      const fiber = yield* Effect.fork(work)
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(left, Infinity)
    }))

  it.effect("is not replaced by a longer one within it", () =>
    Effect.gen(function*() {
      const inTime = yield* second
      const nested = Effect.flatMap(Deadline.orWithin("5 seconds"), (within) => within(Deadline.left))
      assert.strictEqual(yield* inTime(nested), 1_000)
    }))

  it.effect("does not bound work that has none", () =>
    Effect.gen(function*() {
      const inTime = yield* second
      assert.deepStrictEqual(yield* inTime(Effect.zip(Deadline.unbounded(Deadline.left), Deadline.left)), [Infinity, 1_000])
    }))

  it.effect("leaves its work interruptible", () =>
    Effect.gen(function*() {
      const inTime = yield* second
      const fiber = yield* Effect.fork(inTime(Effect.never))
      yield* Effect.yieldNow()
      assert.strictEqual((yield* Fiber.interrupt(fiber))._tag, "Failure")
    }))
})
