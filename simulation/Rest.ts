import { hold } from "./Broken.ts"
import type { TaskQueue } from "./TaskQueue.ts"

/** Far more than any process needs to come to rest: the most that one took, in hundreds of days, was 124. */
const mostRounds = 2_000

/**
 * Counts the rounds that each process runs at one instant. One that never waits for a later instant would stop the simulated
 * time for ever, and takes a whole core of a real machine.
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
