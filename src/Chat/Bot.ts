import { FileSystem, HttpBody, HttpClient, HttpClientRequest, type HttpClientResponse, HttpIncomingMessage } from "@effect/platform"
import { Cause, Clock, DateTime, Effect, Option } from "effect"
import { readArrivedData } from "../Concurrency/EventLoop.ts"
import { isMail } from "../Config/Mail.ts"
import type { Announcement } from "../Domain/Announcement.ts"
import type { Delivery } from "../Domain/Attempt.ts"
import { instantAt } from "../Domain/Calendar.ts"
import type { FigureSince } from "../Domain/FigureSince.ts"
import { secretsOfAddress } from "../Logging/AddressSecrets.ts"
import { scrubber, Secrets } from "../Logging/Secrets.ts"
import { print } from "../Logging/StandardStream.ts"
import { answersOf, BotMemory, isGone, mute, mutedFor, setAnswers, setGone } from "./BotMemory.ts"
import { sendMail } from "./Email/Send.ts"
import { compose, type MessageContext, toText } from "./Message.ts"
import { gone, judgeFailure, muted, nameless, networkFailure, notPrinted, printed, stillPrinting, timedOut, tooLarge } from "./NoReply.ts"
import type { BotRequest, Product } from "./Product.ts"
import { blockedOnTheWay, isFromEdge, type JudgeOptions, parseJson, type Reply, sentenceWith } from "./Reply.ts"

/** Prints a text, and returns the outcome like a bot's reply. */
export const printText = (text: string, timeoutMillis: number): Effect.Effect<Delivery> =>
  print(`${text}\n`).pipe(
    Effect.match({ onFailure: ({ reason }) => notPrinted(reason), onSuccess: () => printed }),
    Effect.timeoutTo({ duration: timeoutMillis, onSuccess: (delivery) => delivery, onTimeout: () => stillPrinting })
  )

/**
 * Prints the text format to standard output, whatever the format. A message that cannot be printed is sent again later, as if a bot
 * were down.
 */
export const printMessage = (
  context: MessageContext,
  announcement: Announcement,
  timeoutMillis: number,
  since?: FigureSince
): Effect.Effect<Delivery> => printText(toText(compose(announcement, context, since)), timeoutMillis)

/** Products whose refusals may be plain text. */
const repliesInWords: ReadonlySet<Product["name"]> = new Set(["slack", "webhook"])

/** A refusal that is a text, where the product's refusals are JSON objects. A bot without a name may have any. */
const isOtherText = ({ name, triesEveryFormat }: Product, { body }: Reply): boolean =>
  triesEveryFormat !== true && !repliesInWords.has(name) && body.trim() !== "" && typeof parseJson(body) !== "object"

/**
 * Whether a refusal comes from the network in front of the bot and not from the product. A receiver of one's own may reply with a
 * page as well, except that its 403 would not be one. A body that is too large is refused by whatever is in front, too.
 */
const isBlocked = (product: Product, reply: Reply): boolean => {
  const { status } = reply
  if (status < 400 || status > 499 || status === 413) return false
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
/** Milliseconds for an answer, if neither the product nor the caller says otherwise. */
export const usualPatience = 10_000

const makePost = Effect.gen(function*() {
  const http = untraced(yield* HttpClient.HttpClient)
  const known = yield* Secrets
  const makeScrubber = rememberingScrubber()

  const overHttp = (request: BotRequest) =>
    Effect.flatMap(http.execute(httpRequest(request)), (response) =>
      Effect.map(readReply(response), (body): Reply => ({
        status: response.status,
        retryAfter: response.headers["retry-after"],
        body,
        headers: response.headers
      })))

  return (product: Product, request: BotRequest, atMost: number): Effect.Effect<Delivery> => {
    const { limits, patience = usualPatience } = product
    const timeoutMillis = Math.min(atMost, patience)
    const bytes = Buffer.byteLength(request.body ?? "")
    if (bytes > limits.requestBytes) return Effect.succeed(tooLarge(bytes, limits.requestBytes))
    const scrub = replyScrubber(known, request, makeScrubber)
    const replied: Effect.Effect<Reply, unknown> = isMail(request.url) ? sendMail(request, timeoutMillis) : overHttp(request)
    const answered = Effect.zip(replied, Clock.currentTimeMillis).pipe(
      Effect.map(([reply, now]) => judgeReply(product, reply, { now, scrub })),
      Effect.catchAllCause((cause) =>
        Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.succeed(judgeFailure(networkFailure(cause)))
      )
    )
    const timeout = Effect.as(Effect.zipRight(Effect.sleep(timeoutMillis), readArrivedData), timedOut(timeoutMillis))
    return Effect.raceFirst(answered, timeout)
  }
})

/** A bot and what it needs to accept a request. */
export interface Recipient {
  readonly product: Product
  readonly address: string
  readonly secret: string
  /** The zone of times in sentences. */
  readonly zone: DateTime.TimeZone
  /** The id of the message within the installation, the same at each attempt. */
  readonly id: string
  /** When the message was stored; milliseconds since 1970. */
  readonly at: number
}

const move = "chat moved"

/** A pause shorter than this is waited for, and not stored. */
const shortPause = 5_000

/**
 * Sends a body to a bot. Each attempt is signed again, because signatures expire. A bot that asked for a pause gets no request from
 * any process until the pause is over: a request would only make it longer. A receiver that wants no more messages gets none. If the
 * chat has moved to another id, this message and all later ones are sent there.
 */
export const makeBot = Effect.gen(function*() {
  const post = yield* makePost
  const memory = yield* BotMemory
  const freeAt = new Map<string, number>()

  const remember = Effect.fnUntraced(function*(address: string, { isGone: wantsNoMore, movedTo, pauseMillis = 0 }: Delivery) {
    const now = yield* Clock.currentTimeMillis
    if (pauseMillis > shortPause) yield* mute(memory, address, now + pauseMillis)
    else if (pauseMillis > 0) freeAt.set(address, now + pauseMillis)
    if (movedTo !== undefined) yield* memory.set(move, address, movedTo)
    if (wantsNoMore === true) yield* setGone(memory, address, true)
  })

  return Effect.fnUntraced(function*({ address, at, id, product, secret, zone }: Recipient, body: object, timeoutMillis: number) {
    const begin = yield* Clock.currentTimeMillis
    const soon = Math.min((freeAt.get(address) ?? 0) - begin, shortPause)
    if (soon > 0) yield* Effect.sleep(soon)
    freeAt.delete(address)
    const now = yield* Clock.currentTimeMillis
    const left = yield* mutedFor(memory, product, address, now)
    if (left > 0) return muted(product.title, instantAt(now + left, zone), left)
    if (yield* isGone(memory, product, address)) return gone
    const own = product.hasIds === true ? yield* memory.installation : ""
    // With a different id, the receiver would treat it as another message.
    if (own === undefined) return nameless
    const named = `${own}-${id}`
    const answered = isMail(address) ? yield* answersOf(memory, named) : undefined
    const attempt = (movedTo: string | undefined, millis: number) =>
      post(product, product.request(body, {
        address,
        secret,
        now,
        at,
        id: named,
        ...(movedTo === undefined ? {} : { movedTo }),
        ...(answered === undefined ? {} : { answered })
      }), millis)
    const known = product.moves === true ? yield* memory.get(move, address) : undefined
    const first = yield* attempt(known, timeoutMillis)
    yield* remember(address, first)
    if (first.answers !== undefined) yield* setAnswers(memory, named, first.answers)
    const moved = first.movedTo ?? known
    const delivery = first.movedTo === undefined
      ? first
      : yield* attempt(first.movedTo, Math.max(1_000, timeoutMillis - ((yield* Clock.currentTimeMillis) - now)))
    return moved !== undefined && delivery.verdict === "delivered"
      ? { ...delivery, detail: `Delivered to ${moved}, the chat's new id: set chat_id in chat_webhook_url to it` }
      : delivery
  })
})
