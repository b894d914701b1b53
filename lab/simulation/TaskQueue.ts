import { Fiber, GlobalValue, Option, type Scheduler } from "effect"
import type { Dice } from "./Dice.ts"

/** The probability that a fiber yields at an operation at which Effect itself would not let it yield. */
const yieldProbability = 0.001

/** Effect's set of root fibers. A fiber leaves it when it ends; the fibers of a killed process never end. */
const rootFibers = (): Set<unknown> =>
  GlobalValue.globalValue(Symbol.for("effect/FiberScope/Global"), (): { readonly roots: Set<unknown> } => {
    throw new Error(
      "expected Effect's root fibers under effect/FiberScope/Global, found none: adapt simulation/TaskQueue.ts to this version of Effect"
    )
  }).roots

interface Task {
  readonly run: () => void
  /** The owner of the task. */
  readonly fiber: unknown
  /** The fiber that has scheduled it. */
  readonly by: unknown
}

/** The task at `index`, or an earlier task that has to run before that one. */
const firstOf = (tasks: ReadonlyArray<Task>, index: number): number => {
  const fiber = tasks[index]?.fiber
  if (fiber === undefined) return index
  const before = tasks.findIndex((task) => task.fiber === fiber || task.by === fiber)
  return before >= 0 && before < index ? firstOf(tasks, before) : index
}

/**
 * Runs the fibers of one process: `drain` takes the waiting tasks one at a time, in random order. A killed process never runs a
 * task again: its fibers stop where they are, without finalizers.
 *
 * Effect's own scheduler runs tasks in order, and Effect relies on a part of that order: the tasks that a fiber has scheduled run
 * before the fiber itself continues. Otherwise a fiber could be interrupted before the fibers that it has forked have begun, and a
 * concurrent `forEach` would never end.
 */
export const taskQueue = (dice: Dice) => {
  let tasks: Array<Task> = []
  let alive = true
  const others = new Set(rootFibers())
  const scheduler: Scheduler.Scheduler = {
    shouldYield: () => (alive && dice.next() < yieldProbability ? 0 : false),
    scheduleTask: (run, _priority, fiber) => {
      if (alive) tasks.push({ run, fiber, by: Option.getOrUndefined(Fiber.getCurrentFiber()) })
    }
  }
  return {
    scheduler,
    /** The number of waiting tasks. */
    waiting: () => tasks.length,
    /** Runs the waiting tasks and the tasks that they add, at most `limit`. Returns how many ran. */
    drain: (limit = Infinity): number => {
      let count = 0
      while (tasks.length > 0 && count < limit) {
        const index = tasks.length === 1 ? 0 : firstOf(tasks, Math.floor(dice.next() * tasks.length))
        const [task] = tasks.splice(index, 1)
        count += 1
        task?.run()
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
