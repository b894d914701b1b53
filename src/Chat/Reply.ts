import type { Delivery, MailAnswers, Verdict } from "../Domain/Attempt.ts"
import { excerpt } from "./PlainText.ts"

/** A verdict with a sentence that says what to do. */
export type Ruling = readonly [Verdict, sentence: string]

export const tooMany: Ruling = ["transient", "The bot's rate limit was reached"]

export const refusedFormat: Ruling = ["format", "The bot refused this form of the message"]

export const busy: Ruling = ["transient", "The bot's service is busy"]

export const serverError: Ruling = ["transient", "The bot's service reports a server error"]

export const webPage: Ruling = [
  "unknown",
  "The answer is a web page and no receipt, so the message may or may not have arrived: check chat_webhook_url"
]

export const blockedOnTheWay: Ruling = ["transient", "The network in front of the bot refused the request"]

const mayBeRemoved = "check chat_webhook_url, the bot may have been removed"

export const noBot: Ruling = ["permanent", `There is no bot at this address: ${mayBeRemoved}`]

/** The verdict on an HTTP status that means the same for every product; undefined for any other. */
export const rulingOfStatus = (status: number): Ruling | undefined => {
  if (status >= 500) return serverError
  if (status >= 300 && status < 400) {
    return ["permanent", "The address answers with a redirect, which is not followed: set chat_webhook_url to the bot's own address"]
  }
  switch (status) {
    case 400:
    case 413:
    case 415:
    case 422:
      return refusedFormat
    case 401:
    case 403:
      return ["permanent", "The bot's address refuses the request: check chat_webhook_url and what the bot allows"]
    case 404:
    case 410:
      return noBot
    case 408:
    case 425:
      return ["transient", "The bot's service did not take the request in time"]
    case 429:
      return tooMany
    default:
      return undefined
  }
}

/** The verdict on a reply if no rule fits its body or its status. */
export const otherwise = (status: number): Ruling =>
  // An unexpected 2xx is not a refusal. The message may be in the chat, so no other format is tried.
  status >= 200 && status < 300
    ? ["unknown", "The answer is not that of a chat bot, so the message may or may not have arrived: check chat_webhook_url"]
    : ["permanent", `The address does not answer like a chat bot: ${mayBeRemoved}`]

/** A bot's reply over HTTP, or a mail server's. */
export interface Reply {
  readonly status: number
  /** The `Retry-After` header as sent. */
  readonly retryAfter: string | undefined
  /** The beginning of the body's text. */
  readonly body: string
  /** All headers by their names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** For which readers the server took a mail, and for which not; absent if it refused the mail as a whole. */
  readonly readers?: MailAnswers
}

export interface JudgeOptions {
  /** Milliseconds since 1970: a `Retry-After` may be a date. */
  readonly now: number
  /** Removes secrets from the bot's text before any of it is shown. */
  readonly scrub: (text: string) => string
}

export const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300

/** Whether the body is a web page: that of a sign-in, a proxy or a content delivery network, and no bot's receipt. */
export const isWebPage = ({ body }: Reply): boolean => body.trimStart().startsWith("<")

/** Whether a refusal comes from the network in front of the bot: a web page, or an error of Cloudflare (1010, 1015, 1020 and others). */
export const isFromEdge = (reply: Reply): boolean =>
  isWebPage(reply) || /^\s*error code: 1\d{3}\b/.test(reply.body) || membersOf(parseJson(reply.body)).get("cloudflare_error") === true

/** The members of a JSON object; none for any other value. */
export const membersOf = (json: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof json === "object" && json !== null && !Array.isArray(json) ? Object.entries(json) : [])

/** What a bot says in a member, which is a text or a number; empty for any other value, because nothing else is sure to become a text. */
export const saidIn = (value: unknown): string => typeof value === "string" ? value : typeof value === "number" ? String(value) : ""

/** undefined for a text that is not JSON. */
export const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The wait that a reply asks for; null where it asks for none. */
const retryAfterMillis = (header: string | undefined, now: number): number | null => {
  const text = header?.trim() ?? ""
  const millis = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : /[a-z]/i.test(text) ? Date.parse(text) - now : NaN
  return Number.isFinite(millis) && millis > 0 ? millis : null
}

const excerptLength = 200
const quotedLength = 120

/** The body without secrets. Secrets may be escaped in JSON, so each value is scrubbed separately. */
const withoutSecrets = (body: string, json: unknown, scrub: JudgeOptions["scrub"]): string => {
  try {
    return scrub(
      json === undefined ? body : JSON.stringify(json, (_key, value: unknown) => typeof value === "string" ? scrub(value) : value)
    )
  } catch {
    // JSON that is nested too deeply for `JSON.stringify` is not shown.
    return ""
  }
}

/** The members of an `Delivery` that do not depend on the product. */
export const factsOf = (reply: Reply, json: unknown, { now, scrub }: JudgeOptions) => ({
  status: reply.status,
  retryAfterMillis: retryAfterMillis(reply.retryAfter, now),
  excerpt: excerpt(withoutSecrets(reply.body, json, scrub), excerptLength)
})

/** A sentence with its facts: `… (HTTP 200, code 19024, Key Words Not Found)`. */
export const sentenceWith = (sentence: string, facts: ReadonlyArray<string>, message: string, { scrub }: JudgeOptions): string => {
  const quoted = excerpt(scrub(message), quotedLength)
  return `${sentence} (${[...facts, ...(quoted === "" ? [] : [quoted])].join(", ")})`
}

/** What a code means; the vendor's message (in lower case) decides only for codes with two meanings. */
export type CodeRuling = Ruling | ((message: string) => Ruling)

export type CodeRulings = ReadonlyMap<number, CodeRuling>

/**
 * The verdict on a reply of DingTalk and WeCom, `{"errcode":…,"errmsg":"…"}`. A message is delivered if the status is 2xx and
 * `errcode` is 0. The code takes precedence over the status. An unlisted code means that the format is refused. A reply without a code is
 * never a success.
 * @param cleaned removes useless parts of the vendor's text
 */
export const judgeErrorCode = (
  rulings: CodeRulings,
  reply: Reply,
  options: JudgeOptions,
  cleaned: (text: string) => string = (text) => text
): Delivery => {
  const scrubbing = { ...options, scrub: (text: string) => options.scrub(cleaned(text)) }
  const json = parseJson(reply.body)
  const members = membersOf(json)
  const errcode = members.get("errcode")
  const code = typeof errcode === "number" ? errcode : null
  const message = saidIn(members.get("errmsg"))
  const facts = { ...factsOf(reply, json, scrubbing), code }
  if (isSuccess(reply) && code === 0) return { ...facts, verdict: "delivered", detail: "Delivered" }
  const found = code === null ? undefined : rulings.get(code)
  const [verdict, sentence] = (typeof found === "function" ? found(message.toLowerCase()) : found)
    ?? rulingOfStatus(reply.status)
    ?? (code !== null && code !== 0 ? refusedFormat : otherwise(reply.status))
  const shown = [`HTTP ${reply.status}`, ...(code === null ? [] : [`code ${code}`])]
  return { ...facts, verdict, detail: sentenceWith(sentence, shown, message, scrubbing) }
}
