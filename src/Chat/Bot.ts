import { Clock, DateTime, Effect } from "effect"
import type { Delivery } from "../Domain/Attempt.ts"
import { instantAt } from "../Domain/Calendar.ts"
import { BotMemory, isGone, mute, mutedFor, setGone } from "./BotMemory.ts"
import { makePost } from "./HttpPost.ts"
import { gone, muted, nameless } from "./NoReply.ts"
import type { Product } from "./Product.ts"

/** A bot and what it needs to accept a request. */
export interface Recipient {
  readonly product: Product
  readonly address: string
  readonly secret: string
  /** The zone of times in sentences. */
  readonly zone: DateTime.TimeZone
  /** The id of the message within the installation, the same at each attempt. */
  readonly id: string
  /** The id that it has if it was stored before ids had the instant. */
  readonly plainId?: string
  /** When the message was stored; milliseconds since 1970. */
  readonly at: number
}

const move = "chat moved"

/** A pause shorter than this is waited for, and not stored. */
const shortPause = 5_000

/**
 * Sends a body to a bot. Each attempt is signed again, because signatures expire. A bot that asked for a pause gets no request from
 * any process until the pause is over: a request would only make it longer. A receiver that wants no more messages gets none. If the
 * chat has moved to another id, this message and all later ones are sent there.
 */
export const makeBot = Effect.gen(function*() {
  const post = yield* makePost
  const memory = yield* BotMemory
  const freeAt = new Map<string, number>()

  const remember = Effect.fnUntraced(function*(address: string, { isGone: wantsNoMore, movedTo, pauseMillis = 0 }: Delivery) {
    const now = yield* Clock.currentTimeMillis
    if (pauseMillis > shortPause) yield* mute(memory, address, now + pauseMillis)
    else if (pauseMillis > 0) freeAt.set(address, now + pauseMillis)
    if (movedTo !== undefined) yield* memory.set(move, address, movedTo)
    if (wantsNoMore === true) yield* setGone(memory, address, true)
  })

  return Effect.fnUntraced(function*({ address, at, id, plainId, product, secret, zone }: Recipient, body: object, timeoutMillis: number) {
    const begin = yield* Clock.currentTimeMillis
    const soon = Math.min((freeAt.get(address) ?? 0) - begin, shortPause)
    if (soon > 0) yield* Effect.sleep(soon)
    freeAt.delete(address)
    const now = yield* Clock.currentTimeMillis
    const left = yield* mutedFor(memory, product, address, now)
    if (left > 0) return muted(product.title, instantAt(now + left, zone), left)
    if (yield* isGone(memory, product, address)) return gone
    const own = product.hasIds === true ? yield* memory.installation : { name: "", idsSince: 0 }
    // With a different id, the receiver would treat it as another message.
    if (own === undefined) return nameless
    const named = `${own.name}-${at < own.idsSince && plainId !== undefined ? plainId : id}`
    const attempt = (movedTo: string | undefined, millis: number) =>
      post(product, product.request(body, { address, secret, now, at, id: named, ...(movedTo === undefined ? {} : { movedTo }) }), millis)
    const known = product.moves === true ? yield* memory.get(move, address) : undefined
    const first = yield* attempt(known, timeoutMillis)
    yield* remember(address, first)
    const moved = first.movedTo ?? known
    const delivery = first.movedTo === undefined
      ? first
      : yield* attempt(first.movedTo, Math.max(1_000, timeoutMillis - ((yield* Clock.currentTimeMillis) - now)))
    return moved !== undefined && delivery.verdict === "delivered"
      ? { ...delivery, detail: `Delivered to ${moved}, the chat's new id: set chat_id in chat_webhook_url to it` }
      : delivery
  })
})
