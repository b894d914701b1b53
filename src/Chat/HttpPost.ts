import { FileSystem, HttpBody, HttpClient, HttpClientRequest, type HttpClientResponse, HttpIncomingMessage } from "@effect/platform"
import { Cause, Clock, Effect, Option } from "effect"
import { readArrivedData } from "../Concurrency/EventLoop.ts"
import type { Delivery } from "../Domain/Attempt.ts"
import { secretsOfAddress } from "../Logging/AddressSecrets.ts"
import { scrubber, Secrets } from "../Logging/Secrets.ts"
import { judgeReply } from "./Edge.ts"
import * as NetworkFailure from "./NetworkFailure.ts"
import { judgeFailure, timedOut, tooLarge } from "./NoReply.ts"
import type { BotRequest, Product } from "./Product.ts"

/** Sends no trace headers and creates no span, because the span would contain the address. */
export const untraced = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  client.pipe(
    HttpClient.withTracerPropagation(false),
    HttpClient.withTracerDisabledWhen(() => true)
  )

const headers = { accept: "application/json", "accept-encoding": "identity", "user-agent": "turnover" }

export const httpRequest = ({ body, headers: own, url }: BotRequest): HttpClientRequest.HttpClientRequest =>
  body === undefined
    ? HttpClientRequest.get(url, { headers })
    : HttpClientRequest.post(url, {
      headers: { ...headers, ...own },
      body: HttpBody.uint8Array(Buffer.from(body), "application/json; charset=utf-8")
    })

const largestReply = FileSystem.KiB(64)

/** The text of a reply. A text that ends too early or is too long counts as empty, so that the status alone decides. */
export const readReply = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<string> =>
  Effect.orElseSucceed(HttpIncomingMessage.withMaxBodySize(response.text, Option.some(largestReply)), () => "")

/** Removes secrets from a bot's reply: the secrets that the service knows and those of the request. */
export const replyScrubber = (
  known: typeof Secrets.Service,
  { secrets, url }: Pick<BotRequest, "secrets" | "url">,
  make = scrubber
): (text: string) => string => {
  const scrub = make([...secretsOfAddress(url), ...secrets])
  return (text) => scrub(known.scrub(text))
}

/** More entries than a shop has chats, because some addresses have a new signature at each request. */
const rememberedScrubbers = 32

/** Caches the newest scrubbers: the forms of a bot's secrets are usually the same at each request. */
const rememberingScrubber = (): typeof scrubber => {
  const made = new Map<string, (text: string) => string>()
  return (secrets) => {
    const key = JSON.stringify(secrets)
    const scrub = made.get(key) ?? scrubber(secrets)
    made.delete(key)
    made.set(key, scrub)
    if (made.size > rememberedScrubbers) {
      for (const oldest of made.keys()) {
        made.delete(oldest)
        break
      }
    }
    return scrub
  }
}

/** Sends one request to a bot, and returns the verdict on the reply (rule 7.5). Redirects are not followed. */
export const makePost = Effect.gen(function*() {
  const http = untraced(yield* HttpClient.HttpClient)
  const known = yield* Secrets
  const makeScrubber = rememberingScrubber()

  return (product: Product, request: BotRequest, timeoutMillis: number): Effect.Effect<Delivery> => {
    const { limits } = product
    const bytes = Buffer.byteLength(request.body ?? "")
    if (bytes > limits.requestBytes) return Effect.succeed(tooLarge(bytes, limits.requestBytes))
    const scrub = replyScrubber(known, request, makeScrubber)
    const answered = http.execute(httpRequest(request)).pipe(
      Effect.flatMap((response) =>
        Effect.zip(readReply(response), Clock.currentTimeMillis).pipe(
          Effect.map(([text, now]): Delivery =>
            judgeReply(
              product,
              { status: response.status, retryAfter: response.headers["retry-after"], body: text, headers: response.headers },
              { now, scrub }
            )
          )
        )
      ),
      Effect.catchAllCause((cause) =>
        Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.succeed(judgeFailure(NetworkFailure.ofCause(cause)))
      )
    )
    const timeout = Effect.as(Effect.zipRight(Effect.sleep(timeoutMillis), readArrivedData), timedOut(timeoutMillis))
    return Effect.raceFirst(answered, timeout)
  }
})
