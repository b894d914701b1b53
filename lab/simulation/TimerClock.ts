import { Clock, Duration, Effect } from "effect"

/** Runs `wake` after this many milliseconds, unless the returned function is called first. */
export type After = (millis: number, wake: () => void) => () => void

/** Effect's clock in simulated time: the wall clock (milliseconds since 1970), the monotonic clock (milliseconds), and timers. */
export const timerClock = (wall: () => number, monotonic: () => number, after: After): Clock.Clock => {
  const nanos = () => BigInt(Math.round(monotonic())) * 1_000_000n
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: wall,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(wall),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => Effect.async((resume) => Effect.sync(after(Duration.toMillis(duration), () => resume(Effect.void))))
  }
}
