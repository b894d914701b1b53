import { HttpServerRequest } from "@effect/platform"
import { Context, Effect, Layer, Option } from "effect"
import { TooManyAttempts } from "../../Api/Errors.ts"
import { monotonicMillis } from "../../Concurrency/Monotonic.ts"
import { ProcessSettings } from "../../Config/Environment.ts"
import { withHeader } from "../Headers.ts"
import { clientAddress } from "../Wire/ClientAddress.ts"
import { addressKey, type Guesses, noteGuess, secondsBlocked } from "./GuessLimit.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Counts guesses of tokens and codes by the client's address. */
export class Attempts extends Context.Tag("Attempts")<Attempts, {
  /** Fails for an address with too many guesses within a minute. */
  readonly allowed: Effect.Effect<void, typeof TooManyAttempts.Type, Request>
  /** Counts a wrong credential. */
  readonly wrong: (what: "token" | "invitation code") => Effect.Effect<void, never, Request>
}>() {}

const block = (seconds: number) =>
  Effect.zipRight(
    withHeader("retry-after", String(seconds)),
    Effect.fail(TooManyAttempts.make({ detail: `too many wrong tokens from this address, try again in ${seconds} s` }))
  )

export const layer = Layer.effect(
  Attempts,
  Effect.map(ProcessSettings, ({ trustedProxies }) => {
    const addressOf = clientAddress(trustedProxies)
    const guesses: Guesses = new Map()
    const sender = Effect.map(HttpServerRequest.HttpServerRequest,
      ({ headers, remoteAddress }) => addressKey(addressOf(Option.getOrElse(remoteAddress, () => "unknown"), headers["x-forwarded-for"])))
    return {
      allowed: Effect.flatMap(Effect.all([sender, monotonicMillis]), ([address, now]) => {
        const seconds = secondsBlocked(guesses, address, now)
        return seconds > 0 ? block(seconds) : Effect.void
      }),
      wrong: (what) =>
        Effect.flatMap(Effect.all([sender, monotonicMillis]), ([address, now]) => {
          noteGuess(guesses, address, now)
          return Effect.annotateLogs(Effect.logWarning(`wrong ${what}`), { service: "http", address })
        })
    }
  })
)
