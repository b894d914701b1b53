import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { dice } from "../../lab/simulation/Dice.ts"
import { taskQueue } from "../../lab/simulation/TaskQueue.ts"

const waiting = Effect.all([Effect.never, Effect.never], { concurrency: "unbounded", discard: true })

const yielding = (times: number) => Effect.repeatN(Effect.yieldNow(), times)

/** Whether the effect ends if it runs in the order of a seed, and fibers yield only where they say so. */
const ends = (seed: number, effect: Effect.Effect<unknown, unknown>): boolean => {
  const chance = dice(seed)
  const queue = taskQueue({ ...chance, next: () => Math.max(0.01, chance.next()) })
  const fiber = Effect.runFork(effect, { scheduler: queue.scheduler })
  queue.drain(1_000)
  return fiber.unsafePoll() !== null
}

describe("the simulation's task queue", () => {
  it("interrupts no fiber before those that it has forked have begun, like Effect's scheduler", () => {
    const hung = Array.from({ length: 2_000 }, (_, seed) => seed).filter((seed) => {
      const chance = dice(seed, 1)
      const failing = Effect.zipRight(yielding(chance.between(0, 5)), Effect.fail("no"))
      const other = Effect.zipRight(yielding(chance.between(0, 5)), waiting)
      return !ends(seed, Effect.all([failing, other], { concurrency: "unbounded", discard: true }))
    })
    assert.deepStrictEqual(hung, [])
  })

  it("runs fibers that do not depend on each other in any order", () => {
    const orders = new Set(Array.from({ length: 50 }, (_, seed) => {
      const queue = taskQueue(dice(seed))
      const seen: Array<number> = []
      for (const number of [1, 2, 3]) {
        Effect.runFork(Effect.zipRight(Effect.yieldNow(), Effect.sync(() => seen.push(number))), { scheduler: queue.scheduler })
      }
      queue.drain()
      return seen.join(" ")
    }))
    assert.strictEqual(orders.size, 6)
  })
})
