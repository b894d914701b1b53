import { FileSystem, HttpBody, HttpClient, HttpClientRequest, type HttpClientResponse, HttpIncomingMessage } from "@effect/platform"
import { Cause, Clock, Effect, Option } from "effect"
import { readArrivedData } from "../Concurrency/EventLoop.ts"
import type { Delivery } from "../Domain/Attempt.ts"
import { secretsOfAddress } from "../Logging/AddressSecrets.ts"
import { scrubber, Secrets } from "../Logging/Secrets.ts"
import * as NoReply from "./NoReply.ts"
import { judgeFailure, timedOut, tooLarge } from "./NoReply.ts"
import type { BotRequest, Product } from "./Product.ts"
import { blockedOnTheWay, isFromEdge, type JudgeOptions, parseJson, type Reply, sentenceWith } from "./Reply.ts"

/** Products whose refusals may be plain text. */
const repliesInWords: ReadonlySet<Product["name"]> = new Set(["slack", "webhook"])

/** A refusal that is a text, where the product's refusals are JSON objects. */
const isOtherText = ({ name }: Product, { body }: Reply): boolean =>
  !repliesInWords.has(name) && body.trim() !== "" && typeof parseJson(body) !== "object"

/**
 * Whether a refusal comes from the network in front of the bot and not from the product. A receiver of one's own may reply with a
 * page as well, except that its 403 would not be one. A body that is too large is refused by whatever is in front, too.
 */
const isBlocked = (product: Product, reply: Reply): boolean => {
  const { status } = reply
  // A bot without a name has no replies to tell from others, so its own table decides (rule 7.28).
  if (product.triesEveryFormat === true || status < 400 || status > 499 || status === 413) return false
  if (status !== 403) return product.name !== "webhook" && isFromEdge(reply)
  return isFromEdge(reply) || isOtherText(product, reply)
}

/** The verdict of a product on a reply. What is not the product's is neither a success nor a refusal (rule 7.23). */
export const judgeReply = (product: Product, reply: Reply, options: JudgeOptions): Delivery => {
  const delivery = product.judge(reply, options)
  const isRefusal = delivery.verdict === "permanent" || delivery.verdict === "format"
  if (!isRefusal || delivery.isGone === true || !isBlocked(product, reply)) return delivery
  const [verdict, sentence] = blockedOnTheWay
  return { ...delivery, verdict, detail: sentenceWith(sentence, [`HTTP ${reply.status}`], "", options) }
}

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
        Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.succeed(judgeFailure(NoReply.ofCause(cause)))
      )
    )
    const timeout = Effect.as(Effect.zipRight(Effect.sleep(timeoutMillis), readArrivedData), timedOut(timeoutMillis))
    return Effect.raceFirst(answered, timeout)
  }
})
