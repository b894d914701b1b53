import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { dice } from "../../lab/simulation/Dice.ts"
import { rest } from "../../lab/simulation/Rest.ts"
import { taskQueue } from "../../lab/simulation/TaskQueue.ts"
import { virtualClock } from "../../lab/simulation/VirtualClock.ts"

/** Runs a process for two simulated seconds. */
const live = (work: Effect.Effect<unknown>) => {
  const clock = virtualClock(0)
  const queue = taskQueue(dice(7))
  const judge = rest(clock.real, () => "shop 2")
  Effect.runFork(Effect.withClock(work, clock.clock), { scheduler: queue.scheduler })
  const settle = () => {
    while (queue.waiting() > 0) {
      queue.drain(3)
      judge(queue)
    }
  }
  settle()
  while (clock.wakeNext(2_000)) settle()
  return clock.real()
}

describe("a process that works at one instant", () => {
  it("is found where it never comes to rest, whether it sleeps for no time or not at all", () => {
    const found = "at one instant the service never comes to rest: shop 2 after 2000 rounds"
    assert.throws(() => live(Effect.forever(Effect.sleep(0))), found)
    assert.throws(() => live(Effect.forever(Effect.yieldNow())), found)
  })

  it("may work often, if time passes in between", () => {
    assert.strictEqual(live(Effect.forever(Effect.sleep(0.1))), 2_000)
  })
})
