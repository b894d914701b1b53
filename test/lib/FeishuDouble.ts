import { Effect, type Scope } from "effect"
import { createHmac } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** How to treat the next request instead of judging it. */
export interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: string | object
  /** Milliseconds before the reply. */
  readonly delay?: number
  /** `reset` cuts the connection without a reply, `midway` after half of it; `never` leaves it open, `endless` never stops sending. */
  readonly fault?: "reset" | "midway" | "never" | "endless"
  /** Whether the message reaches the chat, whatever the reply is. */
  readonly arrives?: boolean
}

export interface RecordedRequest {
  /** By the double's own clock, milliseconds since 1970. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
  /** The parsed body; undefined if it is not JSON. */
  readonly json: Record<string, unknown> | undefined
  /** Whether it became a message in the chat. */
  readonly arrived: boolean
  /** The double's own reply, without a script. */
  readonly code: number
}

export interface FeishuDoubleOptions {
  /** If set, a request must be signed with it. */
  readonly secret?: string
  /** If set, a message must contain it. */
  readonly keyword?: string
  /** Milliseconds since 1970, for the signature's age and the limits. */
  readonly now?: () => number
  readonly port?: number
  readonly token?: string
}

export interface FeishuDouble {
  readonly url: string
  readonly requests: ReadonlyArray<RecordedRequest>
  /** Requests that became a message in the chat. */
  readonly delivered: () => ReadonlyArray<RecordedRequest>
  /** Replies to the next requests, in order. Without a script, the double replies like the real bot. */
  readonly script: (...answers: ReadonlyArray<ScriptedAnswer>) => void
  readonly close: () => Promise<void>
}

const wallClock = () => performance.timeOrigin + performance.now()
const largestBody = 20 * 1024
const largestAge = 3600
const limits = [{ millis: 1_000, count: 5 }, { millis: 60_000, count: 100 }]

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value)

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)

const hasShape = (json: Record<string, unknown>): boolean => {
  switch (json["msg_type"]) {
    case "interactive":
      return typeof at(json, "card", "header", "title", "content") === "string" && Array.isArray(at(json, "card", "elements"))
    case "post": {
      const lines = at(json, "content", "post", "zh_cn", "content")
      return Array.isArray(lines) && lines.every((line) => Array.isArray(line) && line.every((node) => typeof at(node, "tag") === "string"))
    }
    case "text":
      return typeof at(json, "content", "text") === "string"
    default:
      return false
  }
}

const parse = (body: string): Record<string, unknown> | undefined => {
  try {
    const json: unknown = JSON.parse(body)
    return isRecord(json) ? json : undefined
  } catch {
    return undefined
  }
}

const readAll = async (request: IncomingMessage): Promise<string> => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString("utf8")
}

const saysDelivered = ({ body = { code: 0 }, fault, status = 200 }: ScriptedAnswer): boolean => {
  const json = typeof body === "string" ? parse(body) : body
  return fault === undefined && status < 300 && at(json, "code") === 0
}

const act = (answer: ScriptedAnswer, request: IncomingMessage, response: ServerResponse): void => {
  const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? { code: 0, msg: "success" })
  const head = { "content-type": "application/json; charset=utf-8", ...answer.headers }
  switch (answer.fault) {
    case "never":
      return
    case "reset":
      request.socket.destroy()
      return
    case "midway":
      response.writeHead(answer.status ?? 200, { ...head, "content-length": String(Buffer.byteLength(body) + 1) })
      response.write(body, () => request.socket.destroy())
      return
    case "endless": {
      response.writeHead(answer.status ?? 200, head)
      const more = () => {
        while (!response.destroyed && response.write(body.padEnd(16_384)));
        if (!response.destroyed) response.once("drain", more)
      }
      more()
      return
    }
    default:
      response.writeHead(answer.status ?? 200, head).end(body)
  }
}

/**
 * The bot's published rules: rate, address, size, signature and its age, form, keyword.
 * @param requests those before this one
 */
export const rulesOf = (
  { keyword, now, secret, token }: Required<Omit<FeishuDoubleOptions, "port">>,
  requests: ReadonlyArray<{ readonly at: number }>
) => {
  const path = `/open-apis/bot/v2/hook/${token}`

  const isSigned = (json: Record<string, unknown>): boolean => {
    const timestamp = String(json["timestamp"])
    const expected = createHmac("sha256", `${timestamp}\n${secret}`).digest("base64")
    return json["sign"] === expected && Math.abs(now() / 1000 - Number(timestamp)) <= largestAge
  }

  const isTooFast = (): boolean => limits.some(({ count, millis }) => (requests.at(-count)?.at ?? -Infinity) > now() - millis)

  return (method: string, url: string, body: string, json: Record<string, unknown> | undefined) => {
    if (isTooFast()) return { code: 11232, msg: "frequency limited" }
    if (method !== "POST" || url !== path) return { code: 19001, msg: "param invalid: incoming webhook access token invalid" }
    if (json === undefined || Buffer.byteLength(body) > largestBody) return { code: 9499, msg: "Bad Request" }
    if (secret !== "" && !isSigned(json)) {
      return { code: 19021, msg: "sign match fail or timestamp is not within one hour from current time" }
    }
    if (!hasShape(json)) return { code: json["msg_type"] === "interactive" ? 11246 : 19002, msg: "params error" }
    if (!body.includes(keyword)) return { code: 19024, msg: "Key Words Not Found" }
    return { code: 0, msg: "success", data: {} }
  }
}

/**
 * A server on the loopback that behaves like a Feishu custom bot: it checks address, form, signature and its age, keyword, size and
 * rate, and records what it receives. `close` also ends open connections.
 */
export const start = async (options: FeishuDoubleOptions = {}): Promise<FeishuDouble> => {
  const { keyword = "", now = wallClock, secret = "", token = "double-hook-token" } = options
  const path = `/open-apis/bot/v2/hook/${token}`
  const requests: Array<RecordedRequest> = []
  const scripted: Array<ScriptedAnswer> = []

  const judge = rulesOf({ keyword, now, secret, token }, requests)

  const server: Server = createServer((request, response) => {
    const answerIt = async () => {
      const body = await readAll(request)
      const method = request.method ?? ""
      const url = request.url ?? ""
      const json = parse(body)
      const verdict = judge(method, url, body, json)
      const answer: ScriptedAnswer = scripted.shift() ?? { body: verdict }
      const arrived = answer.arrives ?? saysDelivered(answer)
      requests.push({ at: now(), method, path: url, headers: request.headers, body, json, arrived, code: verdict.code })
      if (answer.delay === undefined) act(answer, request, response)
      else setTimeout(() => act(answer, request, response), answer.delay)
    }
    // A client that disconnects while it sends is ignored.
    answerIt().catch(() => response.destroy())
  })

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    requests,
    delivered: () => requests.filter(({ arrived }) => arrived),
    script: (...answers) => scripted.push(...answers),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

/** The double, closed with the scope. */
export const feishuDouble = (options?: FeishuDoubleOptions): Effect.Effect<FeishuDouble, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.promise(() => start(options)), (double) => Effect.promise(double.close))
