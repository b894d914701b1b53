import type { Dice } from "../Dice.ts"
import type { TaskQueue } from "../TaskQueue.ts"

/** The order in which several processes run. A round is a few tasks of one process. */
export const rounds = (chance: Dice, queues: () => ReadonlyArray<TaskQueue>) => {
  /** A fault that will happen in the middle of work, and the number of rounds before it. */
  let ambush: { left: number; readonly fall: () => void } | undefined

  const spring = () => {
    if (ambush === undefined || (ambush.left -= 1) > 0) return
    const { fall } = ambush
    ambush = undefined
    fall()
  }

  return {
    /** Runs a round, and returns its process; undefined if all processes wait. */
    next: (): TaskQueue | undefined => {
      const ready = queues().filter((queue) => queue.waiting() > 0)
      const queue = ready[ready.length === 1 ? 0 : chance.between(0, ready.length - 1)]
      if (queue === undefined) return undefined
      queue.drain(chance.between(1, 6))
      spring()
      return queue
    },
    /** Lets `fall` happen in the middle of the next work, after `left` rounds. */
    lieInWait: (left: number, fall: () => void) => {
      ambush = { left, fall }
    }
  }
}
