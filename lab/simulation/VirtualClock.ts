import { type After, timerClock } from "./TimerClock.ts"

interface Sleeper {
  readonly at: number
  readonly order: number
  wake: (() => void) | null
}

const before = (a: Sleeper, b: Sleeper): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/**
 * The clocks of a machine, in milliseconds. `real` always runs. `awake` stops while the machine is suspended; timers use it. The
 * wall clock is the value to which it was last set, plus the real time since.
 */
export const virtualClock = (start: number) => {
  let real = 0
  let awake = 0
  let wallError = start
  let order = 0
  const heap: Array<Sleeper> = []

  const push = (sleeper: Sleeper) => {
    let index = heap.length
    heap.push(sleeper)
    for (let parent = (index - 1) >> 1; index > 0; parent = (index - 1) >> 1) {
      const above = heap[parent]
      if (above === undefined || !before(sleeper, above)) break
      heap[index] = above
      heap[parent] = sleeper
      index = parent
    }
  }

  const pop = (): Sleeper | undefined => {
    const top = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return top
    let index = 0
    for (;;) {
      const left = heap[2 * index + 1]
      const right = heap[2 * index + 2]
      const child = left !== undefined && right !== undefined && before(right, left) ? 2 * index + 2 : 2 * index + 1
      const least = heap[child]
      if (least === undefined || !before(least, last)) break
      heap[index] = least
      index = child
    }
    heap[index] = last
    return top
  }

  const next = (): Sleeper | undefined => {
    while (heap[0]?.wake === null) pop()
    return heap[0]
  }

  /** Runs `wake` after a time awake, unless the returned function is called first. */
  const after: After = (duration, wake) => {
    const sleeper: Sleeper = { at: awake + duration, order: order++, wake }
    push(sleeper)
    return () => {
      sleeper.wake = null
    }
  }

  const millis = () => wallError + real
  const clock = timerClock(millis, () => awake, after)

  return {
    clock,
    after,
    wall: millis,
    /** The time of a stopwatch outside the machine. */
    real: () => real,
    awake: () => awake,
    /** Moves time to the next timer and runs it, but not past `until` (real time). Returns false if no timer was due. */
    wakeNext: (until: number): boolean => {
      const sleeper = next()
      const end = awake + (until - real)
      if (sleeper === undefined || sleeper.at > end) {
        awake = Math.max(awake, end)
        real = Math.max(real, until)
        return false
      }
      const passed = Math.max(0, sleeper.at - awake)
      awake += passed
      real += passed
      pop()
      const wake = sleeper.wake
      sleeper.wake = null
      wake?.()
      return true
    },
    /** Lets time pass without timers: the machine is suspended, or the service does not run. */
    suspend: (duration: number) => {
      real += Math.max(0, duration)
    },
    /** An operator sets the wall clock. */
    setWall: (shift: number) => {
      wallError += shift
    },
    /** The process has ended, and its timers with it. */
    forget: () => {
      heap.length = 0
    }
  }
}

export type VirtualClock = ReturnType<typeof virtualClock>
