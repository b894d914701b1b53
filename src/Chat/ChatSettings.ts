import { Context, type DateTime, Effect, Layer, type Redacted } from "effect"
import { ShopClock } from "../Clock.ts"
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
  /** In the shop's zone. */
  readonly now: DateTime.Zoned
}

/** The current settings, read on every send, so that a reload takes effect at once. */
export class ChatSettings extends Context.Tag("ChatSettings")<ChatSettings, {
  readonly current: Effect.Effect<ChatTarget>
}>() {}

/** The settings of the live configuration. */
export const layer: Layer.Layer<ChatSettings, never, Config | ShopClock> = Layer.effect(
  ChatSettings,
  Effect.map(Effect.all([Config, ShopClock]), ([config, clock]) => ({
    current: Effect.zipWith(
      config.current,
      clock.now,
      ({ chatKeyword, chatSecret, publicUrl, shopName, webhookUrl }, now) => ({
        webhookUrl,
        secret: chatSecret,
        shopName,
        keyword: chatKeyword,
        publicUrl,
        now
      })
    )
  }))
)
