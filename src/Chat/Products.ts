import type { ChatKind } from "../Config/Chats.ts"
import type { Delivery } from "../Domain/Attempt.ts"
import { dingtalk } from "./DingTalk.ts"
import { discord } from "./Discord.ts"
import { email } from "./Email.ts"
import { feishu } from "./Feishu.ts"
import { codeRuling, ruleOnStatus } from "./Feishu/Verdict.ts"
import { googleChat } from "./GoogleChat.ts"
import type { Product } from "./Product.ts"
import {
  factsOf,
  isSuccess,
  isWebPage,
  type JudgeOptions,
  membersOf,
  otherwise,
  parseJson,
  refusedFormat,
  type Reply,
  type Ruling,
  sentenceWith,
  webPage
} from "./Reply.ts"
import { slack } from "./Slack.ts"
import { teams } from "./Teams.ts"
import { telegram } from "./Telegram.ts"
import { webhook } from "./Webhook.ts"
import { wecom } from "./WeCom.ts"

/** What the body says of the message. */
interface Statement {
  readonly isFailure: boolean
  /** A code other than 0, for Feishu's table; null for any other statement. */
  readonly code: number | null
  readonly message: string
}

const isZero = (code: unknown): boolean => code === undefined || code === null || code === 0 || code === "0"

const statementIn = (json: unknown): Statement => {
  const members = membersOf(json)
  const failing = ["code", "StatusCode", "errcode"].map((name) => members.get(name)).filter((code) => !isZero(code))
  const code = failing.find((value) => typeof value === "number")
  const message = ["msg", "StatusMessage", "errmsg", "message", "error"].map((name) => members.get(name))
    .find((text) => typeof text === "string")
  return {
    isFailure: failing.length > 0 || members.get("ok") === false || members.get("success") === false,
    code: typeof code === "number" ? code : null,
    message: typeof message === "string" ? message : ""
  }
}

const rulingOf = (reply: Reply, { code, isFailure, message }: Statement): Ruling => {
  if (isSuccess(reply) && !isFailure) return isWebPage(reply) ? webPage : ["delivered", "Delivered"]
  return codeRuling(code, message) ?? ruleOnStatus(reply.status) ?? (isFailure ? refusedFormat : otherwise(reply.status))
}

/** The verdict on the reply of a bot that nobody has named (rule 7.28): a 2xx counts as delivered unless its body states a failure. */
const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const json = parseJson(reply.body)
  const statement = statementIn(json)
  const [verdict, sentence] = rulingOf(reply, statement)
  const { code, message } = statement
  const facts = { ...factsOf(reply, json, options), code }
  if (verdict === "delivered") return { ...facts, verdict, detail: sentence }
  const shown = [`HTTP ${reply.status}`, ...(code === null ? [] : [`code ${code}`])]
  return { ...facts, verdict, detail: sentenceWith(sentence, shown, message, options) }
}

/**
 * A bot at a host that no product has, without `chat_kind`. It gets Feishu's three formats in their order: a refusal of the card may
 * be one of its form only, whatever its status or code, so the plainer formats are tried before it counts.
 */
export const anyBot: Product = {
  ...feishu,
  title: "an unnamed product",
  judge,
  triesEveryFormat: true,
  // An unknown receiver may post any request to the group.
  probe: null
}

const productOfKind: Readonly<Record<ChatKind, Product>> = {
  feishu,
  dingtalk,
  wecom,
  slack,
  discord,
  telegram,
  teams,
  googlechat: googleChat,
  email,
  webhook
}

export const products: ReadonlyArray<Product> = Object.values(productOfKind)

/** The product to which the host of an address belongs; undefined for any other host. */
export const ownerOf = (address: string): Product | undefined =>
  URL.canParse(address) ? products.find(({ recognises }) => recognises(new URL(address))) : undefined

/** The product of an address. A host that no product has may be any bot, as long as no kind names it. */
export const productOf = (address: string, kind: ChatKind | null = null): Product =>
  kind === null ? ownerOf(address) ?? anyBot : productOfKind[kind]
