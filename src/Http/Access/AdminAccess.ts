import { HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Clock, Effect, Layer, Option, Redacted } from "effect"
import { createHash, timingSafeEqual } from "node:crypto"
import { AdminAccess } from "../../Api/Admin.ts"
import { AdminDisabled, TooManyAttempts, Unauthorized } from "../../Api/Errors.ts"
import { Environment } from "../../Config/Environment.ts"
import { clientAddress } from "../Wire/ClientAddress.ts"
import { addressKey, type Guesses, noteGuess, secondsBlocked } from "./GuessLimit.ts"

/** Digests have one length, so that a comparison reveals nothing about the token's length. */
const digest = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest()

const setHeader = (name: string, value: string) =>
  HttpApp.appendPreResponseHandler((_request, response) => Effect.succeed(HttpServerResponse.setHeader(response, name, value)))

/** Checks the admin token. Without one in the environment all requests are refused; addresses that guess are blocked for a minute. */
export const layer = Layer.effect(
  AdminAccess,
  Effect.gen(function*() {
    const { adminToken, trustedProxies } = yield* Environment
    const addressOf = clientAddress(trustedProxies)
    const expected = Option.map(adminToken, (token) => digest(Buffer.from(Redacted.value(token), "utf8")))
    const guesses: Guesses = new Map()
    if (Option.isNone(expected)) {
      yield* Effect.logWarning("ADMIN_TOKEN is not set: the admin endpoints are closed")
    }

    const refuse = (given: string, address: string, now: number) =>
      Effect.gen(function*() {
        // A request without a token is no guess.
        if (given !== "") {
          noteGuess(guesses, address, now)
          yield* Effect.logWarning("wrong admin token").pipe(Effect.annotateLogs({ service: "http", address }))
        }
        yield* setHeader("www-authenticate", "AdminToken realm=\"admin\"")
        return yield* Effect.fail(Unauthorized.make({ detail: "X-Admin-Token: expected the admin token, got none or a wrong one" }))
      })

    const block = (seconds: number) =>
      Effect.zipRight(
        setHeader("retry-after", String(seconds)),
        Effect.fail(TooManyAttempts.make({ detail: `too many wrong tokens from this address, try again in ${seconds} s` }))
      )

    return {
      adminToken: (token) =>
        Effect.gen(function*() {
          if (Option.isNone(expected)) {
            return yield* Effect.fail(AdminDisabled.make({ detail: "ADMIN_TOKEN: expected in the service's environment, got nothing" }))
          }
          const request = yield* HttpServerRequest.HttpServerRequest
          const connection = Option.getOrElse(request.remoteAddress, () => "unknown")
          const address = addressKey(addressOf(connection, request.headers["x-forwarded-for"]))
          const now = yield* Clock.currentTimeMillis
          const seconds = secondsBlocked(guesses, address, now)
          if (seconds > 0) return yield* block(seconds)
          // Node decodes header bytes as Latin-1, in whatever encoding they were sent.
          const given = Redacted.value(token)
          if (!timingSafeEqual(digest(Buffer.from(given, "latin1")), expected.value)) return yield* refuse(given, address, now)
        })
    }
  })
)
