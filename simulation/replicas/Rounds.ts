import type { Dice } from "../Dice.ts"
import type { TaskQueue } from "../TaskQueue.ts"

/** The order in which several processes run: a round is some tasks of one of them. */
export const rounds = (chance: Dice, queues: () => ReadonlyArray<TaskQueue>) => {
  /** What happens in the middle of the work, after so many rounds of it. */
  let ambush: { left: number; readonly fall: () => void } | undefined

  const spring = () => {
    if (ambush === undefined || (ambush.left -= 1) > 0) return
    const { fall } = ambush
    ambush = undefined
    fall()
  }

  return {
    /** Runs a round, and returns whose it was; undefined where all processes wait. */
    next: (): TaskQueue | undefined => {
      const ready = queues().filter((queue) => queue.waiting() > 0)
      const queue = ready[ready.length === 1 ? 0 : chance.between(0, ready.length - 1)]
      if (queue === undefined) return undefined
      queue.drain(chance.between(1, 6))
      spring()
      return queue
    },
    /** Lets `fall` happen in the middle of what follows. */
    lieInWait: (left: number, fall: () => void) => {
      ambush = { left, fall }
    }
  }
}
