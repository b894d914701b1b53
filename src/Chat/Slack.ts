import type { Delivery, Format } from "../Domain/Attempt.ts"
import { type Dialect, labels, type Line, lineIn, type Message, textLines } from "./Message.ts"
import { excerpt, fitted, fittedLines, units } from "./PlainText.ts"
import type { BotRequest, Product, Target } from "./Product.ts"
import {
  busy,
  factsOf,
  isSuccess,
  type JudgeOptions,
  noBot,
  otherwise,
  parseJson,
  refusedFormat,
  type Reply,
  type Ruling,
  rulingOfStatus,
  sentenceWith,
  serverError,
  tooMany
} from "./Reply.ts"

const longestHeader = 150
const longestText = 3_000
/** Slack divides a longer text into several messages. */
const longestMessage = 4_000

/** Without these escapes, `<…>` is a mention or a link. */
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** A line with links contains only words of the service, because `*x*` cannot be escaped in this kind of text. */
const dialect: Dialect = { text: escaped, link: ({ label, url }) => `<${escaped(url)}|${escaped(label)}>` }

const plainText = (text: string) => ({ type: "plain_text", text, emoji: false })

/** `verbatim`: Slack turns no text into links or mentions. */
const withLinks = (lines: ReadonlyArray<Line>) => ({
  type: "section",
  text: { type: "mrkdwn", text: fittedLines(lines.map((line) => lineIn(dialect, line)), longestText, units), verbatim: true }
})

const sections = (lines: ReadonlyArray<Line>) => {
  const texts = lines.filter((line) => typeof line === "string")
  const linked = lines.filter((line) => typeof line !== "string")
  return [
    ...(texts.length === 0
      ? []
      : [{ type: "section", text: plainText(fittedLines(texts.map((line) => lineIn(labels, line)), longestText, units)) }]),
    ...(linked.length === 0 ? [] : [withLinks(linked)])
  ]
}

/** The text that a lock screen shows. */
const textBody = (lines: ReadonlyArray<string>) => ({ text: fittedLines(lines.map(escaped), longestMessage, units), mrkdwn: false })

const blocks = ({ groups, link, origin, title }: Message) => ({
  ...textBody([title]),
  blocks: [
    { type: "header", text: plainText(fitted(title, longestHeader, units)) },
    ...groups.flatMap((lines, index) => index === 0 ? sections(lines) : [{ type: "divider" }, ...sections(lines)]),
    // A link, not a button: a button needs a Slack app, and without one Slack warns the person who presses it.
    ...(link === null ? [] : [withLinks([[link]])]),
    ...(origin.length === 0
      ? []
      : [{ type: "context", elements: [plainText(fittedLines(origin, longestText, units))] }])
  ]
})

const request = (body: object, { address }: Target): BotRequest => ({ url: address, body: JSON.stringify(body), secrets: [] })

const closedChannel: Ruling = ["permanent", "The webhook cannot post to its channel: check the channel, and the app's rights in Slack"]

const words: ReadonlyMap<string, Ruling> = new Map<string, Ruling>([
  ...["no_service", "no_service_id", "no_active_hooks", "invalid_token", "no_team", "team_disabled", "account_inactive", "token_revoked"]
    .map((word) => [word, noBot] as const),
  ...[
    "channel_not_found",
    "channel_is_archived",
    "is_archived",
    "not_in_channel",
    "action_prohibited",
    "restricted_action",
    "posting_to_general_channel_denied",
    "user_not_found"
  ].map((word) => [word, closedChannel] as const),
  ...[
    "invalid_payload",
    "invalid_blocks",
    "invalid_blocks_format",
    "msg_blocks_too_long",
    "msg_too_long",
    "no_text",
    "too_many_attachments",
    "missing_text_or_fallback_or_attachments"
  ].map((word) => [word, refusedFormat] as const),
  ["ratelimited", tooMany],
  ["rate_limited", tooMany],
  ...["service_unavailable", "request_timeout", "team_added_to_org", "migration_in_progress"].map((word) => [word, busy] as const),
  ...["rollup_error", "internal_error", "fatal_error"].map((word) => [word, serverError] as const)
])

/** Slack's replies are one word, not JSON. Their statuses vary, so a known word decides before the status. */
const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const word = reply.body.trim()
  const facts = { ...factsOf(reply, parseJson(reply.body), options), code: null }
  if (isSuccess(reply)) {
    if (word === "ok") return { ...facts, verdict: "delivered", detail: "Delivered" }
    const [verdict, sentence] = otherwise(reply.status)
    return { ...facts, verdict, detail: sentenceWith(sentence, [`HTTP ${reply.status}`], "", options) }
  }
  const [verdict, sentence] = words.get(word) ?? rulingOfStatus(reply.status) ?? otherwise(reply.status)
  return { ...facts, verdict, detail: sentenceWith(sentence, [`HTTP ${reply.status}`], excerpt(word, 60), options) }
}

const shapes: Partial<Record<Format, (message: Message) => object>> = { card: blocks }

/** Slack's incoming webhook: one request a second. Slack limits texts by characters; a text never has fewer UTF-16 units. */
export const slack: Product = {
  name: "slack",
  title: "Slack",
  recognises: ({ hostname }) => hostname === "hooks.slack.com" || hostname === "hooks.slack-gov.com",
  // An address of the Workflow Builder replies `{"ok":true}`, but no message arrives.
  expected: ({ pathname }) =>
    /^\/services\/[^/]+\/[^/]+\/[^/]+$/.test(pathname)
      ? undefined
      : "the address of an incoming webhook, https://hooks.slack.com/services/…, not that of a workflow",
  settings: [],
  limits: { spacing: 1_000, burst: 1, refill: 1_000, requestBytes: 100 * 1024 },
  formats: ["card", "text"],
  message: (message, format) => shapes[format]?.(message) ?? textBody(textLines(message)),
  notice: (content) => textBody(content.split("\n")),
  request,
  judge,
  // A message without text is refused, after the address was checked.
  probe: (to) => ({ request: request({}, to), isAlive: ({ verdict }) => verdict === "format" || verdict === "delivered" })
}
