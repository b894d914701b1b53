import type { Delivery, Format } from "../Domain/Attempt.ts"
import { type Dialect, lineIn, type Message } from "./Message.ts"
import { fitted, fittedLines, units, withoutMarkup } from "./PlainText.ts"
import type { BotRequest, Product, Target } from "./Product.ts"
import {
  blockedOnTheWay,
  busy,
  factsOf,
  isSuccess,
  type JudgeOptions,
  membersOf,
  noBot,
  otherwise,
  parseJson,
  refusedFormat,
  type Reply,
  type Ruling,
  rulingOfStatus,
  saidIn,
  sentenceWith,
  tooMany
} from "./Reply.ts"

const longestContent = 2_000
const longestTitle = 256
/** All texts of an embed may have 6,000 together. */
const longestDescription = 4_096
const longestFooter = 1_024

/** A backslash escapes each of these characters. */
const escaped = (text: string): string => text.replaceAll(/[\\*_~`|>#\-+[\]()<:@!]/g, "\\$&").replace(/^(\s*\d+)\./, "$1\\.")

/** `<…>` around an address: no preview. */
const dialect: Dialect = { text: escaped, link: ({ label, url }) => `[${escaped(label)}](<${url}>)` }

/** Without it, `@everyone` and the ids of people and roles would notify people. */
const silent = { allowed_mentions: { parse: [] } }

const content = (lines: ReadonlyArray<string>) => ({ content: fittedLines(lines, longestContent, units), ...silent })

const blue = 0x3370ff
const colours: Readonly<Record<string, number>> = {
  green: 0x34a853,
  grey: 0x8f959e,
  indigo: 0x4954e6,
  orange: 0xf5a623,
  purple: 0x8a4bdb,
  red: 0xe5484d,
  turquoise: 0x14a8a0
}

const embed = ({ colour, groups, link, origin, title }: Message) => ({
  embeds: [{
    title: fitted(title, longestTitle, units),
    ...(link === null ? {} : { url: link.url }),
    description: fittedLines(
      [
        ...groups.flatMap((lines, index) => [...(index === 0 ? [] : [""]), ...lines.map((line) => lineIn(dialect, line))]),
        ...(link === null ? [] : [`**${dialect.link(link)}**`])
      ],
      longestDescription,
      units
    ),
    color: colours[colour] ?? blue,
    // In a footer, a backslash escapes nothing.
    ...(origin.length === 0 ? {} : { footer: { text: fittedLines(origin.map(withoutMarkup), longestFooter, units) } })
  }],
  ...silent
})

const post = ({ groups, link, origin, title }: Message) =>
  content([
    `**${escaped(title)}**`,
    ...groups.flat().map((line) => lineIn(dialect, line)),
    ...(link === null ? [] : [dialect.link(link)]),
    ...origin.map((line) => `-# ${escaped(line)}`)
  ])

/** Everything is escaped, except the addresses of the service's own links. */
const plainDialect: Dialect = { text: escaped, link: ({ label, url }) => `${escaped(label)} <${url}>` }

const text = ({ groups, link, origin, title }: Message) =>
  content([
    escaped(title),
    ...groups.flat().map((line) => lineIn(plainDialect, line)),
    ...(link === null ? [] : [plainDialect.link(link)]),
    ...origin.map(escaped)
  ])

const shapes: Record<Format, (message: Message) => object> = { card: embed, post, text }

/** With `wait` the reply is the message, not a receipt. The other parameters, such as `thread_id`, stay. */
const request = (body: object, { address }: Target): BotRequest => {
  const url = new URL(address)
  url.searchParams.set("wait", "true")
  return { url: url.href, body: JSON.stringify(body), secrets: [] }
}

const wantsThread: Ruling = [
  "permanent",
  "A forum channel takes messages in a thread: add thread_id=… to chat_webhook_url, or choose another channel"
]

const blockedByAutoMod: Ruling = ["permanent", "The server's AutoMod blocks the message: allow the webhook in its rules"]

const threadClosed: Ruling = ["permanent", "The thread is archived or locked: open it, or choose another thread_id in chat_webhook_url"]

const rulings: ReadonlyMap<number, Ruling> = new Map<number, Ruling>([
  [10_015, noBot],
  [20_016, tooMany],
  [20_022, tooMany],
  [20_028, tooMany],
  [40_004, busy],
  [40_006, busy],
  [40_062, tooMany],
  // Discord's own edge answers this while its network has a fault.
  [40_333, blockedOnTheWay],
  [50_006, refusedFormat],
  [50_027, noBot],
  [50_035, refusedFormat],
  [50_083, threadClosed],
  [130_000, busy],
  [160_005, threadClosed],
  [200_000, blockedByAutoMod],
  [200_001, blockedByAutoMod],
  [220_001, wantsThread],
  [220_003, wantsThread]
])

const seconds = (value: unknown): number | null => {
  const number = typeof value === "number" ? value : typeof value === "string" && value.trim() !== "" ? Number(value) : NaN
  return Number.isFinite(number) && number > 0 ? Math.ceil(number * 1_000) : null
}

const minute = 60_000
/** A 429 without JSON comes from the network in front of Discord, which blocks the IP address. */
const banned = 10 * minute

/** How long the webhook accepts no request: because its limit is used up, or after too many requests. */
const pauseOf = (reply: Reply, isJson: boolean, retryAfter: number | null): number | null => {
  if (reply.status === 429) return retryAfter ?? (isJson ? null : banned)
  return reply.headers?.["x-ratelimit-remaining"] === "0" ? seconds(reply.headers["x-ratelimit-reset-after"]) : null
}

const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const json = parseJson(reply.body)
  const members = membersOf(json)
  const given = members.get("code")
  const code = typeof given === "number" ? given : null
  const base = factsOf(reply, json, options)
  const waits = [base.retryAfterMillis, seconds(members.get("retry_after"))].filter((wait) => wait !== null)
  const asked = waits.length === 0 ? null : Math.max(...waits)
  const pause = pauseOf(reply, members.size > 0, asked)
  const facts = {
    ...base,
    code,
    retryAfterMillis: reply.status === 429 ? asked ?? pause : asked,
    ...(pause === null ? {} : { pauseMillis: pause })
  }
  if (isSuccess(reply) && (reply.status === 204 || typeof members.get("id") === "string")) {
    return { ...facts, verdict: "delivered", detail: "Delivered" }
  }
  const [verdict, sentence] = reply.status === 429
    ? tooMany
    : (code === null ? undefined : rulings.get(code)) ?? rulingOfStatus(reply.status) ?? otherwise(reply.status)
  const shown = [`HTTP ${reply.status}`, ...(code === null ? [] : [`code ${code}`])]
  return { ...facts, verdict, detail: sentenceWith(sentence, shown, saidIn(members.get("message")), options) }
}

/** Discord's webhook: at most 2 requests a second, and fewer if its headers say so. Its limits on texts are characters. */
export const discord: Product = {
  name: "discord",
  title: "Discord",
  recognises: ({ hostname }) => /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/.test(hostname),
  expected: ({ pathname }) =>
    /^\/api(?:\/v\d+)?\/webhooks\/\d+\/[^/]+$/.test(pathname)
      ? undefined
      : "the address of a webhook, https://discord.com/api/webhooks/…/…, without /slack or /github",
  settings: [],
  limits: { spacing: 500, burst: 1, refill: 500, requestBytes: 100 * 1024 },
  longestPause: 60 * minute,
  formats: ["card", "post", "text"],
  message: (message, format) => shapes[format](message),
  notice: (said) => content(said.split("\n").map(escaped)),
  request,
  judge,
  probe: ({ address }) => ({ request: { url: address, secrets: [] }, isAlive: ({ verdict }) => verdict === "delivered" })
}
