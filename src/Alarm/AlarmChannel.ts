import type { HttpClient } from "@effect/platform"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import * as ConsoleBot from "../Chat/ConsoleBot.ts"
import { makePost } from "../Chat/HttpPost.ts"
import { productOf } from "../Chat/Products.ts"
import { consoleBot } from "../Config/ShopConfig.ts"
import type { Secrets } from "../Logging/Secrets.ts"

/** Where an alarm goes. */
export interface AlarmTarget {
  /** An http(s) address, or `console:`. It is a credential. */
  readonly address: Redacted.Redacted
  /** Empty: not signed. */
  readonly secret: Redacted.Redacted
}

/** Sends notices to the person on duty. Sending never fails: the result says whether the text was accepted, and why not. */
export class AlarmChannel extends Context.Tag("AlarmChannel")<AlarmChannel, {
  readonly send: (target: AlarmTarget, text: string) => Effect.Effect<{ readonly accepted: boolean; readonly detail: string }>
}>() {}

const patience = 10_000

/**
 * Sends the bot's text format. A Feishu or Lark bot reports in its body whether it accepted the text. A reply without a code
 * comes from another kind of service: a status of 2xx is then enough.
 */
export const layer: Layer.Layer<AlarmChannel, never, HttpClient.HttpClient | Secrets> = Layer.effect(
  AlarmChannel,
  Effect.map(makePost, (post) => ({
    send: ({ address, secret }, text) =>
      Effect.gen(function*() {
        const url = Redacted.value(address)
        if (url === consoleBot) {
          const { detail, verdict } = yield* ConsoleBot.write(text, patience)
          return { accepted: verdict === "delivered", detail }
        }
        const product = productOf(url)
        const signed = product.sign(product.notice(text), Redacted.value(secret), yield* Clock.currentTimeMillis)
        const { code, detail, status, verdict } = yield* post(product, url, signed, patience)
        const plainSuccess = code === null && status !== null && status >= 200 && status < 300
        return { accepted: verdict === "delivered" || plainSuccess, detail }
      })
  }))
)
