import { Clock, DateTime, Effect } from "effect"
import type { Delivery } from "../Domain/Attempt.ts"
import { formatInstant } from "../Domain/Calendar.ts"
import { BotMemory } from "./BotMemory.ts"
import { makePost } from "./HttpPost.ts"
import { muted } from "./NoReply.ts"
import type { Product } from "./Product.ts"

/** A bot and what it needs to accept a request. */
export interface Recipient {
  readonly product: Product
  readonly address: string
  readonly secret: string
  /** The zone of times in sentences. */
  readonly zone: DateTime.TimeZone
}

const pause = "chat pause"

/**
 * Sends a body to a bot. Each attempt is signed again, because signatures expire. A bot that asked for a pause gets no request
 * until it is over, from whomever: a request would only make it longer.
 */
export const makeBot = Effect.gen(function*() {
  const post = yield* makePost
  const memory = yield* BotMemory

  return Effect.fnUntraced(function*({ address, product, secret, zone }: Recipient, body: object, timeoutMillis: number) {
    const now = yield* Clock.currentTimeMillis
    const left = Math.min(Number((yield* memory.get(pause, address)) ?? 0) - now, product.longestPause ?? 0)
    if (left > 0) return muted(product.title, formatInstant(DateTime.unsafeMakeZoned(now + left, { timeZone: zone })), left)
    const delivery: Delivery = yield* post(product, product.request(body, { address, secret, now }), timeoutMillis)
    if (delivery.pauseMillis !== undefined) {
      yield* memory.set(pause, address, String((yield* Clock.currentTimeMillis) + delivery.pauseMillis))
    }
    return delivery
  })
})
