import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import * as FairLock from "../../src/Concurrency/FairLock.ts"

describe("FairLock", () => {
  it.effect("is granted in the order of the requests", () =>
    Effect.gen(function*() {
      const lock = FairLock.make()
      const order: Array<number> = []
      const gate = yield* Effect.makeLatch()
      const held = yield* Effect.fork(lock.hold(() => gate.await))
      yield* Effect.yieldNow()
      const waiting = yield* Effect.forEach([1, 2, 3],
        (n) => Effect.zipLeft(Effect.fork(lock.hold(() => Effect.sync(() => order.push(n)))), Effect.yieldNow()))
      yield* gate.open
      yield* Fiber.joinAll([...waiting])
      yield* Fiber.join(held)
      assert.deepStrictEqual(order, [1, 2, 3])
    }))

  it.effect("does not let a holder that comes back overtake one that waits", () =>
    Effect.gen(function*() {
      const lock = FairLock.make()
      let turns = 0
      const greedy = yield* Effect.fork(Effect.forever(lock.hold(() => Effect.zipRight(Effect.yieldNow(), Effect.sync(() => turns++)))))
      yield* Effect.yieldNow()
      const before = turns
      yield* lock.hold(() => Effect.void)
      assert.isAtMost(turns - before, 1)
      yield* Fiber.interrupt(greedy)
    }))

  it.effect("is not lost with a fiber interrupted while it waits", () =>
    Effect.gen(function*() {
      const lock = FairLock.make()
      const gate = yield* Effect.makeLatch()
      const holder = yield* Effect.fork(lock.hold(() => gate.await))
      yield* Effect.yieldNow()
      const waiting = yield* Effect.fork(lock.hold(() => Effect.die("it must not run")))
      yield* Effect.yieldNow()
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(waiting)))
      yield* gate.open
      yield* Fiber.join(holder)
      assert.strictEqual(yield* lock.hold(() => Effect.succeed("mine")), "mine")
    }))
})
