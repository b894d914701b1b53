import { isMail, mailAddressOf } from "../Config/Mail.ts"
import type { Delivery } from "../Domain/Attempt.ts"
import { lineIn, type Link, type Message, toText } from "./Message.ts"
import { oneLine } from "./PlainText.ts"
import type { BotRequest, Product, Target } from "./Product.ts"
import { factsOf, type JudgeOptions, type Reply, type Ruling, sentenceWith } from "./Reply.ts"

/** A mail as it is composed; the address says who gets it. */
export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The shop, as the sender's name. */
  readonly shop: string
}

/** A mail with its id, which is the same at each attempt, so that a mail client can show it once. */
export interface MailRequest extends Mail {
  readonly id: string
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "")

const anchor = ({ label, url }: Link): string => `<a href="${escaped(url)}">${escaped(label)}</a>`

const dialect = { text: escaped, link: anchor }

const paragraph = (lines: ReadonlyArray<string>, style = ""): string =>
  lines.length === 0 ? "" : `<p${style === "" ? "" : ` style="${style}"`}>${lines.join("<br>")}</p>\n`

const page = (title: string, body: string): string =>
  `<!doctype html>\n<meta charset="utf-8">\n<div style="font:16px/1.5 sans-serif;max-width:40em">\n` +
  `<h1 style="font-size:20px">${escaped(title)}</h1>\n${body}</div>\n`

const mailOf = (message: Message): Mail => {
  const { groups, link, origin, shop, title } = message
  const body = groups.map((lines) => paragraph(lines.map((line) => lineIn(dialect, line)))).join("") +
    paragraph(link === null ? [] : [anchor(link)]) + paragraph(origin.map(escaped), "color:#666")
  return { subject: oneLine(title), text: toText(message), html: page(title, body), shop: oneLine(shop) }
}

/** An alarm's first line is its title. */
const noticeOf = (text: string): Mail => {
  const [title = "", ...lines] = text.split("\n")
  return { subject: oneLine(title), text, html: page(title, paragraph(lines.map(escaped))), shop: "" }
}

/** What no output may show of a server's reply, which may repeat the line that signs in. */
export const secretsOfMail = (address: string, password: string): ReadonlyArray<string> =>
  password === "" ? [] : [password, `\0${mailAddressOf(address).user}\0${password}`]

const request = (mail: object, { address, id, secret }: Target): BotRequest => ({
  url: address,
  body: JSON.stringify({ ...mail, id }),
  secrets: secretsOfMail(address, secret),
  password: secret
})

const wrongPassword: Ruling = [
  "permanent",
  "The mail server refuses the user or the password: check chat_secret; many providers want a password for apps"
]

const rulingOf = (status: number): Ruling => {
  if (status < 400) return ["accepted", "The mail server took the mail"]
  if (status < 500) return ["transient", "The mail server does not take the mail now"]
  return status === 530 || status === 534 || status === 535 ? wrongPassword : [
    "permanent",
    "The mail server refuses the mail: check from and to, and what it allows"
  ]
}

/** The verdict by the class of SMTP's reply: 2xx, 4xx or 5xx. */
const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const { body, headers, status } = reply
  const [verdict, sentence] = rulingOf(status)
  const facts = { ...factsOf(reply, undefined, options), code: status }
  const refused = headers?.["x-refused"]
  if (verdict === "accepted") {
    return { ...facts, verdict, detail: refused === undefined ? sentence : `${sentence}, not for ${refused} of the recipients: check to` }
  }
  return { ...facts, verdict, detail: sentenceWith(sentence, [`SMTP ${status}`], body, options) }
}

/** Mail by SMTP: HTML with a text part. A provider may send a few hundred mails a day. */
export const email: Product = {
  name: "email",
  title: "e-mail",
  recognises: ({ href }) => isMail(href),
  expected: ({ href }) => isMail(href) ? undefined : "smtps:// or smtp:// in an entry of chats with from and to",
  settings: ["secret"],
  // A server may look into a mail before it takes it (RFC 5321 allows 10 minutes); one that took it and was not waited for gets it again.
  patience: 60_000,
  limits: { spacing: 1_000, burst: 1, refill: 1_000, requestBytes: 200_000 },
  formats: ["card"],
  hasIds: true,
  message: mailOf,
  notice: noticeOf,
  request,
  judge,
  // `turnover doctor` signs in to the server instead.
  probe: null
}
