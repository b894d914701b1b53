import type { HttpClient } from "@effect/platform"
import { Effect, Layer, Redacted } from "effect"
import { consoleBot } from "../Config/ShopConfig.ts"
import type { Announcement } from "../Domain/Announcement.ts"
import type { Format } from "../Domain/Attempt.ts"
import type { FigureSince } from "../Domain/FigureSince.ts"
import type { Secrets } from "../Logging/Secrets.ts"
import { traced } from "../Tracing.ts"
import { makeBot } from "./Bot.ts"
import { ChatBot, type Origin } from "./ChatBot.ts"
import { ChatSettings, type ChatTarget } from "./ChatSettings.ts"
import * as ConsoleBot from "./ConsoleBot.ts"
import { compose } from "./Message.ts"
import { invalidAddress } from "./NoReply.ts"
import { productOf } from "./Products.ts"

const isCallable = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/** Sends to the bot at an address. */
const makeSend = Effect.map(makeBot, (sendTo) =>
  Effect.fnUntraced(function*(
    target: ChatTarget,
    announcement: Announcement,
    format: Format,
    timeoutMillis: number,
    since?: FigureSince,
    origin?: Origin
  ) {
    const address = Redacted.value(target.webhookUrl)
    if (!isCallable(address)) return invalidAddress
    const product = productOf(address, target.kind)
    const body = product.message(compose(announcement, target, since), format)
    const now = target.now.epochMillis
    const { at, id } = origin === undefined ? { id: `test-${now}`, at: now } : origin
    const to = { product, address, secret: Redacted.value(target.secret), zone: target.now.zone, id: `${id}-main`, at }
    return yield* sendTo(to, body, timeoutMillis)
  }, traced("ChatBot.send")))

/** The bot that the current settings name. */
export const layer: Layer.Layer<ChatBot, never, ChatSettings | HttpClient.HttpClient | Secrets> = Layer.effect(
  ChatBot,
  Effect.gen(function*() {
    const settings = yield* ChatSettings
    const sendOverHttp = yield* makeSend
    return {
      product: Effect.map(settings.current, ({ kind, webhookUrl }) => productOf(Redacted.value(webhookUrl), kind)),
      send: (announcement, format, timeoutMillis, since, origin) =>
        Effect.flatMap(settings.current, (target) =>
          Redacted.value(target.webhookUrl) === consoleBot
            ? ConsoleBot.send(target, announcement, timeoutMillis, since)
            : sendOverHttp(target, announcement, format, timeoutMillis, since, origin))
    }
  })
)
