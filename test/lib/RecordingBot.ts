import { Clock, Effect, Layer } from "effect"
import { ChatBot, type Origin } from "../../src/Chat/ChatBot.ts"
import { feishu } from "../../src/Chat/Feishu.ts"
import type { Announcement } from "../../src/Domain/Announcement.ts"
import { type Delivery, type Format } from "../../src/Domain/Attempt.ts"
import type { FigureSince } from "../../src/Domain/FigureSince.ts"
import { mainChat, topics } from "../../src/Domain/Topic.ts"

export interface Sent {
  readonly chat: string
  readonly at: number
  readonly announcement: Announcement
  readonly format: Format
  readonly since: FigureSince | undefined
  readonly origin: Origin | undefined
}

/** Outcomes of the next messages, in order. Without any, a message is delivered. */
export type Script = Array<Effect.Effect<Delivery>>

export const delivered: Delivery = {
  verdict: "delivered",
  status: 200,
  code: 0,
  detail: "Delivered",
  retryAfterMillis: null,
  excerpt: "{\"code\":0}"
}

/**
 * A bot in memory that records every message with the instant at which its sending began.
 * @param chats the names of its chats, which a test may change before the bell rings
 */
export const recordingBot = (chats: Array<string> = [mainChat]) => {
  const sent: Array<Sent> = []
  const script: Script = []
  const scripts: Record<string, Script> = {}
  let place: string | undefined
  const layer = Layer.succeed(ChatBot, {
    chats: Effect.sync(() => chats.map((name) => ({ name, about: topics, kind: feishu.name, place: place ?? name, product: feishu }))),
    send: (chat, announcement, format, _, since, origin) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        const name = typeof chat === "string" ? chat : chat.name
        sent.push({ chat: name, at, announcement, format, since, origin })
        return scripts[name]?.shift() ?? script.shift() ?? Effect.succeed(delivered)
      }),
    reopen: () => Effect.void,
    mutedUntil: () => Effect.succeed(null)
  })
  const shareAddress = () => {
    place = "one"
  }
  return { sent, script, scripts, chats, layer, shareAddress }
}
