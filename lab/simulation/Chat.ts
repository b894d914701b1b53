import { Headers, HttpClient, HttpClientError, type HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { type Format, type Meaning, type Reply } from "./BotReplies.ts"
import { feishu } from "./bots/Feishu.ts"
import type { BotProduct, Carried } from "./bots/Product.ts"
import { type Temper, tempers } from "./bots/Temper.ts"
import { hold } from "./Broken.ts"
import type { Dice } from "./Dice.ts"
import type { VirtualClock } from "./VirtualClock.ts"

/** How the bot replies for some time. */
interface Mood {
  /** The end of the mood, in real time. */
  readonly until: number
  readonly meanings: readonly [Meaning, ...ReadonlyArray<Meaning>]
  /** Messages in these formats get a reply with one of `meanings`; all others are delivered. */
  readonly formats: ReadonlyArray<Format>
}

/** A message that has arrived at the bot, and the reply that the bot will send. */
export interface BotRequest extends Carried {
  readonly reply: Reply
  /** Milliseconds until the reply. */
  readonly latency: number
}

export interface ChatOptions {
  readonly clock: VirtualClock
  readonly dice: Dice
  /** The chat product; Feishu by default. */
  readonly product?: BotProduct
  /** How it usually behaves. */
  readonly temper?: Temper
  /** The secret of the settings; undefined if they no longer have the chat. */
  readonly secret: () => string | undefined
  /** Runs checks. A broken promise ends the simulation; the service must not see it as an error of its bot. */
  readonly guarded: (work: () => void) => void
}

/** A process that sends messages. */
export interface Sender {
  /** The wall clock of its machine. */
  readonly wall: () => number
  /** Called when a request arrives. */
  readonly onRequest: (request: BotRequest) => void
}

/** The system call that Node names in a network error. It shows whether the request had a connection. */
const systemCalls = { ECONNREFUSED: "connect", ENOTFOUND: "getaddrinfo", ECONNRESET: "read" } as const

/** A bot as an `HttpClient`. It checks each request as the real bot does, and chooses its reply at random. */
export const chat = (options: ChatOptions) => {
  const { clock, dice, product = feishu, temper = "usual" } = options
  const { latencies, meanings: usual, spans } = tempers[temper]
  const times: Array<number> = []
  let mood: Mood = { until: 0, meanings: ["delivered"], formats: [] }
  let deliversAll = false

  const nextMood = (): Mood => {
    const until = clock.real() + dice.weighted(spans) * (0.5 + dice.next())
    const meanings = dice.weighted(usual)
    const formats = dice.weighted<ReadonlyArray<Format>>([[5, ["card", "post", "text"]], [3, ["card"]], [2, ["card", "post"]]])
    return { until, meanings, formats }
  }

  const replyTo = (format: Format): Reply => {
    if (deliversAll) return product.replies.delivered[0]
    if (clock.real() >= mood.until) mood = nextMood()
    return dice.pick(product.replies[mood.formats.includes(format) ? dice.pick(mood.meanings) : "delivered"])
  }

  const checkPace = () => {
    const now = clock.real()
    for (const { count, millis } of product.limits) {
      const earlier = times.at(-count)
      hold(earlier === undefined || now - earlier >= millis, "the bot's limits are kept", () =>
        `${count + 1} requests in ${now - (earlier ?? 0)} ms`)
    }
    times.push(now)
    if (times.length > 200) times.splice(0, 100)
  }

  const checkSignature = (body: Carried, wall: number) => {
    const secret = product.isSigned ? options.secret() : ""
    if (secret === undefined) return
    const seconds = String(Math.floor(wall / 1000))
    const sign = secret === "" ? undefined : createHmac("sha256", `${seconds}\n${secret}`).digest("base64")
    hold(
      body.sign === sign && (sign === undefined) === (body.timestamp === undefined) && (sign === undefined || body.timestamp === seconds),
      "every request has its own signature",
      () => `timestamp ${String(body.timestamp)} at ${seconds}`
    )
  }

  const answer = (request: HttpClientRequest.HttpClientRequest, reply: Reply) => {
    // `Effect.never` starts a real timer, which would outlive the simulated process.
    if (reply.fault === "silence") return Effect.async<never>(() => {})
    if (reply.fault !== undefined) {
      const cause = Object.assign(new Error(reply.fault), { code: reply.fault, syscall: systemCalls[reply.fault] })
      return Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", cause }))
    }
    // The sender reads only these members; building a whole response is slow.
    const response = {
      request,
      status: reply.status ?? 200,
      headers: Headers.fromInput(reply.retryAfter === undefined ? {} : { "retry-after": String(reply.retryAfter) }),
      text: Effect.succeed(reply.body ?? "")
    }
    return Effect.succeed(response as unknown as HttpClientResponse.HttpClientResponse)
  }

  const clientOf = ({ onRequest, wall }: Sender) =>
    HttpClient.make((request) =>
      Effect.suspend(() => {
        const bytes = request.body._tag === "Uint8Array" ? request.body.body : new Uint8Array()
        const message = product.read(new TextDecoder().decode(bytes))
        const reply = replyTo(message.format)
        const latency = deliversAll ? dice.between(20, 400) : dice.between(...dice.weighted(latencies))
        options.guarded(() => {
          checkPace()
          hold(bytes.length <= product.largestBody, "no body is larger than the bot allows", () => `${bytes.length} bytes`)
          checkSignature(message, wall())
          onRequest({ ...message, reply, latency })
        })
        return Effect.zipRight(Effect.sleep(latency), answer(request, reply))
      })
    )

  return {
    clientOf,
    /** Delivers every message from now on. */
    deliverAll: () => {
      deliversAll = true
    }
  }
}
