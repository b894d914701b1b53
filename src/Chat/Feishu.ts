import { createHmac } from "node:crypto"
import type { Format } from "../Domain/Attempt.ts"
import { judge } from "./Feishu/Verdict.ts"
import { type Line, type Link, type Message, toText } from "./Message.ts"
import type { Product, Target } from "./Product.ts"

/** The bot's signature (rule 7.9): the key is the text to sign, the message is empty. */
export const sign = (timestampSeconds: number, secret: string): string =>
  createHmac("sha256", `${timestampSeconds}\n${secret}`).digest("base64")

/** The members that sign a body at an instant (milliseconds since 1970); none without a secret. */
const signature = (now: number, secret: string): { readonly timestamp?: string; readonly sign?: string } => {
  const seconds = Math.floor(now / 1000)
  return secret === "" ? {} : { timestamp: String(seconds), sign: sign(seconds, secret) }
}

const plainText = (content: string) => ({ tag: "plain_text", content })

/** A line with links has only words of the service, so no typed text becomes markup. */
const withLinks = (line: Exclude<Line, string>) => ({
  tag: "lark_md",
  content: line.map((part) => typeof part === "string" ? part : `[${part.label}](${part.url})`).join("")
})

const isText = (line: Line): line is string => typeof line === "string"

/** Lines of text are one element, so that Feishu shows them close together. */
const groupOf = (lines: ReadonlyArray<Line>) => {
  const texts = lines.filter(isText)
  return [
    ...(texts.length === 0 ? [] : [{ tag: "div", text: plainText(texts.join("\n")) }]),
    ...lines.flatMap((line) => isText(line) ? [] : [{ tag: "div", text: withLinks(line) }])
  ]
}

const button = ({ label, url }: Link) => ({
  tag: "action",
  actions: [{ tag: "button", type: "primary", text: plainText(label), url }]
})

const card = ({ colour, groups, link, origin, title }: Message) => ({
  msg_type: "interactive",
  card: {
    config: { wide_screen_mode: true },
    header: { title: plainText(title), template: colour },
    elements: [
      ...groups.flatMap((lines, index) => index === 0 ? groupOf(lines) : [{ tag: "hr" }, ...groupOf(lines)]),
      ...(link === null ? [] : [button(link)]),
      ...(origin.length === 0 ? [] : [{ tag: "note", elements: [plainText(origin.join("\n"))] }])
    ]
  }
})

const text = (content: string) => ({ tag: "text", text: content })

const anchor = ({ label, url }: Link) => ({ tag: "a", text: label, href: url })

const postLine = (line: Line) => isText(line) ? [text(line)] : line.map((part) => typeof part === "string" ? text(part) : anchor(part))

const post = ({ groups, link, origin, title }: Message) => ({
  msg_type: "post",
  content: {
    post: {
      zh_cn: {
        title,
        content: [
          ...groups.flat().map(postLine),
          ...(link === null ? [] : [[anchor(link)]]),
          ...origin.map((line) => [text(line)])
        ]
      }
    }
  }
})

const textBody = (content: string) => ({ msg_type: "text", content: { text: content } })

const shapes: Record<Format, (message: Message) => object> = { card, post, text: (message) => textBody(toText(message)) }

/** The body that Feishu expects for a format, not yet signed (rule 7.4). */
export const toBody = (message: Message, format: Format): object => shapes[format](message)

const request = (body: object, { address, now, secret }: Target) => {
  const signed = signature(now, secret)
  return { url: address, body: JSON.stringify({ ...signed, ...body }), secrets: [secret, signed.sign ?? ""] }
}

/** Feishu's and Lark's hosts: the interface, and those of flows and companies. */
const isOwnHost = (hostname: string): boolean => /(?:^|\.)(?:feishu\.cn|larksuite\.com|larkoffice\.com)$/.test(hostname)

/** Paths that look like a custom bot's, also behind a gateway: a flow's, the first version's, and one without an id. */
const otherAddresses = /\/flow\/api\/trigger-webhook\/|\/base\/automation\/webhook\/|\/open-apis\/bot\/(?:hook(?:\/|$)|v2\/hook\/?$)/

/**
 * Feishu's and Lark's custom bot (rules 7.1 to 7.5 and 7.9). Its limits are 5 requests a second and 100 a minute (rule
 * 7.10): requests at least 250 ms apart, from a bucket of 4 that fills at 90 a minute, so that no second has more than
 * 5 and no minute more than 94.
 */
export const feishu: Product = {
  name: "feishu",
  title: "Feishu",
  recognises: ({ hostname }) => isOwnHost(hostname),
  expected: ({ hostname, pathname }) =>
    (isOwnHost(hostname) ? !/^\/open-apis\/bot\/v2\/hook\/[^/]+$/.test(pathname) : otherAddresses.test(pathname))
      ? "the address of a custom bot, https://open.feishu.cn/open-apis/bot/v2/hook/… with its id, not that of a flow or of the old /bot/hook/"
      : undefined,
  settings: ["secret", "keyword"],
  limits: { spacing: 250, burst: 4, refill: Math.ceil(60_000 / 90), requestBytes: 20 * 1024 },
  formats: ["card", "post", "text"],
  message: toBody,
  notice: textBody,
  request,
  judge,
  // The bot checks address and signature, then refuses the missing message.
  probe: (to) => ({
    request: request({}, to),
    isAlive: ({ code, verdict }) => code !== null && (verdict === "format" || verdict === "delivered")
  })
}
