import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { nextTurn, ownTurn } from "../../src/Concurrency/EventLoop.ts"

/** In which turn of the event loop each of so many fibers came to its work, three times each. */
const turnsOf = (wait: Effect.Effect<void>) =>
  Effect.gen(function*() {
    let turn = 0
    let counting = true
    const count = () => {
      turn += 1
      if (counting) setImmediate(count)
    }
    setImmediate(count)
    const taken: Array<number> = []
    const work = Effect.zipRight(wait, Effect.sync(() => taken.push(turn)))
    yield* Effect.all(Array.from({ length: 20 }, () => Effect.replicateEffect(work, 3)), { concurrency: "unbounded" })
    counting = false
    return taken
  })

describe("a turn of one's own", () => {
  it.live("is shared with nobody, however many ask for one", () =>
    Effect.gen(function*() {
      const taken = yield* turnsOf(ownTurn)
      assert.strictEqual(taken.length, 60)
      assert.strictEqual(new Set(taken).size, 60)
      assert.isBelow(new Set(yield* turnsOf(nextTurn)).size, 60)
    }))

  it.live("is passed on by who stops waiting for it", () =>
    Effect.gen(function*() {
      const waiting = yield* Effect.replicateEffect(Effect.fork(ownTurn), 10)
      yield* Fiber.interruptAll(waiting)
      yield* ownTurn
    }))
})
