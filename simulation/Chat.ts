import { Headers, HttpClient, HttpClientError, type HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { code, type Format, type Meaning, replies, type Reply } from "./BotReplies.ts"
import { hold } from "./Broken.ts"
import type { Dice } from "./Dice.ts"
import type { VirtualClock } from "./VirtualClock.ts"

/** How the bot replies for some time. */
interface Mood {
  /** When it ends, in real time. */
  readonly until: number
  readonly meanings: readonly [Meaning, ...ReadonlyArray<Meaning>]
  /** Messages in these formats get a reply with one of `meanings`; all others are delivered. */
  readonly formats: ReadonlyArray<Format>
}

/** A message that has arrived at the bot, and the reply that the bot will send. */
export interface BotRequest {
  readonly format: Format
  readonly title: string
  /** The lines below the title. */
  readonly lines: ReadonlyArray<string>
  /** The address in the message's link. */
  readonly link: string | undefined
  readonly reply: Reply
  /** Milliseconds until the reply. */
  readonly latency: number
}

export interface ChatOptions {
  readonly clock: VirtualClock
  readonly dice: Dice
  readonly secret: () => string
  /** Runs checks. A broken promise ends the simulation; the service must not see it as an error of its bot. */
  readonly guarded: (work: () => void) => void
}

/** A process that sends. */
export interface Sender {
  /** Its wall clock. */
  readonly wall: () => number
  /** Called when a request arrives. */
  readonly onRequest: (request: BotRequest) => void
}

/** The system call that Node names in a network error. It shows whether the request had a connection. */
const systemCalls = { ECONNREFUSED: "connect", ENOTFOUND: "getaddrinfo", ECONNRESET: "read" } as const

const hour = 3_600_000
const largestBody = 20 * 1024
const limits = [{ millis: 1_000, count: 5 }, { millis: 60_000, count: 100 }]

interface Body {
  readonly timestamp?: string
  readonly sign?: string
  readonly msg_type: string
  readonly card?: {
    readonly header: { readonly title: { readonly content: string } }
    readonly elements: ReadonlyArray<{
      readonly text?: { readonly content: string }
      readonly elements?: ReadonlyArray<{ readonly content: string }>
      readonly actions?: ReadonlyArray<{ readonly url: string }>
    }>
  }
  readonly content?: {
    readonly text?: string
    readonly post?: {
      readonly zh_cn: {
        readonly title: string
        readonly content: ReadonlyArray<ReadonlyArray<{ readonly text: string; readonly href?: string }>>
      }
    }
  }
}

/** The title of a message and the lines below it, in any format. */
const read = ({ card, content, msg_type }: Body): Pick<BotRequest, "format" | "title" | "lines"> => {
  if (msg_type === "interactive") {
    const texts = (card?.elements ?? []).flatMap(({ elements = [], text }) => [...(text === undefined ? [] : [text]), ...elements])
    return { format: "card", title: card?.header.title.content ?? "", lines: texts.flatMap((text) => text.content.split("\n")) }
  }
  const post = content?.post?.zh_cn
  if (msg_type === "post") {
    return { format: "post", title: post?.title ?? "", lines: (post?.content ?? []).map((line) => line.map(({ text }) => text).join("")) }
  }
  const [title = "", ...lines] = (content?.text ?? "").split("\n")
  return { format: "text", title, lines }
}

/** The address in a message's link, in any format. It is alone on its line; the addresses of missing days are not. */
const linkIn = (body: Body): string | undefined => {
  switch (body.msg_type) {
    case "interactive":
      return body.card?.elements.flatMap(({ actions = [] }) => actions)[0]?.url
    case "post":
      return body.content?.post?.zh_cn.content.find((line) => line.length === 1 && line[0]?.href !== undefined)?.[0]?.href
    default:
      return (body.content?.text ?? "").split("\n").map((line) => line.slice(line.indexOf("：") + 1)).find((rest) =>
        rest.startsWith("http")
      )
  }
}

/** A Feishu bot as an `HttpClient`. It checks each request as the real bot does, and chooses its reply at random. */
export const chat = (options: ChatOptions) => {
  const { clock, dice } = options
  const times: Array<number> = []
  let mood: Mood = { until: 0, meanings: ["delivered"], formats: [] }
  let deliversAll = false

  const nextMood = (): Mood => {
    const until = clock.real() + dice.weighted<number>([[3, hour / 60], [4, hour], [2, 6 * hour], [1, 30 * hour]]) * (0.5 + dice.next())
    const meanings = dice.weighted<readonly [Meaning, ...ReadonlyArray<Meaning>]>([
      [60, ["delivered"]],
      [3, ["format"]],
      [3, ["upset"]],
      [2, ["permanent"]],
      [4, ["transient"]],
      [4, ["unknown"]],
      [3, ["delivered", "format", "upset", "transient", "unknown"]]
    ])
    const formats = dice.weighted<ReadonlyArray<Format>>([[5, ["card", "post", "text"]], [3, ["card"]], [2, ["card", "post"]]])
    return { until, meanings, formats }
  }

  const replyTo = (format: Format): Reply => {
    if (deliversAll) return code("delivered", 0)
    if (clock.real() >= mood.until) mood = nextMood()
    return dice.pick(replies[mood.formats.includes(format) ? dice.pick(mood.meanings) : "delivered"])
  }

  const checkPace = () => {
    const now = clock.real()
    for (const { count, millis } of limits) {
      const earlier = times.at(-count)
      hold(earlier === undefined || now - earlier >= millis, "the bot's limits are kept", () =>
        `${count + 1} requests in ${now - (earlier ?? 0)} ms`)
    }
    times.push(now)
    if (times.length > 200) times.splice(0, 100)
  }

  const checkSignature = (body: Body, wall: number) => {
    const secret = options.secret()
    const seconds = String(Math.floor(wall / 1000))
    const sign = secret === "" ? undefined : createHmac("sha256", `${seconds}\n${secret}`).digest("base64")
    hold(
      body.sign === sign && (sign === undefined) === (body.timestamp === undefined) && (sign === undefined || body.timestamp === seconds),
      "every request has its own signature",
      () => `timestamp ${String(body.timestamp)} at ${seconds}`
    )
  }

  const answer = (request: HttpClientRequest.HttpClientRequest, reply: Reply) => {
    // `Effect.never` keeps a real timer, which would outlive the simulated process.
    if (reply.fault === "silence") return Effect.async<never>(() => {})
    if (reply.fault !== undefined) {
      const cause = Object.assign(new Error(reply.fault), { code: reply.fault, syscall: systemCalls[reply.fault] })
      return Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", cause }))
    }
    // The sender reads only these members; to build a whole response is slow.
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
        const body = JSON.parse(new TextDecoder().decode(bytes)) as Body
        const message = read(body)
        const reply = replyTo(message.format)
        const latency = dice.chance(0.9) ? dice.between(20, 400) : dice.between(400, 9_000)
        options.guarded(() => {
          checkPace()
          hold(bytes.length <= largestBody, "a body has at most 20 KB", () => `${bytes.length} bytes`)
          checkSignature(body, wall())
          onRequest({ ...message, link: linkIn(body), reply, latency })
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
