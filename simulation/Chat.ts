import { Headers, HttpClient, HttpClientError, type HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { hold } from "./Broken.ts"
import type { Dice } from "./Dice.ts"
import type { VirtualClock } from "./VirtualClock.ts"

export type Format = "card" | "post" | "text"

/** What an answer means for the sender, by the table of rule 7.5. */
export type Meaning = "delivered" | "format" | "upset" | "permanent" | "transient" | "unknown"

/** One way in which the bot, or the network before it, can answer. */
export interface Reply {
  readonly meaning: Meaning
  readonly status?: number
  readonly body?: string
  readonly retryAfter?: number
  /** A network error in place of an answer; with `silence` no answer ever comes. */
  readonly fault?: "ECONNREFUSED" | "ENOTFOUND" | "ECONNRESET" | "silence"
  /** Whether the message still reaches the chat. */
  readonly arrives?: boolean
}

const code = (meaning: Meaning, value: number, msg = "answer of the bot", status = 200): Reply => ({
  meaning,
  status,
  body: JSON.stringify({ code: value, msg, data: {} })
})
const bare = (meaning: Meaning, status: number, body = "<html></html>"): Reply => ({ meaning, status, body })

const replies: Readonly<Record<Meaning, readonly [Reply, ...ReadonlyArray<Reply>]>> = {
  delivered: [
    code("delivered", 0),
    code("delivered", 0),
    bare("delivered", 200, "{\"StatusCode\":0,\"StatusMessage\":\"success\"}"),
    bare("delivered", 200, "{\"StatusCode\":19001,\"code\":0}")
  ],
  format: [
    code("format", 9499, "Bad Request"),
    code("format", 19002),
    code("format", 11246),
    code("format", 31337),
    bare("format", 400),
    bare("format", 200, "{\"StatusCode\":0,\"code\":11246}")
  ],
  upset: [code("upset", 1500), code("upset", 5000), bare("upset", 500), bare("upset", 502), bare("upset", 503)],
  permanent: [
    ...[19001, 19007, 19021, 19022, 19024].map((value) => code("permanent", value)),
    ...[401, 403, 404, 410].map((status) => bare("permanent", status))
  ] as unknown as readonly [Reply],
  transient: [
    code("transient", 11232),
    code("transient", 11233),
    code("transient", 11247),
    code("transient", 9499, "too many request"),
    bare("transient", 429),
    { ...bare("transient", 429), retryAfter: 40 },
    { ...code("transient", 11232), retryAfter: 600 },
    { meaning: "transient", fault: "ECONNREFUSED" },
    { meaning: "transient", fault: "ENOTFOUND" }
  ],
  unknown: [
    { meaning: "unknown", fault: "silence", arrives: true },
    { meaning: "unknown", fault: "silence" },
    { meaning: "unknown", fault: "ECONNRESET", arrives: true },
    { meaning: "unknown", fault: "ECONNRESET" },
    { ...bare("unknown", 200, "ok"), arrives: true }
  ]
}

/** How the bot behaves for some time. */
interface Mood {
  /** When it ends, in real time. */
  readonly until: number
  readonly meanings: readonly [Meaning, ...ReadonlyArray<Meaning>]
  /** The formats that get one of `meanings`; the others are delivered. */
  readonly formats: ReadonlyArray<Format>
}

/** A message as it arrives at the bot, and the answer that the bot will give. */
export interface BotRequest {
  readonly format: Format
  readonly facts: ReadonlyMap<string, string>
  readonly reply: Reply
  /** Milliseconds until the answer. */
  readonly latency: number
}

export interface ChatOptions {
  readonly clock: VirtualClock
  readonly dice: Dice
  readonly secret: () => string
  /** Called when a request arrives. */
  readonly onRequest: (request: BotRequest) => void
  /** Runs checks; a broken promise ends the simulation and does not reach the service as an error. */
  readonly guarded: (work: () => void) => void
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
  readonly card?: { readonly elements: ReadonlyArray<{ readonly fields?: ReadonlyArray<{ readonly text: { readonly content: string } }> }> }
  readonly content?: {
    readonly text?: string
    readonly post?: { readonly zh_cn: { readonly content: ReadonlyArray<ReadonlyArray<{ readonly text: string }>> } }
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

/** A Feishu bot as `HttpClient`: it checks each request against what the real bot demands, and chooses an answer by chance. */
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

  const checkSignature = (body: Body) => {
    const secret = options.secret()
    const seconds = String(Math.floor(clock.wall() / 1000))
    const sign = secret === "" ? undefined : createHmac("sha256", `${seconds}\n${secret}`).digest("base64")
    hold(
      body.sign === sign && (sign === undefined) === (body.timestamp === undefined) && (sign === undefined || body.timestamp === seconds),
      "every request is signed afresh",
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

  const client = HttpClient.make((request) =>
    Effect.suspend(() => {
      const bytes = request.body._tag === "Uint8Array" ? request.body.body : new Uint8Array()
      const body = JSON.parse(new TextDecoder().decode(bytes)) as Body
      const [format, facts] = read(body)
      const reply = replyTo(format)
      const latency = dice.chance(0.9) ? dice.between(20, 400) : dice.between(400, 9_000)
      options.guarded(() => {
        checkPace()
        hold(bytes.length <= largestBody, "a body has at most 20 KB", () => `${bytes.length} bytes`)
        checkSignature(body)
        options.onRequest({ format, facts, reply, latency })
      })
      return Effect.zipRight(Effect.sleep(latency), answer(request, reply))
    })
  )

  return {
    client,
    /** Delivers every message from now on. */
    deliverAll: () => {
      deliversAll = true
    }
  }
}
