import type { Delivery } from "../Domain/Attempt.ts"
import { type Dialect, lineIn, type Message, textLines } from "./Message.ts"
import { fittedLines, type Measure, units } from "./PlainText.ts"
import type { BotRequest, Product, Target } from "./Product.ts"
import {
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
  sentenceWith
} from "./Reply.ts"

/** In UTF-16 units of the shown text, without markup. */
const longestText = 4_096

/** Telegram turns hashtags and commands into links in any mode, unless a zero-width space follows the first character. */
const unlinked = (text: string): string => text.replaceAll(/[#/$](?=[\p{L}\p{N}_])/gu, "$&\u200b")

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

const dialect: Dialect = {
  text: (text) => escaped(unlinked(text)),
  link: ({ label, url }) => `<a href="${escaped(url)}">${escaped(label)}</a>`
}

const shownUnits: Measure = (html) => units(html.replaceAll(/<[^<>]*>/g, "").replaceAll(/&[a-z]+;/g, "&"))

const bodyOf = (text: string) => ({ text, link_preview_options: { is_disabled: true } })

const html = ({ groups, link, origin, title }: Message) => ({
  ...bodyOf(fittedLines(
    [
      `<b>${escaped(title)}</b>`,
      ...groups.flatMap((lines, index) => [...(index === 0 ? [] : [""]), ...lines.map((line) => lineIn(dialect, line))]),
      ...(link === null ? [] : ["", dialect.link(link)]),
      ...origin.map((line) => `<i>${dialect.text(line)}</i>`)
    ],
    longestText,
    shownUnits
  )),
  parse_mode: "HTML"
})

const plainBody = (lines: ReadonlyArray<string>) => bodyOf(fittedLines(lines, longestText, units))

/** The service's own addresses stay as they are. */
const plainLine = (line: string): string => /https?:\/\//.test(line) ? line : unlinked(line)

/**
 * The address without its parameters, and the parameters as members of the body. If the group has moved, its new id replaces the
 * old one.
 */
const request = (body: object, { address, movedTo }: Target): BotRequest => {
  const url = new URL(address)
  const thread = url.searchParams.get("message_thread_id")
  const to = {
    // Kept as text, because an id may be too large for an exact number.
    chat_id: movedTo ?? url.searchParams.get("chat_id"),
    ...(thread === null ? {} : { message_thread_id: Number(thread) })
  }
  url.search = ""
  return { url: url.href, body: JSON.stringify({ ...to, ...body }), secrets: [] }
}

const notInChat: Ruling = ["permanent", "The bot is not in the chat: add it again, with the right to send messages"]

const noRight: Ruling = [
  "permanent",
  "The bot lacks the right to send messages to the group: give it that right, or make it an administrator"
]

const noChannelRight: Ruling = [
  "permanent",
  "The bot lacks a right in the channel: make it an administrator with the right to post messages"
]

const noChat: Ruling = ["permanent", "There is no chat with this id, or the bot is not in it: check chat_id in chat_webhook_url"]

const chatEnded: Ruling = [
  "permanent",
  "The chat no longer takes messages under this id: set chat_id in chat_webhook_url to the present one"
]

const noTopic: Ruling = ["permanent", "There is no such topic: check message_thread_id in chat_webhook_url"]

/** Descriptions, in lower case, of errors for which another format does not help. */
const refusals: ReadonlyArray<readonly [RegExp, Ruling]> = [
  [/administrator rights|chat_admin_required|not a member of the channel/, noChannelRight],
  [
    /not enough rights|no rights to send|chat_write_forbidden|chat_send_\w*forbidden|chat_guest_send_forbidden|chat_restricted|user_banned_in_channel/,
    noRight
  ],
  [/chat not found|peer_id_invalid/, noChat],
  [/was deactivated|was upgraded to a supergroup|channel_private|channel_invalid/, chatEnded],
  [/thread not found|topic_deleted|topic_id_invalid/, noTopic],
  [/topic_closed/, ["permanent", "The topic is closed: open it, or choose another message_thread_id in chat_webhook_url"]]
]

const wrongToken: Ruling = ["permanent", "Telegram does not know this bot: check the token in chat_webhook_url"]

const moved: Ruling = ["transient", "The group became a supergroup with another id"]

const ruleOn = (status: number, description: string, movedTo: string | undefined): Ruling | undefined => {
  if (movedTo !== undefined) return moved
  switch (status) {
    case 400:
    case 403:
      return refusals.find(([words]) => words.test(description))?.[1] ?? (status === 403 ? notInChat : refusedFormat)
    case 401:
      return wrongToken
    case 404:
      return noBot
    default:
      return undefined
  }
}

const idOf = (value: unknown): string | undefined => {
  const text = saidIn(value)
  return /^-?\d{1,20}$/.test(text) ? text : undefined
}

const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const json = parseJson(reply.body)
  const members = membersOf(json)
  const parameters = membersOf(members.get("parameters"))
  const description = saidIn(members.get("description"))
  const base = factsOf(reply, json, options)
  const after = parameters.get("retry_after")
  const facts = {
    ...base,
    code: null,
    retryAfterMillis: typeof after === "number" && after > 0 ? Math.max(after * 1_000, base.retryAfterMillis ?? 0) : base.retryAfterMillis
  }
  if (isSuccess(reply) && members.get("ok") === true) return { ...facts, verdict: "delivered", detail: "Delivered" }
  const movedTo = idOf(parameters.get("migrate_to_chat_id"))
  const [verdict, sentence] = ruleOn(reply.status, description.toLowerCase(), movedTo) ?? rulingOfStatus(reply.status) ??
    otherwise(reply.status)
  return {
    ...facts,
    ...(movedTo === undefined ? {} : { movedTo }),
    verdict,
    detail: sentenceWith(sentence, [`HTTP ${reply.status}`], description, options)
  }
}

/** Telegram's bots: 1 request a second and 20 a minute to a group. A bucket of 2 that fills at 16 a minute allows at most 18. */
export const telegram: Product = {
  name: "telegram",
  title: "Telegram",
  recognises: ({ hostname }) => hostname === "api.telegram.org",
  expected: ({ pathname, searchParams }) =>
    /^\/bot\d+(?::|%3A)[\w-]+\/sendMessage$/i.test(pathname) &&
      /^(?:-?\d{1,20}|@\w+)$/.test(searchParams.get("chat_id") ?? "") &&
      /^\d{1,15}$/.test(searchParams.get("message_thread_id") ?? "1")
      ? undefined
      : "https://api.telegram.org/bot<token>/sendMessage?chat_id=<id>, optionally with &message_thread_id=<number>",
  settings: [],
  limits: { spacing: 1_000, burst: 2, refill: 3_750, requestBytes: 100 * 1024 },
  formats: ["card", "text"],
  moves: true,
  message: (message, format) => format === "card" ? html(message) : plainBody(textLines(message).map(plainLine)),
  notice: (content) => plainBody(content.split("\n").map(plainLine)),
  request,
  judge,
  probe: ({ address }) => {
    const url = new URL(address)
    const chat = url.searchParams.get("chat_id") ?? ""
    url.pathname = url.pathname.replace(/sendMessage$/i, "getChat")
    url.search = ""
    url.searchParams.set("chat_id", chat)
    return { request: { url: url.href, secrets: [] }, isAlive: ({ verdict }) => verdict === "delivered" }
  }
}
