import { hold } from "./Broken.ts"
import type { TaskQueue } from "./TaskQueue.ts"

/** A process is at rest while all of its fibers wait. In hundreds of simulated days, none needed more than 124 rounds to come to rest. */
const mostRounds = 2_000

/**
 * Counts the rounds that each process runs at one instant. Simulated time stands still while a process has work, so a process that
 * always has work would stop the simulation. On a real machine it would use a whole core.
 */
export const rest = (now: () => number, nameOf: (queue: TaskQueue) => string) => {
  const rounds = new Map<TaskQueue, number>()
  let instant = now()
  return (queue: TaskQueue) => {
    if (now() !== instant) {
      instant = now()
      rounds.clear()
    }
    const count = (rounds.get(queue) ?? 0) + 1
    rounds.set(queue, count)
    hold(count <= mostRounds, "at one instant the service never comes to rest", () => `${nameOf(queue)} after ${mostRounds} rounds`)
  }
}
