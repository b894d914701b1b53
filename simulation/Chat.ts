import { Headers, HttpClient, HttpClientError, type HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { code, type Format, type Meaning, replies, type Reply } from "./BotReplies.ts"
import { hold } from "./Broken.ts"
import type { Dice } from "./Dice.ts"
import type { VirtualClock } from "./VirtualClock.ts"

/** How the bot behaves for some time. */
interface Mood {
  /** When it ends, in real time. */
  readonly until: number
  readonly meanings: readonly [Meaning, ...ReadonlyArray<Meaning>]
  /** The formats that get one of `meanings`; the others are delivered. */
  readonly formats: ReadonlyArray<Format>
}

/** A message that arrives at the bot, and the answer that the bot will give. */
export interface BotRequest {
  readonly format: Format
  readonly facts: ReadonlyMap<string, string>
  /** The address that the message leads to. */
  readonly link: string | undefined
  readonly reply: Reply
  /** Milliseconds until the answer. */
  readonly latency: number
}

export interface ChatOptions {
  readonly clock: VirtualClock
  readonly dice: Dice
  readonly secret: () => string
  /** Runs checks; a broken promise ends the simulation and does not reach the service as an error. */
  readonly guarded: (work: () => void) => void
}

/** A process that sends. */
export interface Sender {
  /** Its wall clock. */
  readonly wall: () => number
  /** Called when a request arrives. */
  readonly onRequest: (request: BotRequest) => void
}

/** The system call that Node names in each network error: it shows whether the request had a connection. */
const systemCalls = { ECONNREFUSED: "connect", ENOTFOUND: "getaddrinfo", ECONNRESET: "read" } as const

const hour = 3_600_000
const largestBody = 20 * 1024
const limits = [{ millis: 1_000, count: 5 }, { millis: 60_000, count: 100 }]

const split = (line: string, by: string): readonly [string, string] => {
  const at = line.indexOf(by)
  return [line.slice(0, at), line.slice(at + by.length)]
}

interface Body {
  readonly timestamp?: string
  readonly sign?: string
  readonly msg_type: string
  readonly card?: {
    readonly elements: ReadonlyArray<{
      readonly fields?: ReadonlyArray<{ readonly text: { readonly content: string } }>
      readonly actions?: ReadonlyArray<{ readonly url: string }>
    }>
  }
  readonly content?: {
    readonly text?: string
    readonly post?: {
      readonly zh_cn: { readonly content: ReadonlyArray<ReadonlyArray<{ readonly text: string; readonly href?: string }>> }
    }
  }
}

/** The labelled facts of a message in any format. */
const read = (body: Body): readonly [Format, ReadonlyMap<string, string>] => {
  switch (body.msg_type) {
    case "interactive":
      return [
        "card",
        new Map((body.card?.elements ?? []).flatMap(({ fields = [] }) => fields).map(({ text }) => split(text.content, "\n")))
      ]
    case "post":
      return ["post", new Map((body.content?.post?.zh_cn.content ?? []).map(([node]) => split(node?.text ?? "", "：")))]
    default:
      return ["text", new Map((body.content?.text ?? "").split("\n").map((line) => split(line, "：")))]
  }
}

/** The address that a message leads to, in any format. */
const linkIn = (body: Body): string | undefined => {
  switch (body.msg_type) {
    case "interactive":
      return body.card?.elements.flatMap(({ actions = [] }) => actions)[0]?.url
    case "post":
      return body.content?.post?.zh_cn.content.flat().find(({ href }) => href !== undefined)?.href
    default:
      return /：(https?:.*)$/m.exec(body.content?.text ?? "")?.[1]
  }
}

/** A Feishu bot as `HttpClient`. It checks each request like the real bot, and chooses an answer at random. */
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
    // The sender reads only these members, and building a whole response is slow.
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
        const [format, facts] = read(body)
        const reply = replyTo(format)
        const latency = dice.chance(0.9) ? dice.between(20, 400) : dice.between(400, 9_000)
        options.guarded(() => {
          checkPace()
          hold(bytes.length <= largestBody, "a body has at most 20 KB", () => `${bytes.length} bytes`)
          checkSignature(body, wall())
          onRequest({ format, facts, link: linkIn(body), reply, latency })
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
