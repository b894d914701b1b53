import { GlobalValue, type Scheduler } from "effect"
import type { Dice } from "./Dice.ts"

/** How often a fiber is made to give way where it would not. */
const yieldProbability = 0.001

/** Where Effect keeps every root fiber until it ends, which those of a killed process never do. */
const rootFibers = (): Set<unknown> =>
  GlobalValue.globalValue(Symbol.for("effect/FiberScope/Global"), (): { readonly roots: Set<unknown> } => {
    throw new Error("Effect keeps its root fibers somewhere else now")
  }).roots

/**
 * Runs the fibers of one process one task after another, whichever waits, and only when told to. A process that is
 * killed never runs a task again: its fibers end where they are, without a finalizer.
 */
export const taskQueue = (dice: Dice) => {
  let tasks: Array<() => void> = []
  let alive = true
  const others = new Set(rootFibers())
  const scheduler: Scheduler.Scheduler = {
    shouldYield: () => (alive && dice.next() < yieldProbability ? 0 : false),
    scheduleTask: (task) => {
      if (alive) tasks.push(task)
    }
  }
  return {
    scheduler,
    /** Runs what waits and what that makes wait, at most `limit` tasks; how many it ran. */
    drain: (limit = Infinity): number => {
      let count = 0
      while (tasks.length > 0 && count < limit) {
        const index = tasks.length === 1 ? 0 : Math.floor(dice.next() * tasks.length)
        const [task] = tasks.splice(index, 1)
        count += 1
        task?.()
      }
      return count
    },
    kill: () => {
      alive = false
      tasks = []
      for (const fiber of rootFibers()) if (!others.has(fiber)) rootFibers().delete(fiber)
    }
  }
}

export type TaskQueue = ReturnType<typeof taskQueue>
