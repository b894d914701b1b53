import { createHmac } from "node:crypto"
import type { Delivery, Format } from "../Domain/Attempt.ts"
import { type Dialect, lineIn, type Message, quotedLines, textLines } from "./Message.ts"
import { fittedLines, jsonBytes, withoutMarkup } from "./PlainText.ts"
import type { BotRequest, Product, Target } from "./Product.ts"
import {
  type CodeRuling,
  judgeErrorCode,
  type JudgeOptions,
  membersOf,
  noBot,
  parseJson,
  refusedFormat,
  type Reply,
  type Ruling,
  tooMany
} from "./Reply.ts"

const minute = 60_000

/** A body has at most 20,000 bytes, nearly all of them this text. */
const largestText = 18_000

const dialect: Dialect = { text: withoutMarkup, link: ({ label, url }) => `[${withoutMarkup(label)}](${url})` }

/** In DingTalk's markdown, a single line feed becomes a space. An empty line begins a new block. */
const markdownOf = (lines: ReadonlyArray<string>): string =>
  fittedLines(lines, largestText, jsonBytes, "  \n").replaceAll("  \n  \n", "\n\n")

const headed = ({ groups, origin, title }: Message): ReadonlyArray<string> => [
  // The title contains no typed text, and its keyword must not be changed.
  `#### ${title}`,
  ...quotedLines(dialect, groups),
  ...origin.map((line) => `###### ${withoutMarkup(line)}`)
]

/** A card needs a button. A message without a link is markdown instead. */
const card = (message: Message) => {
  const { link, title } = message
  const text = markdownOf(headed(message))
  return link === null
    ? { msgtype: "markdown", markdown: { title, text } }
    : { msgtype: "actionCard", actionCard: { title, text, singleTitle: link.label, singleURL: link.url } }
}

const post = ({ groups, link, origin, title }: Message) => ({
  msgtype: "markdown",
  markdown: {
    title,
    text: markdownOf([
      title,
      ...groups.flat().map((line) => lineIn(dialect, line)),
      ...(link === null ? [] : [dialect.link(link)]),
      ...origin.map(withoutMarkup)
    ])
  }
})

const text = (lines: ReadonlyArray<string>) => ({ msgtype: "text", text: { content: fittedLines(lines, largestText, jsonBytes) } })

const shapes: Record<Format, (message: Message) => object> = { card, post, text: (message) => text(textLines(message)) }

/**
 * Like Feishu's signature, with key and message exchanged.
 * @param now milliseconds since 1970
 */
export const sign = (now: number, secret: string): string => createHmac("sha256", secret).update(`${now}\n${secret}`).digest("base64")

const request = (body: object, { address, now, secret }: Target): BotRequest => {
  const url = new URL(address)
  const signature = secret === "" ? "" : sign(now, secret)
  if (signature !== "") {
    url.searchParams.set("timestamp", String(now))
    url.searchParams.set("sign", signature)
  }
  return { url: url.href, body: JSON.stringify(body), secrets: [secret, signature] }
}

const wrongToken: Ruling = ["permanent", "DingTalk does not know this robot: copy chat_webhook_url from the robot's settings again"]

const ofClock: Ruling = ["permanent", "The signature is over an hour old or ahead by DingTalk's clock: set the machine's clock"]

const ofAddress: Ruling = ["permanent", "This machine's IP address is not on the robot's allow-list: add it in the robot's settings"]

/** The words of the robot's security settings, in its two languages. The sentence about a signature also names its timestamp. */
const securityWords: ReadonlyArray<readonly [RegExp, Ruling]> = [
  // Keyword, an expired signature, signature, timestamp, list of addresses, in Chinese.
  [/keyword|\u5173\u952e\u8bcd/, ["permanent", "The message lacks the keyword that the robot requires: set chat_keyword to it"]],
  [/\u7b7e\u540d(?:\u5df2)?\u8fc7\u671f/, ofClock],
  [/sign|\u7b7e\u540d/, ["permanent", "The signature does not match: check chat_secret"]],
  [/timestamp|\u65f6\u95f4\u6233/, ofClock],
  [/whitelist|\u767d\u540d\u5355/, ofAddress]
]

/** The robot has one code for every refusal by its security settings. */
const ofSecurity = (message: string): Ruling =>
  securityWords.find(([words]) => words.test(message))?.[1] ??
    ["permanent", "The robot's security settings refuse the message: check chat_keyword and chat_secret"]

/** The gateway's code for a refusal whose own code is in its text: a limit (also "too frequent" or "throttled" in Chinese), or else the credential. */
const ofGateway = (message: string): Ruling =>
  /\b90[0-9]{3}\b|\u9891\u7e41|\u9650\u6d41|too fast|frequency|limit/.test(message) ? tooMany : wrongToken

/** DingTalk's codes for too many calls of an interface, a company or all of them. */
const limited = [90_001, 90_002, 90_003, 90_004, 90_005, 90_006, 90_018, 90_030].map((code) => [code, tooMany] as const)

const filtered: Ruling = ["format", "DingTalk's filter refuses the message's content"]

const rulings = new Map<number, CodeRuling>([
  ...limited,
  [-1, ["transient", "DingTalk is busy"]],
  [88, ofGateway],
  [404, noBot],
  [40_035, (message) => message.includes("access_token") ? wrongToken : refusedFormat],
  [43_004, refusedFormat],
  [60_020, ofAddress],
  [130_101, tooMany],
  [300_001, (message) => /too fast|frequency|exceed|limit/.test(message) ? tooMany : wrongToken],
  [300_005, wrongToken],
  [310_000, ofSecurity],
  [400_013, ["permanent", "The group was dissolved: add a robot to another group, and set chat_webhook_url to its address"]],
  [400_101, wrongToken],
  [400_102, ["permanent", "The robot is stopped: enable it in the group's settings"]],
  [400_105, refusedFormat],
  [400_106, ["permanent", "The robot is not in the group: add it again, and set chat_webhook_url to its address"]],
  [410_100, tooMany],
  [430_101, filtered],
  [430_102, filtered],
  [430_103, filtered],
  [430_104, filtered],
  [460_101, refusedFormat]
])

/** DingTalk mutes a robot that sent more than 20 messages in a minute. */
const mute = 10 * minute
const muting = new Set<number | null>([130_101, 410_100])

/** The reply of DingTalk's gateway, which has no `errcode`, means that it blocks the IP address. */
const banned = 5 * minute

const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const delivery = judgeErrorCode(rulings, reply, options)
  const wait = (millis: number) => Math.max(millis, delivery.retryAfterMillis ?? 0)
  if (muting.has(delivery.code)) return { ...delivery, retryAfterMillis: wait(mute), pauseMillis: mute }
  return delivery.code === null && membersOf(parseJson(reply.body)).get("punish") === "deny"
    ? {
      ...delivery,
      verdict: "transient",
      retryAfterMillis: wait(banned),
      pauseMillis: banned,
      detail: `DingTalk blocks this machine's IP address for 5 minutes (HTTP ${reply.status})`
    }
    : delivery
}

/**
 * DingTalk's custom robot. Its limit is 20 requests a minute; after more, it is muted for 10 minutes. A bucket of 2 that fills at
 * 16 a minute allows at most 18.
 */
export const dingtalk: Product = {
  name: "dingtalk",
  title: "DingTalk",
  recognises: ({ hostname }) => hostname === "oapi.dingtalk.com" || hostname === "api.dingtalk.com",
  expected: ({ hostname, pathname, searchParams }, isSigned) => {
    if (hostname === "api.dingtalk.com" || pathname !== "/robot/send" || (searchParams.get("access_token") ?? "") === "")
      return "the address of a custom robot, https://oapi.dingtalk.com/robot/send?access_token=…"
    // With a secret, each request has a signature of its own in place of the pasted one.
    return isSigned || !searchParams.has("timestamp") && !searchParams.has("sign")
      ? undefined
      : "the robot's address without the timestamp and sign of one request, which end after an hour: put the robot's secret (SEC…) into chat_secret"
  },
  settings: ["secret", "keyword"],
  limits: { spacing: 1_000, burst: 2, refill: 3_750, requestBytes: 20_000 },
  longestPause: mute,
  formats: ["card", "post", "text"],
  message: (message, format) => shapes[format](message),
  notice: (content) => text(content.split("\n")),
  request,
  judge,
  // The robot checks token, signature and keyword first, and then refuses the empty text.
  probe: (to, keyword) => ({
    request: request({ msgtype: "text", text: { content: "" } }, to),
    isAlive: ({ code, detail, verdict }) =>
      (code !== null && (verdict === "format" || verdict === "delivered")) ||
      (code === 310_000 && keyword !== "" && detail.includes("chat_keyword to it"))
  })
}
