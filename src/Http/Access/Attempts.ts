import { HttpServerRequest } from "@effect/platform"
import { Context, Effect, Layer, Option } from "effect"
import { TooManyAttempts } from "../../Api/Errors.ts"
import { monotonicMillis } from "../../Concurrency/Monotonic.ts"
import { isShort } from "../../Config/AdminToken.ts"
import { ProcessSettings } from "../../Config/Environment.ts"
import { withHeader } from "../Headers.ts"
import { clientAddress } from "../Wire/ClientAddress.ts"
import { addressKey, type Guesses, maxAttempts, maxOnShortToken, noteGuess, secondsBlocked } from "./GuessLimit.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Counts guesses of tokens and codes by the client's address. */
export class Attempts extends Context.Tag("Attempts")<Attempts, {
  /** Fails for an address with too many guesses within a minute. */
  readonly allowed: Effect.Effect<void, typeof TooManyAttempts.Type, Request>
  /** Counts a screen that asks to be let in. Fails if too many screens at one address have asked within a minute. */
  readonly asking: Effect.Effect<void, typeof TooManyAttempts.Type, Request>
  readonly wrong: (what: "token" | "invitation code" | "screen code", token?: string) => Effect.Effect<void, never, Request>
}>() {}

const block = (seconds: number, what = "wrong tokens") =>
  Effect.zipRight(
    withHeader("retry-after", String(seconds)),
    Effect.fail(TooManyAttempts.make({ detail: `too many ${what} from this address, try again in ${seconds} s` }))
  )

export const layer = Layer.effect(
  Attempts,
  Effect.map(ProcessSettings, ({ adminToken, trustedProxies }) => {
    const most = Option.exists(adminToken, isShort) ? maxOnShortToken : maxAttempts
    const addressOf = clientAddress(trustedProxies)
    const guesses: Guesses = new Map()
    const askers: Guesses = new Map()
    const sender = Effect.map(HttpServerRequest.HttpServerRequest,
      ({ headers, remoteAddress }) => addressKey(addressOf(Option.getOrElse(remoteAddress, () => "unknown"), headers["x-forwarded-for"])))
    return {
      allowed: Effect.flatMap(Effect.all([sender, monotonicMillis]), ([address, now]) => {
        const seconds = secondsBlocked(guesses, address, now, most)
        return seconds > 0 ? block(seconds) : Effect.void
      }),
      asking: Effect.flatMap(Effect.all([sender, monotonicMillis]), ([address, now]) => {
        const seconds = secondsBlocked(askers, address, now, maxAttempts)
        if (seconds > 0) return block(seconds, "screens")
        noteGuess(askers, address, now, null)
        return Effect.void
      }),
      wrong: (what, token) =>
        Effect.flatMap(Effect.all([sender, monotonicMillis]), ([address, now]) => {
          noteGuess(guesses, address, now, token ?? null)
          return Effect.annotateLogs(Effect.logWarning(`wrong ${what}`), { service: "http", address })
        })
    }
  })
)
