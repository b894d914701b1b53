import { Effect, Option } from "effect"
import { monotonicMillis } from "../Concurrency/Monotonic.ts"
import type { BotLimits } from "./Product.ts"
import { reserve, started } from "./RateLimit.ts"

/** The queue of all requests to the bot, first come, first served. */
export interface Pace {
  /**
   * Reserves the next place within the bot's limits and returns the milliseconds to wait for it; none if that is more than
   * `patienceMillis`. If the limits have changed, the bot is another one, and begins with an empty bucket.
   */
  readonly reserve: (limits: BotLimits, patienceMillis: number) => Effect.Effect<Option.Option<number>>
  /** Empties the bucket, as at the start of a process, because another process has used the bot until now. */
  readonly restart: Effect.Effect<void>
}

export const make = (first: BotLimits): Effect.Effect<Pace> =>
  Effect.map(monotonicMillis, (begin) => {
    let known = first
    let state = started(known, begin)
    return {
      reserve: (limits, patienceMillis) =>
        Effect.map(monotonicMillis, (now) => {
          if (limits !== known) {
            known = limits
            state = started(limits, now)
          }
          const place = reserve(limits, state, now)
          if (place.waitMillis > patienceMillis) return Option.none()
          state = place.state
          return Option.some(place.waitMillis)
        }),
      restart: Effect.map(monotonicMillis, (now) => {
        state = started(known, now)
      })
    }
  })
