import { DateTime } from "effect"
import { keysOfChat } from "../../src/Chat/ChatFindings.ts"
import type { MessageContext } from "../../src/Chat/Message.ts"
import { type Cents, yuan } from "../../src/Domain/Amount.ts"
import type { DayAnnouncement, ImportDigest } from "../../src/Domain/Announcement.ts"
import type { Delivery, Verdict } from "../../src/Domain/Attempt.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { mainChat, topics } from "../../src/Domain/Topic.ts"

/** The first chat of the settings, without its address. */
export const mainTarget = { name: mainChat, about: topics, keys: keysOfChat(0) }

export const cents = (value: number) => value as Cents
export const date = (text: string) => text as LocalDate

/** A day's message, with the parts that matter to a test. */
export const day = (parts: Partial<DayAnnouncement> = {}): DayAnnouncement => ({
  kind: "daily",
  date: date("2025-12-09"),
  cents: cents(362_976),
  source: "generated",
  before: null,
  reason: "",
  actor: "settlement",
  ...parts
})

export const digest: ImportDigest = {
  kind: "digest",
  days: 3,
  first: date("2025-12-01"),
  last: date("2025-12-03"),
  totalCents: 1_000_050,
  actor: "admin"
}

export const delivery = (verdict: Verdict, parts: Partial<Delivery> = {}): Delivery => ({
  verdict,
  status: 200,
  code: verdict === "delivered" ? 0 : 1,
  detail: `the bot was ${verdict}`,
  retryAfterMillis: null,
  excerpt: "{}",
  ...parts
})

export const shop: MessageContext = {
  shopName: "示例门店",
  keyword: "",
  publicUrl: null,
  language: "zh-CN",
  currency: yuan,
  now: DateTime.unsafeMakeZoned("2025-12-09T23:00:00+08:00", { timeZone: "Asia/Shanghai" })
}
