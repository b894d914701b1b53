import { type After, timerClock } from "../TimerClock.ts"
import { valve } from "../Valve.ts"
import type { VirtualClock } from "../VirtualClock.ts"

/** The clocks of one process among several. They run while it is paused; its timers fire when it continues. */
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
    /** An operator sets the machine's wall clock ahead by this much; 0 sets it right. */
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
