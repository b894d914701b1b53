import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, TestClock } from "effect"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { layer, LongResponses } from "../../src/Http/LongResponses.ts"
import { ClientLimits } from "../../src/Http/Wire/ClientLimits.ts"

const limits = Layer.succeed(ClientLimits, {
  ...Context.get(Context.empty(), ClientLimits),
  longResponses: { bytes: 100, waiting: 2, patience: 10_000 }
})

const response = () => new ServerResponse(new IncomingMessage(new Socket()))

/** A request that waits for room uninterruptibly, like a real one. */
const waiting = Effect.gen(function*() {
  const { admit } = yield* LongResponses
  const fiber = yield* Effect.fork(Effect.uninterruptible(admit(response(), 10)))
  yield* Effect.repeatN(Effect.yieldNow(), 20)
  return fiber
})

describe("a long answer", () => {
  it.effect("has room while less is held than the bound", () =>
    Effect.gen(function*() {
      const { admit, hasRoom } = yield* LongResponses
      for (const bytes of [60, 60]) assert.isTrue(yield* admit(response(), bytes))
      assert.isFalse(hasRoom())
    }).pipe(Effect.provide(Layer.provide(layer, limits))))

  it.effect("waits for room, first come first served, and is refused where too many wait", () =>
    Effect.gen(function*() {
      const { admit, hold } = yield* LongResponses
      const large = response()
      hold(large, 100)
      const [first, second] = [yield* waiting, yield* waiting]
      assert.isFalse(yield* admit(response(), 1))
      large.emit("close")
      assert.isTrue(yield* Fiber.join(first))
      assert.isTrue(yield* Fiber.join(second))
    }).pipe(Effect.provide(Layer.provide(layer, limits))))

  it.effect("is refused when no room comes within 10 s, and leaves its place", () =>
    Effect.gen(function*() {
      const { hold } = yield* LongResponses
      hold(response(), 100)
      for (const fiber of [yield* waiting, yield* waiting]) {
        yield* TestClock.adjust("10 seconds")
        assert.isFalse(yield* Fiber.join(fiber))
      }
      const next = yield* waiting
      yield* TestClock.adjust("9 seconds")
      assert.isTrue((yield* Fiber.poll(next))._tag === "None")
    }).pipe(Effect.provide(Layer.provide(layer, limits))))

  it.effect("leaves its place when its client disconnects", () =>
    Effect.gen(function*() {
      const { hold } = yield* LongResponses
      hold(response(), 100)
      for (const fiber of [yield* waiting, yield* waiting, yield* waiting]) yield* Fiber.interrupt(fiber)
    }).pipe(Effect.provide(Layer.provide(layer, limits))))
})
