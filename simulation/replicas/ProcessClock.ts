import { type After, timerClock } from "../TimerClock.ts"
import type { VirtualClock } from "../VirtualClock.ts"

/** The clocks of one process among several. While it is paused they go on, and its timers fire once it wakes. */
export const processClock = (time: VirtualClock, skew: number) => {
  let paused = false
  let alive = true
  let late: Array<() => void> = []

  const after: After = (millis, wake) => {
    let cancelled = false
    const fire = () => {
      if (alive && !cancelled) wake()
    }
    const cancel = time.after(millis, () => paused ? void late.push(fire) : fire())
    return () => {
      cancelled = true
      cancel()
    }
  }

  const millis = () => time.wall() + skew
  const clock = timerClock(millis, time.awake, after)

  return {
    clock,
    after,
    wall: millis,
    pause: () => {
      paused = true
    },
    wake: () => {
      paused = false
      const fired = late
      late = []
      for (const fire of fired) fire()
    },
    /** The process has ended, and its timers with it. */
    forget: () => {
      alive = false
    }
  }
}

export type ProcessClock = ReturnType<typeof processClock>
