import { DateTime } from "effect"
import { createHmac } from "node:crypto"
import { toYuan } from "../Domain/Amount.ts"
import type { Announcement } from "../Domain/Announcement.ts"
import type { Delivery } from "../Domain/Attempt.ts"
import { type Message, toText } from "./Message.ts"
import { noMore } from "./NoReply.ts"
import { fitted, jsonBytes, oneLine } from "./PlainText.ts"
import type { BotRequest, Product, Target } from "./Product.ts"
import {
  factsOf,
  isSuccess,
  type JudgeOptions,
  otherwise,
  parseJson,
  type Reply,
  type Ruling,
  rulingOfStatus,
  sentenceWith
} from "./Reply.ts"

const largestBody = 20 * 1024
const largestText = 8 * 1024
const largestMember = 2 * 1024

const types: Record<Announcement["kind"], string> = {
  daily: "turnover.day.settled",
  finalized: "turnover.day.settled",
  repeat: "turnover.day.settled",
  entered: "turnover.day.entered",
  corrected: "turnover.day.corrected",
  confirmed: "turnover.day.confirmed",
  withdrawn: "turnover.day.withdrawn",
  undone: "turnover.day.undone",
  closed: "turnover.day.closed",
  awaited: "turnover.day.awaited",
  imported: "turnover.day.imported",
  reminder: "turnover.day.reminder",
  digest: "turnover.import",
  report: "turnover.report",
  test: "turnover.test"
}

const typed = (text: string): string => fitted(oneLine(text), largestMember, jsonBytes)

const amountOrNull = (cents: number | null): number | null => cents === null ? null : toYuan(cents)

/** The body for programs: the stored facts, and the text of the message. */
const dataOf = ({ announcement, currency, shop }: Message, text: string) => {
  const base = { shop: typed(shop), currency, text: fitted(text, largestText, jsonBytes) }
  switch (announcement.kind) {
    case "digest":
      return {
        ...base,
        date: null,
        amount: toYuan(announcement.totalCents),
        source: "import",
        is_final: true,
        before: null,
        reason: "",
        actor: typed(announcement.actor),
        note: "",
        first: announcement.first,
        last: announcement.last,
        days: announcement.days
      }
    case "report": {
      const { days, period: { first, last, name }, window } = announcement.report
      return {
        ...base,
        date: null,
        amount: toYuan(window.cents),
        source: null,
        is_final: true,
        before: null,
        reason: "",
        actor: "",
        note: "",
        period: name,
        first,
        last,
        days: days.map(({ cents, closed, date, isFinal, source }) => ({
          date,
          amount: isFinal ? amountOrNull(cents) : null,
          source: isFinal ? source : null,
          closed
        }))
      }
    }
    case "reminder":
      return {
        ...base,
        date: announcement.date,
        amount: null,
        source: null,
        is_final: false,
        before: null,
        reason: "",
        actor: "",
        note: ""
      }
    default: {
      const { actor, before, date, kind, reason } = announcement
      const { cents, source } = "cents" in announcement ? announcement : { cents: null, source: null }
      const note = "cents" in announcement && "note" in announcement ? announcement.note ?? "" : ""
      const story = "story" in announcement ? announcement.story?.note ?? "" : ""
      return {
        ...base,
        date,
        amount: amountOrNull(cents),
        source,
        is_final: cents !== null && kind !== "test",
        before: amountOrNull(before),
        reason: typed(reason),
        actor: typed(actor),
        note: typed(note === "" ? story : note)
      }
    }
  }
}

const contentOf = (message: Message) => ({
  type: types[message.announcement.kind],
  data: dataOf(message, toText(message))
})

const prefix = "whsec_"

/** The keys of a secret. While a key is being replaced, the secret has two, separated by a space. */
const keysOf = (secret: string): ReadonlyArray<string> => secret.split(" ").filter((key) => key !== "")

const bytesOf = (key: string): Buffer => Buffer.from(key.slice(prefix.length), "base64")

const isKey = (key: string): boolean => /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(key) && bytesOf(key).length >= 24 && bytesOf(key).length <= 64

/** Whether a secret has the form of Standard Webhooks. */
const isSecret = (secret: string): boolean => {
  const keys = keysOf(secret)
  return (keys.length === 1 || keys.length === 2) && keys.every(isKey)
}

/** The signatures of a body, one per key. @param seconds the instant of the attempt */
export const signatures = (secret: string, id: string, seconds: number, body: string): string =>
  keysOf(secret).map((key) => `v1,${createHmac("sha256", bytesOf(key)).update(`${id}.${seconds}.${body}`).digest("base64")}`).join(" ")

/**
 * The instant in the body is that of the event, and like the id it is the same at each attempt. The instant in the header is that
 * of the attempt.
 */
const request = (content: object, { address, at, id, now, secret }: Target): BotRequest => {
  const { type, ...others } = { type: "turnover.message", ...content }
  const body = JSON.stringify({ type, timestamp: DateTime.formatIso(DateTime.unsafeMake(at)), ...others })
  const seconds = Math.floor(now / 1_000)
  const headers = { "webhook-id": id, "webhook-timestamp": String(seconds) }
  if (secret === "") return { url: address, headers, body, secrets: [] }
  const signature = signatures(secret, id, seconds, body)
  return {
    url: address,
    headers: { ...headers, "webhook-signature": signature },
    body,
    secrets: [secret, ...keysOf(secret), ...keysOf(secret).map((key) => key.slice(prefix.length)), signature, ...signature.split(" ")]
  }
}

const noReceiver: Ruling = ["permanent", "There is no receiver at this address: check chat_webhook_url"]
const refusedMessage: Ruling = ["permanent", "The receiver refuses the message: see its log, and check chat_secret on both sides"]

/** There is no second format, so a refusal is final. */
const rulingOf = (status: number): Ruling => {
  const ruling = rulingOfStatus(status)
  if (status === 404) return noReceiver
  if (status === 410) return ["permanent", noMore]
  if (ruling === undefined) return status >= 200 && status < 300 ? otherwise(status) : refusedMessage
  return ruling[0] === "format" || status === 401 || status === 403 ? refusedMessage : ruling
}

const judge = (reply: Reply, options: JudgeOptions): Delivery => {
  const facts = { ...factsOf(reply, parseJson(reply.body), options), code: null }
  if (isSuccess(reply)) return { ...facts, verdict: "delivered", detail: "Delivered" }
  const [verdict, sentence] = rulingOf(reply.status)
  return {
    ...facts,
    ...(reply.status === 410 ? { isGone: true as const } : {}),
    verdict,
    detail: sentenceWith(sentence, [`HTTP ${reply.status}`], "", options)
  }
}

/** Any receiver by Standard Webhooks 1.0.0: one format, signed if there is a secret, at most 4 requests a second. */
export const webhook: Product = {
  name: "webhook",
  title: "Standard Webhooks",
  recognises: () => false,
  expected: () => undefined,
  settings: ["secret"],
  secretExpected: (secret) =>
    secret === "" || isSecret(secret)
      ? undefined
      : "whsec_ and 24 to 64 bytes in Base64, or two such secrets with a blank between while one is replaced",
  unsigned: "not set, so messages are not signed, and the receiver cannot tell them from a stranger's: set one of the form whsec_…",
  limits: { spacing: 250, burst: 1, refill: 250, requestBytes: largestBody },
  formats: ["text"],
  hasIds: true,
  canEnd: true,
  message: contentOf,
  notice: (text) => ({ type: "turnover.alarm", data: { text: fitted(text, largestText, jsonBytes) } }),
  request,
  judge,
  // The receiver treats every request as a message, so no request can only check the address.
  probe: null
}
