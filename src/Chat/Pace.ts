import { Effect, Option } from "effect"
import { monotonicMillis } from "../Concurrency/Monotonic.ts"
import type { BotLimits } from "./Product.ts"
import { reserve, started } from "./RateLimit.ts"

/** The queue of all requests to the bot, first come, first served. */
export interface Pace {
  /** Reserves the next place within the bot's limits and returns the milliseconds to wait for it; none if that is more than `patienceMillis`. */
  readonly reserve: (patienceMillis: number) => Effect.Effect<Option.Option<number>>
  /** Empties the bucket, as at the start of a process: another process has used the bot until now. */
  readonly restart: Effect.Effect<void>
}

export const make = (limits: BotLimits): Effect.Effect<Pace> =>
  Effect.map(monotonicMillis, (begin) => {
    let state = started(limits, begin)
    return {
      reserve: (patienceMillis) =>
        Effect.map(monotonicMillis, (now) => {
          const place = reserve(limits, state, now)
          if (place.waitMillis > patienceMillis) return Option.none()
          state = place.state
          return Option.some(place.waitMillis)
        }),
      restart: Effect.map(monotonicMillis, (now) => {
        state = started(limits, now)
      })
    }
  })
