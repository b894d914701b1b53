import type { HttpClient } from "@effect/platform"
import { Clock, Context, DateTime, Effect, Layer, Redacted } from "effect"
import { makeBot } from "../Chat/Bot.ts"
import * as ConsoleBot from "../Chat/ConsoleBot.ts"
import { productOf } from "../Chat/Products.ts"
import type { ChatKind } from "../Config/Chats.ts"
import { consoleBot } from "../Config/Forms.ts"
import { isTaken } from "../Domain/Attempt.ts"
import type { Secrets } from "../Logging/Secrets.ts"

/** Where an alarm goes. */
export interface AlarmTarget {
  /** An http(s) address, or `console:`. It is a credential. */
  readonly address: Redacted.Redacted
  /** The product, if the host of the address does not show it. */
  readonly kind?: ChatKind | null
  /** Empty if requests are not signed. */
  readonly secret: Redacted.Redacted
}

/** Sends notices to the person on duty. Sending never fails: the result says whether the text was accepted, and why not. */
export class AlarmChannel extends Context.Tag("AlarmChannel")<AlarmChannel, {
  readonly send: (target: AlarmTarget, text: string) => Effect.Effect<{ readonly accepted: boolean; readonly detail: string }>
}>() {}

const sendingMillis = 10_000

/** Sends the bot's text format. */
export const layer: Layer.Layer<AlarmChannel, never, HttpClient.HttpClient | Secrets> = Layer.effect(
  AlarmChannel,
  Effect.map(makeBot, (sendTo) => {
    const unsent = new Map<string, { readonly text: string; readonly at: number }>()
    return {
      send: ({ address, kind, secret }, text) =>
        Effect.gen(function*() {
          const url = Redacted.value(address)
          if (url === consoleBot) {
            const { detail, verdict } = yield* ConsoleBot.write(text, sendingMillis)
            return { accepted: verdict === "delivered", detail }
          }
          // An alarm also goes to a receiver that wants no more messages: a lost alarm is worse than a superfluous request.
          const { canEnd: _, ...product } = productOf(url, kind)
          // A retry sends the same notice.
          const known = unsent.get(url)
          const notice = known?.text === text ? known : { text, at: yield* Clock.currentTimeMillis }
          unsent.set(url, notice)
          const { at } = notice
          const to = { product, address: url, secret: Redacted.value(secret), zone: DateTime.zoneMakeOffset(0), id: `alarm-${at}`, at }
          const { detail, verdict } = yield* sendTo(to, product.notice(text), sendingMillis)
          const accepted = isTaken(verdict)
          if (accepted) unsent.delete(url)
          return { accepted, detail }
        })
    }
  })
)
