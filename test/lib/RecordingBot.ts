import { Clock, Effect, Layer } from "effect"
import { ChatBot, type Origin } from "../../src/Chat/ChatBot.ts"
import { feishu } from "../../src/Chat/Feishu.ts"
import type { Announcement } from "../../src/Domain/Announcement.ts"
import { type Delivery, type Format } from "../../src/Domain/Attempt.ts"
import type { FigureSince } from "../../src/Domain/FigureSince.ts"

export interface Sent {
  readonly at: number
  readonly announcement: Announcement
  readonly format: Format
  readonly since: FigureSince | undefined
  readonly origin: Origin | undefined
}

/** Answers for the next messages, in order; without any, a message is delivered. */
export type Script = Array<Effect.Effect<Delivery>>

export const delivered: Delivery = {
  verdict: "delivered",
  status: 200,
  code: 0,
  detail: "Delivered",
  retryAfterMillis: null,
  excerpt: "{\"code\":0}"
}

/** A bot in memory that keeps every message with the instant at which its sending began. */
export const recordingBot = () => {
  const sent: Array<Sent> = []
  const script: Script = []
  const layer = Layer.succeed(ChatBot, {
    product: Effect.succeed(feishu),
    send: (announcement, format, _, since, origin) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        sent.push({ at, announcement, format, since, origin })
        return script.shift() ?? Effect.succeed(delivered)
      })
  })
  return { sent, script, layer }
}
