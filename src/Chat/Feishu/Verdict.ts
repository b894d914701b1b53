import type { Delivery } from "../../Domain/Attempt.ts"
import {
  factsOf,
  isSuccess,
  type JudgeOptions,
  membersOf,
  otherwise,
  parseJson,
  refusedFormat,
  type Reply,
  type Ruling,
  rulingOfStatus,
  saidIn,
  sentenceWith,
  tooMany
} from "../Reply.ts"

/** The codes of rule 7.5; any other code refuses the format. The message decides between the two meanings of 9499. */
const codeRulings: ReadonlyMap<number, Ruling> = new Map<number, Ruling>([
  [9499, refusedFormat],
  [19002, ["format", "The bot refused the message's parameters"]],
  [11246, ["format", "The bot refused the card or its content"]],
  [1500, ["upset", "The bot's service reports an error of its own"]],
  [5000, ["upset", "The bot's service reports an error of its own"]],
  [19001, ["permanent", "The bot does not accept this webhook address: copy chat_webhook_url from the bot's settings again"]],
  [19007, ["permanent", "The bot is not enabled or refused the signature: check the bot in its chat, and chat_secret"]],
  [19021, ["permanent", "The signature does not match or the clock is over an hour off: check chat_secret and the machine's clock"]],
  [19022, ["permanent", "This machine's IP address is not on the bot's allow-list: add it in the bot's settings"]],
  [19024, ["permanent", "The message lacks the keyword that the bot requires: set chat_keyword to it"]],
  [11232, tooMany],
  [11233, tooMany],
  [11247, tooMany],
  // The gateway's limit on all requests.
  [99991400, tooMany]
])

/** The verdict on a code of the table; undefined for any other. */
export const codeRuling = (code: number | null, message: string): Ruling | undefined => {
  if (code === null) return undefined
  return code === 9499 && /too many request/i.test(message) ? tooMany : codeRulings.get(code)
}

/** The verdict on a status, if the body has no code of the table. */
export const ruleOnStatus = (status: number): Ruling | undefined =>
  status >= 500 ? ["upset", "The bot's service reports a server error"] : rulingOfStatus(status)

interface Statement {
  /** The number in `code`, or in `StatusCode` where there is no `code`; null for anything else. */
  readonly code: number | null
  readonly message: string
}

const readBody = (json: unknown): Statement => {
  const fields = membersOf(json)
  const code = fields.has("code") ? fields.get("code") : fields.get("StatusCode")
  return { code: typeof code === "number" ? code : null, message: saidIn(fields.get("msg") ?? fields.get("StatusMessage")) }
}

/** The verdict on a bot's reply (rule 7.5). HTTP 200 alone is not success. */
export const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const json = parseJson(reply.body)
  const { code, message } = readBody(json)
  const facts = { ...factsOf(reply, json, options), code }
  if (isSuccess(reply) && code === 0) return { ...facts, verdict: "delivered", detail: "Delivered" }
  const [verdict, sentence] = codeRuling(code, message)
    ?? ruleOnStatus(reply.status)
    ?? (code !== null && code !== 0 ? refusedFormat : otherwise(reply.status))
  const shown = [`HTTP ${reply.status}`, ...(code === null ? [] : [`code ${code}`])]
  return { ...facts, verdict, detail: sentenceWith(sentence, shown, message, options) }
}
