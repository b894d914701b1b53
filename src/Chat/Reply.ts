import { excerpt } from "./PlainText.ts"

/** A bot's reply over HTTP. */
export interface Reply {
  readonly status: number
  /** The `Retry-After` header as sent. */
  readonly retryAfter: string | undefined
  /** The beginning of the body's text. */
  readonly body: string
  /** All headers by their names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>>
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

/** undefined for a text that is not JSON. */
export const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The wait that a reply asks for; null where it asks for none. */
export const retryAfterMillis = (header: string | undefined, now: number): number | null => {
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
