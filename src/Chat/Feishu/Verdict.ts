import type { Delivery, Verdict } from "../../Domain/Attempt.ts"
import { factsOf, type JudgeOptions, parseJson, type Reply, sentenceWith } from "../Reply.ts"

type Ruling = readonly [Verdict, sentence: string]

/** The codes of rule 7.5; any other code refuses the format. Of 9499, the message shows which of two meanings it has. */
const codeRulings: ReadonlyMap<number, Ruling> = new Map<number, Ruling>([
  [9499, ["format", "The bot refused this form of the message"]],
  [19002, ["format", "The bot refused the message's parameters"]],
  [11246, ["format", "The bot refused the card or its content"]],
  [1500, ["upset", "The bot's service reports an error of its own"]],
  [5000, ["upset", "The bot's service reports an error of its own"]],
  [19001, ["permanent", "The bot does not accept this webhook address: copy chat_webhook_url from the bot's settings again"]],
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

/** The verdict on a status, unless the body has a code of the table. */
const ruleOnStatus = (status: number): Ruling | undefined => {
  if (status >= 500) return ["upset", "The bot's service reports a server error"]
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

/** The verdict on any other status with a body that has no code. */
const ruleOnRest = (status: number): Ruling =>
  // An unexpected 2xx is not a refusal: the message may be in the chat, so no other format is tried.
  status >= 200 && status < 300
    ? ["unknown", "The answer is not that of a chat bot, so the message may or may not have arrived: check chat_webhook_url"]
    : ["permanent", `The address does not answer like a chat bot: ${gone}`]

interface Statement {
  /** The number in `code`, or in `StatusCode` where there is no `code`; null for anything else. */
  readonly code: number | null
  readonly message: string
}

const noStatement: Statement = { code: null, message: "" }

const readBody = (json: unknown): Statement => {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return noStatement
  const fields = new Map<string, unknown>(Object.entries(json))
  const code = fields.has("code") ? fields.get("code") : fields.get("StatusCode")
  const message = fields.get("msg") ?? fields.get("StatusMessage")
  return { code: typeof code === "number" ? code : null, message: typeof message === "string" ? message : "" }
}

/** The verdict on a bot's reply (rule 7.5). HTTP 200 alone is not success. */
export const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const json = parseJson(reply.body)
  const { code, message } = readBody(json)
  const facts = { ...factsOf(reply, json, options), code }
  const success = reply.status >= 200 && reply.status < 300
  if (success && code === 0) return { ...facts, verdict: "delivered", detail: "Delivered" }
  const [verdict, sentence] = ruleOnCode(code, message)
    ?? ruleOnStatus(reply.status)
    ?? (code !== null && code !== 0 ? ["format", "The bot refused this form of the message"] satisfies Ruling : ruleOnRest(reply.status))
  const shown = [`HTTP ${reply.status}`, ...(code === null ? [] : [`code ${code}`])]
  return { ...facts, verdict, detail: sentenceWith(sentence, shown, message, options) }
}
