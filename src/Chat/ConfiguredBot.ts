import { HttpClient } from "@effect/platform"
import { Effect, Layer, Redacted } from "effect"
import { consoleBot } from "../Config/ShopConfig.ts"
import { ChatBot } from "./ChatBot.ts"
import { ChatSettings } from "./ChatSettings.ts"
import * as ConsoleBot from "./ConsoleBot.ts"
import * as Feishu from "./Feishu.ts"

/** The bot that the settings name at the moment of sending. */
export const layer: Layer.Layer<ChatBot, never, ChatSettings | HttpClient.HttpClient> = Layer.effect(
  ChatBot,
  Effect.gen(function*() {
    const settings = yield* ChatSettings
    const feishu = Feishu.make(yield* HttpClient.HttpClient)
    return {
      send: (announcement, format, timeoutMillis) =>
        Effect.flatMap(settings.current, (target) =>
          Redacted.value(target.webhookUrl) === consoleBot
            ? ConsoleBot.send(target, announcement, timeoutMillis)
            : feishu(target, announcement, format, timeoutMillis))
    }
  })
)
