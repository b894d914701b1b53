import { Context, Effect, Layer, type Redacted } from "effect"
import { Config } from "../Config.ts"

/** What sending depends on in the configuration. */
export interface ChatTarget {
  /** A Feishu webhook, or `console:`. The address is a credential. */
  readonly webhookUrl: Redacted.Redacted
  /** Empty when messages are not signed. */
  readonly secret: Redacted.Redacted
  readonly shopName: string
  /** A word that the bot demands in every message; empty when it demands none. */
  readonly keyword: string
}

/** The settings that hold now: asked on every send, so that a reload is followed at once. */
export class ChatSettings extends Context.Tag("ChatSettings")<ChatSettings, {
  readonly current: Effect.Effect<ChatTarget>
}>() {}

/** What the live configuration says. */
export const layer: Layer.Layer<ChatSettings, never, Config> = Layer.effect(
  ChatSettings,
  Effect.map(Config, (config) => ({
    current: Effect.map(config.current, ({ chatKeyword, chatSecret, shopName, webhookUrl }) => ({
      webhookUrl,
      secret: chatSecret,
      shopName,
      keyword: chatKeyword
    }))
  }))
)
