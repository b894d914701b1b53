import { Context, Effect, Layer, type Redacted } from "effect"
import { Config } from "../Config.ts"

/** The settings that sending depends on. */
export interface ChatTarget {
  /** A Feishu webhook, or `console:`. The address is a credential. */
  readonly webhookUrl: Redacted.Redacted
  /** Empty when messages are not signed. */
  readonly secret: Redacted.Redacted
  readonly shopName: string
  /** A word that the bot requires in every message; empty if it requires none. */
  readonly keyword: string
  /** Where people open the pages; null if messages carry no link. */
  readonly publicUrl: string | null
}

/** The current settings, read on every send, so that a reload takes effect at once. */
export class ChatSettings extends Context.Tag("ChatSettings")<ChatSettings, {
  readonly current: Effect.Effect<ChatTarget>
}>() {}

/** The settings of the live configuration. */
export const layer: Layer.Layer<ChatSettings, never, Config> = Layer.effect(
  ChatSettings,
  Effect.map(Config, (config) => ({
    current: Effect.map(config.current, ({ chatKeyword, chatSecret, publicUrl, shopName, webhookUrl }) => ({
      webhookUrl,
      secret: chatSecret,
      shopName,
      keyword: chatKeyword,
      publicUrl
    }))
  }))
)
