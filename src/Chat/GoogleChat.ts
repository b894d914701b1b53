import type { Delivery } from "../Domain/Attempt.ts"
import { type Dialect, type Line, lineIn, type Message } from "./Message.ts"
import { fitted, fittedLines, jsonBytes, units, withoutMarkup } from "./PlainText.ts"
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

/** The largest message is 32,000 bytes. */
const largestBody = 32_000
/** For all groups of a card together, so that the rest of the card has room. */
const largestGroups = 20_000
const longestText = 4_000
const longestTitle = 200

/** The text of a card is a small part of HTML. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

const cardDialect: Dialect = { text: escaped, link: ({ label, url }) => `<a href="${escaped(url)}">${escaped(label)}</a>` }

const paragraph = (text: string) => ({ textParagraph: { text } })

const group = (lines: ReadonlyArray<Line>, most: number) => ({
  widgets: [paragraph(fittedLines(lines.map((line) => lineIn(cardDialect, line)), most, jsonBytes))]
})

const card = ({ groups, link, origin, title }: Message) => ({
  fallbackText: withoutMarkup(fitted(title, longestTitle, units)),
  cardsV2: [{
    cardId: "turnover",
    card: {
      header: { title: fitted(title, longestTitle, units) },
      sections: [
        ...groups.map((lines) => group(lines, Math.floor(largestGroups / groups.length))),
        ...(link === null && origin.length === 0 ? [] : [{
          widgets: [
            ...(link === null ? [] : [{ buttonList: { buttons: [{ text: link.label, onClick: { openLink: { url: link.url } } }] } }]),
            ...(origin.length === 0
              ? []
              : [paragraph(`<font color="#5f6368">${escaped(fitted(origin.join("\n"), 500, units))}</font>`)])
          ]
        }])
      ]
    }
  }]
})

/** In a text, `*x*`, `_x_` and `<…>` are markup and cannot be escaped. */
const textDialect: Dialect = { text: withoutMarkup, link: ({ label, url }) => `${withoutMarkup(label)} ${url}` }

const textOf = ({ groups, link, origin, title }: Message) => ({
  text: fittedLines(
    [title, ...groups.flat(), ...(link === null ? [] : [[link]]), ...origin].map((line) => lineIn(textDialect, line)),
    longestText,
    units
  )
})

const request = (body: object, { address }: Target): BotRequest => ({ url: address, body: JSON.stringify(body), secrets: [] })

interface Failure {
  /** Google's name of the error, such as `NOT_FOUND`. */
  readonly status: string
  readonly message: string
}

const failureIn = (json: unknown): Failure => {
  const error = membersOf(membersOf(json).get("error"))
  return { status: saidIn(error.get("status")), message: saidIn(error.get("message")) }
}

const wrongKey: Ruling = [
  "permanent",
  "Google Chat does not know the key or the token: copy the webhook's whole address again into chat_webhook_url"
]

const notAllowed: Ruling = ["permanent", "Google Chat does not allow this webhook to post: an administrator of the space has to allow it"]

/** Google's words about the address; the same names are given to other refusals. */
const isOfKey = (message: string): boolean => /api key|token|unregistered callers|caller does not have|credential/i.test(message)

const rulingOf = ({ status: http }: Reply, { message, status }: Failure): Ruling => {
  switch (status) {
    case "NOT_FOUND":
      return noBot
    case "UNAUTHENTICATED":
      return wrongKey
    case "PERMISSION_DENIED":
      return isOfKey(message) ? wrongKey : notAllowed
    case "INVALID_ARGUMENT":
      return isOfKey(message) ? wrongKey : refusedFormat
    default:
      return rulingOfStatus(http) ?? otherwise(http)
  }
}

/** Delivered is a 2xx with the name of the new message; a refusal is a `google.rpc.Status`. */
const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const json = parseJson(reply.body)
  const facts = { ...factsOf(reply, json, options), code: null }
  if (isSuccess(reply) && /^spaces\/.+\/messages\//.test(saidIn(membersOf(json).get("name"))))
    return { ...facts, verdict: "delivered", detail: "Delivered" }
  const failure = failureIn(json)
  const [verdict, sentence] = rulingOf(reply, failure)
  const words = [failure.status, failure.message].filter((part) => part !== "").join(": ")
  return { ...facts, verdict, detail: sentenceWith(sentence, [`HTTP ${reply.status}`], words, options) }
}

/** Google Chat's incoming webhook: one request a second in each space, for all of its webhooks. */
export const googleChat: Product = {
  name: "googlechat",
  title: "Google Chat",
  recognises: ({ hostname }) => hostname === "chat.googleapis.com",
  expected: ({ pathname, searchParams }) =>
    /^\/v1\/spaces\/[^/]+\/messages$/.test(pathname) && searchParams.has("key") && searchParams.has("token")
      ? undefined
      : "the whole address of an incoming webhook, https://chat.googleapis.com/v1/spaces/…/messages?key=…&token=…",
  settings: [],
  limits: { spacing: 1_000, burst: 1, refill: 1_000, requestBytes: largestBody },
  formats: ["card", "text"],
  message: (message, format) => format === "card" ? card(message) : textOf(message),
  notice: (content) => ({ text: fittedLines(content.split("\n").map(withoutMarkup), longestText, units) }),
  request,
  judge,
  // A message without content is refused, after key and token were checked.
  probe: (to) => ({ request: request({}, to), isAlive: ({ verdict }) => verdict === "format" || verdict === "delivered" })
}
