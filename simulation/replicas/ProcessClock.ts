import { type After, timerClock } from "../TimerClock.ts"
import { valve } from "../Valve.ts"
import type { VirtualClock } from "../VirtualClock.ts"

/** The clocks of one process among several. While it is paused they go on, and its timers fire once it wakes. */
export const processClock = (time: VirtualClock, skew: number) => {
  const timers = valve()
  let alive = true

  const after: After = (millis, wake) => {
    let cancelled = false
    const fire = () => {
      if (alive && !cancelled) wake()
    }
    const cancel = time.after(millis, () => timers.pass(fire))
    return () => {
      cancelled = true
      cancel()
    }
  }

  let ahead = skew
  const millis = () => time.wall() + ahead
  const clock = timerClock(millis, time.awake, after)

  return {
    clock,
    after,
    wall: millis,
    /** Somebody sets its machine's wall clock so far ahead, or back to where it was with 0. */
    setAhead: (shift: number) => {
      ahead = skew + shift
    },
    pause: timers.shut,
    wake: timers.open,
    /** The process has ended, and its timers with it. */
    forget: () => {
      alive = false
    }
  }
}

export type ProcessClock = ReturnType<typeof processClock>
