import type { Answer, Verdict } from "../Domain/Attempt.ts"
import type { NetworkFailure } from "./NetworkFailure.ts"
import { excerpt } from "./PlainText.ts"

/** What came back over HTTP. */
export interface Reply {
  readonly status: number
  /** The `Retry-After` header as sent. */
  readonly retryAfter: string | undefined
  /** The body's text, at most the bounded beginning of it. */
  readonly body: string
}

export interface JudgeOptions {
  /** Milliseconds since 1970: a `Retry-After` may be a date. */
  readonly now: number
  /** Takes secrets out of what the bot says, before any of it is shown. */
  readonly scrub: (text: string) => string
}

type Ruling = readonly [Verdict, sentence: string]

/** The table of rule 7.5, code by code; what is not in it is a refusal of the format. 9499 is told apart by its message. */
const codeRulings: ReadonlyMap<number, Ruling> = new Map<number, Ruling>([
  [9499, ["format", "The bot refused this form of the message"]],
  [19002, ["format", "The bot refused the message's parameters"]],
  [11246, ["format", "The bot refused the card or its content"]],
  [1500, ["upset", "The bot's service reports an error of its own"]],
  [5000, ["upset", "The bot's service reports an error of its own"]],
  [19001, ["permanent", "The bot does not accept this webhook address: copy chat_webhook_url anew from the bot's settings"]],
  [19007, ["permanent", "The bot is not enabled or refused the signature: check the bot in its chat, and chat_secret"]],
  [19021, ["permanent", "The signature does not match or the clock is over an hour off: check chat_secret and the machine's clock"]],
  [19022, ["permanent", "This machine's IP address is not on the bot's allow-list: add it in the bot's settings"]],
  [19024, ["permanent", "The message lacks the keyword that the bot demands: set chat_keyword to it"]],
  [11232, ["transient", "The bot's rate limit was reached"]],
  [11233, ["transient", "The bot's rate limit was reached"]],
  [11247, ["transient", "The bot's rate limit was reached"]]
])

const tooMany: Ruling = ["transient", "The bot's rate limit was reached"]

const ruleOnCode = (code: number | null, message: string): Ruling | undefined => {
  if (code === null) return undefined
  return code === 9499 && /too many request/i.test(message) ? tooMany : codeRulings.get(code)
}

const gone = "check chat_webhook_url, the bot may have been removed"

/** Statuses that decide by themselves, unless the body names a code of the table. */
const ruleOnStatus = (status: number): Ruling | undefined => {
  if (status >= 500) return ["upset", "The bot's service is in trouble"]
  if (status >= 300 && status < 400) {
    return ["permanent", "The address answers with a redirect, which is not followed: set chat_webhook_url to the bot itself"]
  }
  switch (status) {
    case 400:
    case 413:
    case 415:
    case 422:
      return ["format", "The bot refused this form of the message"]
    case 401:
    case 403:
      return ["permanent", "The bot's address refuses us: check chat_webhook_url and what the bot allows"]
    case 404:
    case 410:
      return ["permanent", `There is no bot at this address: ${gone}`]
    case 408:
    case 425:
      return ["transient", "The bot's service did not take the request in time"]
    case 429:
      return tooMany
    default:
      return undefined
  }
}

/** The last word on a status that the table does not know and whose body names no code. */
const ruleOnRest = (status: number): Ruling =>
  // A strange 2xx is no refusal: the message may be in the chat, so no other format is tried after it.
  status >= 200 && status < 300
    ? ["unknown", "The answer is not that of a chat bot, so the message may or may not have arrived: check chat_webhook_url"]
    : ["permanent", `The address does not answer like a chat bot: ${gone}`]

interface Said {
  /** The number in `code`, else in `StatusCode` where no `code` stands; null for anything else. */
  readonly code: number | null
  readonly message: string
}

const saidNothing: Said = { code: null, message: "" }

/** undefined where it is no JSON. */
const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const readBody = (json: unknown): Said => {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return saidNothing
  const fields = new Map<string, unknown>(Object.entries(json))
  const code = fields.has("code") ? fields.get("code") : fields.get("StatusCode")
  const message = fields.get("msg") ?? fields.get("StatusMessage")
  return { code: typeof code === "number" ? code : null, message: typeof message === "string" ? message : "" }
}

const retryAfterMillis = (header: string | undefined, now: number): number | null => {
  const text = header?.trim() ?? ""
  const millis = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : /[a-z]/i.test(text) ? Date.parse(text) - now : NaN
  return Number.isFinite(millis) && millis > 0 ? millis : null
}

const excerptLength = 200
const quotedLength = 120

/** What a bot said, without its secrets: those of a JSON text may be written with escapes, so its values are looked at. */
const quotable = ({ body }: Reply, json: unknown, scrub: JudgeOptions["scrub"]): string => {
  try {
    return scrub(json === undefined ? body : JSON.stringify(json, (_key, value: unknown) => typeof value === "string" ? scrub(value) : value))
  } catch {
    // Nested too deeply to be written again; there is nothing in it for a person.
    return ""
  }
}

/** The verdict on an answer over HTTP: the table of rule 7.5. HTTP 200 alone is not success. */
export const judgeReply = (reply: Reply, { now, scrub }: JudgeOptions): Answer => {
  const json = parsed(reply.body)
  const { code, message } = readBody(json)
  const success = reply.status >= 200 && reply.status < 300
  const known = {
    status: reply.status,
    code,
    retryAfterMillis: retryAfterMillis(reply.retryAfter, now),
    excerpt: excerpt(quotable(reply, json, scrub), excerptLength)
  }
  if (success && code === 0) return { ...known, verdict: "delivered", detail: "Delivered" }
  const [verdict, sentence] = ruleOnCode(code, message)
    ?? ruleOnStatus(reply.status)
    ?? (code !== null && code !== 0 ? ["format", "The bot refused this form of the message"] satisfies Ruling : ruleOnRest(reply.status))
  const quoted = excerpt(scrub(message), quotedLength)
  const facts = [`HTTP ${reply.status}`, ...(code === null ? [] : [`code ${code}`]), ...(quoted === "" ? [] : [quoted])]
  return { ...known, verdict, detail: `${sentence} (${facts.join(", ")})` }
}

const unanswered = (verdict: Verdict, detail: string): Answer =>
  ({ verdict, status: null, code: null, detail, retryAfterMillis: null, excerpt: null })

/** 20 KB is what the bot takes: a larger body counts as refused without being sent. */
export const tooLarge = (bytes: number): Answer =>
  unanswered("format", `The message is too large for the bot: ${bytes} bytes of at most 20480`)

export const timedOut = (millis: number): Answer =>
  unanswered("unknown", `The bot did not answer within ${Math.round(millis / 100) / 10} s, so the message may or may not have arrived`)

export const printed: Answer = unanswered("delivered", "Printed on standard output")

export const notPrinted = (reason: string): Answer => unanswered("transient", `Standard output does not take the message (${reason})`)

export const stillPrinting: Answer =
  unanswered("unknown", "Nothing reads standard output just now, so the message may or may not be printed")

export const invalidAddress: Answer =
  unanswered("permanent", "chat_webhook_url is not an address that can be called: expected https://… or console:")

/** The service failed at its own work; nobody knows how far it came. */
export const broken: Answer =
  unanswered("unknown", "Sending failed inside the service, so the message may or may not have arrived: see the log")

/** The service was stopped before the answer came. */
export const abandoned: Answer =
  unanswered("unknown", "The service stopped before the bot answered, so the message may or may not have arrived")

/** A test push found no place within the bot's limits in its time. */
export const crowded: Answer =
  unanswered("transient", "Too many messages are waiting for the bot's rate limit: try again in a minute")

/** What each failure before a connection means, by Node's error code. */
const notConnected: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "The bot's address refuses connections"],
  ["ENOTFOUND", "The name of the bot's address cannot be resolved: check the network and chat_webhook_url"],
  ["EAI_AGAIN", "The name of the bot's address cannot be resolved just now: check the network"],
  ["EHOSTUNREACH", "The bot's address cannot be reached: check the network"],
  ["ENETUNREACH", "The bot's address cannot be reached: check the network"],
  ["ENETDOWN", "The bot's address cannot be reached: check the network"],
  ["ETIMEDOUT", "The bot's address does not take connections: check the network and a firewall"],
  ["EACCES", "This machine does not allow the connection: check its firewall"],
  ["EPERM", "This machine does not allow the connection: check its firewall"],
  ["EMFILE", "The service has no file descriptor left for a connection: raise its limit (LimitNOFILE, ulimit -n)"],
  ["ENFILE", "The machine has no file descriptor left for a connection: raise its limit (fs.file-max)"],
  ["EADDRNOTAVAIL", "The machine has no local address or port for a connection: check the network"],
  ["EAGAIN", "The machine cannot open a connection just now"],
  ["ENOBUFS", "The machine cannot open a connection just now: it is short of memory"],
  ["ENOMEM", "The machine cannot open a connection just now: it is short of memory"]
])

/** Node's codes for a certificate that is not accepted, and for a failed handshake. Both come before the message. */
const tlsCode =
  /^(CERT_|CRL_|ERROR_IN_C|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|EPROTO$)/

/**
 * The verdict on a failure of the network. Without a connection nothing can have arrived; with one, whatever breaks may
 * break after the message went out.
 */
export const judgeFailure = ({ code = "no code", connected }: NetworkFailure): Answer => {
  if (tlsCode.test(code)) {
    return unanswered("transient", `No secure connection to the bot: check the certificate, a proxy and the clock (${code})`)
  }
  return connected
    ? unanswered("unknown", `The connection broke before the bot answered, so the message may or may not have arrived (${code})`)
    : unanswered("transient", `${notConnected.get(code) ?? "No connection to the bot: check the network and a proxy"} (${code})`)
}
