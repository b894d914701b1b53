import { Array } from "effect"
import { isMail, mailAddressOf } from "../Config/Mail.ts"
import type { Delivery, MailAnswers, Verdict } from "../Domain/Attempt.ts"
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

const request = (mail: object, { address, answered, id, secret }: Target): BotRequest => ({
  url: address,
  ...(answered === undefined ? {} : { answered }),
  body: JSON.stringify({ ...mail, id }),
  secrets: secretsOfMail(address, secret),
  password: secret
})

const wrongPassword: Ruling = [
  "permanent",
  "The mail server refuses the user or the password: check chat_secret; many providers want a password for apps"
]

/** Microsoft's servers name the reason in a second code. */
const microsoft: ReadonlyArray<readonly [code: RegExp, sentence: string]> = [
  [
    /\b5\.7\.139\b/,
    "Microsoft lets no program sign in to this mailbox with a password: turn on Authenticated SMTP for it (Microsoft 365 admin center, Active " +
    "users, Mail, Manage email apps), where security defaults are off, or use another mail server"
  ],
  [/\b5\.7\.30\b/, "Microsoft takes no passwords of programs any longer: use another mail server, or a relay that takes one"]
]

const rulingOf = (status: number, body: string): Ruling => {
  if (status < 400) return ["accepted", "The mail server took the mail"]
  if (status < 500) return ["transient", "The mail server does not take the mail now"]
  const known = microsoft.find(([code]) => code.test(body))
  if (known !== undefined) return ["permanent", known[1]]
  return status === 530 || status === 534 || status === 535 ? wrongPassword : [
    "permanent",
    "The mail server refuses the mail: check from and to, and what it allows"
  ]
}

const isForNow = ({ status }: MailAnswers["refused"][number]): boolean => status < 500

/** The verdict on a mail that not every reader gets: those who are refused for now are tried again, alone. */
const judgeReaders = ({ refused, taken }: MailAnswers, options: JudgeOptions) => {
  const [later, never] = Array.partition(refused, (refusal) => !isForNow(refusal))
  const named = (of: MailAnswers["refused"]) =>
    of.map(({ reader, said, status }) => sentenceWith(reader, [`SMTP ${status}`], said, options)).join(", ")
  const parts = [
    taken.length === 0
      ? "The mail server did not take the mail"
      : `The mail server took the mail for ${taken.length} of ${taken.length + refused.length}`,
    ...(later.length === 0 ? [] : [`not now for ${named(later)}`]),
    ...(never.length === 0 ? [] : [`never for ${named(never)}: check to`])
  ]
  const verdict: Verdict = later.length > 0 ? "transient" : "permanent"
  return { verdict, detail: parts.join("; "), code: refused[0]?.status ?? null, answers: { taken, refused: never } }
}

/** The verdict by the class of SMTP's reply: 2xx, 4xx or 5xx; accepted only for every reader. */
const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const { body, readers, status } = reply
  const facts = factsOf(reply, undefined, options)
  if (readers !== undefined && readers.refused.length > 0) return { ...facts, ...judgeReaders(readers, options) }
  const [verdict, sentence] = rulingOf(status, body)
  const detail = verdict === "accepted" ? sentence : sentenceWith(sentence, [`SMTP ${status}`], body, options)
  return { ...facts, code: status, verdict, detail }
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
