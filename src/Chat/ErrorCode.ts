import type { Delivery } from "../Domain/Attempt.ts"
import { factsOf, isSuccess, type JudgeOptions, membersOf, parseJson, type Reply, sentenceWith } from "./Reply.ts"
import { otherwise, refusedFormat, type Ruling, rulingOfStatus } from "./Ruling.ts"

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
  const errmsg = members.get("errmsg")
  const code = typeof errcode === "number" ? errcode : null
  const message = typeof errmsg === "string" ? errmsg : ""
  const facts = { ...factsOf(reply, json, scrubbing), code }
  if (isSuccess(reply) && code === 0) return { ...facts, verdict: "delivered", detail: "Delivered" }
  const found = code === null ? undefined : rulings.get(code)
  const [verdict, sentence] = (typeof found === "function" ? found(message.toLowerCase()) : found)
    ?? rulingOfStatus(reply.status)
    ?? (code !== null && code !== 0 ? refusedFormat : otherwise(reply.status))
  const shown = [`HTTP ${reply.status}`, ...(code === null ? [] : [`code ${code}`])]
  return { ...facts, verdict, detail: sentenceWith(sentence, shown, message, scrubbing) }
}
