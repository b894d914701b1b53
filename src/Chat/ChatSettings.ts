import { Context, type DateTime, Effect, Layer, type Redacted } from "effect"
import { ShopClock } from "../Clock.ts"
import { Config } from "../Config.ts"
import type { ChatKind } from "../Config/Chats.ts"
import { chatsOf, languageOf, type ShopConfig } from "../Config/ShopConfig.ts"
import type { Topic } from "../Domain/Topic.ts"
import { type ChatKeys, keysOfChat } from "./ChatFindings.ts"
import type { MessageContext } from "./Message.ts"

/** The settings that sending to one chat depends on. */
export interface ChatTarget extends MessageContext {
  readonly name: string
  readonly about: ReadonlyArray<Topic>
  /** Where the file has these settings. */
  readonly keys: ChatKeys
  /** The address of a chat bot, or `console:`. It is a credential. */
  readonly webhookUrl: Redacted.Redacted
  /** The product, if the host of the address does not show it. */
  readonly kind?: ChatKind | null
  /** Empty when messages are not signed. */
  readonly secret: Redacted.Redacted
}

/** What a message contains besides its facts: the shop, the keyword, the links, the language and the time. */
export const contextOf = (config: ShopConfig, now: DateTime.Zoned): MessageContext => ({
  shopName: config.shopName,
  keyword: config.chatKeyword,
  publicUrl: config.publicUrl,
  language: languageOf(config),
  currency: config.currency,
  now
})

/** The current settings of every chat, read on every send, so that a reload takes effect at once. */
export class ChatSettings extends Context.Tag("ChatSettings")<ChatSettings, {
  readonly current: Effect.Effect<ReadonlyArray<ChatTarget>>
}>() {}

export const layer: Layer.Layer<ChatSettings, never, Config | ShopClock> = Layer.effect(
  ChatSettings,
  Effect.map(Effect.all([Config, ShopClock]), ([config, clock]) => ({
    current: Effect.zipWith(
      config.current,
      clock.now,
      (config, now) =>
        chatsOf(config).map(({ about, keyword, kind, name, secret, url }, index) => ({
          ...contextOf(config, now),
          name,
          about,
          keyword,
          keys: keysOfChat(index),
          webhookUrl: url,
          kind,
          secret
        }))
    )
  }))
)
