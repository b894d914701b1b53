import { Effect, Option } from "effect"
import { monotonicMillis } from "../Concurrency/Deadline.ts"
import type { BotLimits } from "./Product.ts"
import { type RateState, reserve, started } from "./RateLimit.ts"

/** An address with the limits of its bot. Chats with one address share its queue. */
interface Place {
  readonly place: string
  readonly product: { readonly limits: BotLimits }
}

/** The queue of all requests to each bot, first come, first served. */
export interface Paces {
  /** Starts the queue of a new address, with an empty bucket. */
  readonly begin: (to: Place) => Effect.Effect<void>
  /**
   * Reserves the next slot within the bot's limits and returns the milliseconds to wait for it; none if the wait is longer than
   * `patienceMillis`. A bot whose limits changed counts as a new bot and starts with an empty bucket.
   */
  readonly reserve: (to: Place, patienceMillis: number) => Effect.Effect<Option.Option<number>>
}

interface Queue {
  readonly limits: BotLimits
  readonly state: RateState
}

export const make = (): Paces => {
  const queues = new Map<string, Queue>()

  const queueOf = ({ place, product: { limits } }: Place, now: number): Queue => {
    const known = queues.get(place)
    if (known?.limits === limits) return known
    const queue = { limits, state: started(limits, now) }
    queues.set(place, queue)
    return queue
  }

  return {
    begin: (to) => Effect.map(monotonicMillis, (now) => void queueOf(to, now)),
    reserve: (to, patienceMillis) =>
      Effect.map(monotonicMillis, (now) => {
        const { limits, state } = queueOf(to, now)
        const found = reserve(limits, state, now)
        if (found.waitMillis > patienceMillis) return Option.none()
        queues.set(to.place, { limits, state: found.state })
        return Option.some(found.waitMillis)
      })
  }
}
