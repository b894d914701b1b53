import { Clock, Effect } from "effect"
import { reserve, started } from "./RateLimit.ts"

/** The one queue of all who send to the bot, in the order of asking. */
export interface Pace {
  /** Waits for a place within the bot's limits; false, at once and without taking one, when that takes longer than `patienceMillis`. */
  readonly acquire: (patienceMillis: number) => Effect.Effect<boolean>
}

// The nanosecond clock runs on whatever is done to the wall clock.
const monotonicMillis = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000_000n))

export const make: Effect.Effect<Pace> = Effect.map(monotonicMillis, (begin) => {
  let state = started(begin)
  return {
    acquire: (patienceMillis) =>
      Effect.flatMap(monotonicMillis, (now) => {
        const place = reserve(state, now)
        if (place.waitMillis > patienceMillis) return Effect.succeed(false)
        state = place.state
        return Effect.as(place.waitMillis === 0 ? Effect.void : Effect.sleep(place.waitMillis), true)
      })
  }
})
