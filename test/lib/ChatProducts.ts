import { NodeHttpClient } from "@effect/platform-node"
import { assert } from "@effect/vitest"
import { DateTime, Effect, FastCheck, Layer, Redacted } from "effect"
import { judgeReply } from "../../src/Chat/Bot.ts"
import { ChatBot, ChatSettings, type ChatTarget, configuredBots } from "../../src/Chat/ChatBot.ts"
import { compose, type Message } from "../../src/Chat/Message.ts"
import type { Product } from "../../src/Chat/Product.ts"
import type { ChatKind } from "../../src/Config/Chats.ts"
import type { Announcement, DayAnnouncement, DayStory } from "../../src/Domain/Announcement.ts"
import type { Delivery, Format, Verdict } from "../../src/Domain/Attempt.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { noHolidays } from "../../src/Domain/Holidays.ts"
import { periodOf } from "../../src/Domain/Period.ts"
import { reportOf } from "../../src/Domain/Report.ts"
import * as Secrets from "../../src/Logging/Secrets.ts"
import { cents, date, day, mainTarget, shop } from "../Chat/Samples.ts"
import { turnover } from "./Stored.ts"

/** Sends one message to a bot of a kind. */
export const sendTo = (
  kind: ChatKind,
  url: string,
  options: { readonly announcement?: Announcement; readonly format?: Format } & Partial<ChatTarget> = {}
): Effect.Effect<Delivery> => {
  const { announcement = day(), format = "card", ...target } = options
  return Effect.flatMap(ChatBot, (bot) => bot.send("main", announcement, format, 5_000)).pipe(
    Effect.provide(configuredBots.pipe(
      Layer.provide(Layer.succeed(ChatSettings, {
        current: Effect.succeed([{ ...shop, ...mainTarget, webhookUrl: Redacted.make(url), secret: Redacted.make(""), kind, ...target }])
      })),
      Layer.provide([NodeHttpClient.layer, Secrets.layer])
    ))
  )
}

/** The verdict of a product on a reply. */
export const judgedBy =
  (product: Product) => (status: number, body: string | object, headers: Readonly<Record<string, string>> = {}): Delivery =>
    judgeReply(
      product,
      { status, body: typeof body === "string" ? body : JSON.stringify(body), retryAfter: headers["retry-after"], headers },
      { now: 1_765_257_280_000, scrub: (text) => text.replaceAll("hush", "***") }
    )

export type VerdictRow = readonly [
  status: number,
  body: string | object,
  verdict: Verdict,
  sentence?: RegExp,
  headers?: Readonly<Record<string, string>>
]

/** Checks each row of a product's table of verdicts. */
export const checkVerdicts = (product: Product, rows: ReadonlyArray<VerdictRow>) => {
  for (const [status, body, verdict, sentence = /^/, headers] of rows) {
    const found = judgedBy(product)(status, body, headers)
    assert.strictEqual(found.verdict, verdict, `HTTP ${status} with ${JSON.stringify(body)}`)
    assert.match(found.detail, sentence)
  }
}

const instant = DateTime.unsafeMakeZoned("2025-12-09T23:00:00+08:00", { timeZone: "Asia/Shanghai" })

export const linked = { ...shop, publicUrl: "https://shop.example", now: instant }

const sum: DayStory["week"] = {
  cents: 1_320_000,
  days: 4,
  generatedDays: 1,
  generatedCents: 300_000,
  closedDays: 1,
  missing: [date("2025-12-02"), date("2025-12-03")],
  compared: { days: 4, current: 1_320_000, previous: 1_240_000 }
}

export const story: DayStory = {
  entered: { by: "小王", at: instant.epochMillis },
  range: null,
  note: "晚上下雨",
  compared: { against: "usual", days: 8, current: 362_976, previous: 331_204 },
  unusual: true,
  week: sum,
  month: sum
}

export const daily: DayAnnouncement = day({ source: "manual", story, head: "812:1f0c9a2b3c4d5e6f" })

const marks = FastCheck.constantFrom(
  "@all",
  "@everyone",
  "@here",
  "<@all>",
  "<!channel>",
  "<at user_id=\"all\">",
  "<at>x</at>",
  "<@U123>",
  "<@&9>",
  "[x](https://evil.test)",
  "![x](http://evil.test/p.png)",
  "https://evil.test",
  "www.evil.test",
  "**x**",
  "__x__",
  "_x_",
  "~~x~~",
  "`x`",
  "||x||",
  "# x",
  "> x",
  "- x",
  "1. x",
  "<b>x</b>",
  "<font color=red>",
  "&lt;",
  "&",
  "\\",
  "\\*",
  "*",
  "_",
  "\n",
  "\r\n",
  "\u2028",
  "\u0085",
  "#tag",
  "/start",
  "|",
  "😀",
  "店",
  "evil.test",
  "mailto:x@evil.test",
  "tg://user?id=1",
  ":smile:",
  "<t:1>",
  "${x}",
  "{{DATE()}}",
  // Marks of direction, invisible characters, and one character of several code points.
  "\u202e",
  "\u2067",
  "\u200f",
  "evil\u200b.test",
  "evil.\u00adtest",
  "@\u2060all",
  "192.0.2.1",
  "👨‍👩‍👧‍👦",
  "ש"
)

/** What people type, including everything that some product renders as a mention, a link or markup. */
export const typed = FastCheck.array(FastCheck.oneof(marks, FastCheck.string({ unit: "grapheme", maxLength: 8 })), { maxLength: 12 })
  .map((parts) => parts.join(""))

/** A message with typed text in each place that can have it. */
export const typedMessage = (text: string): Message =>
  compose({ ...day({ kind: "corrected", before: cents(1), source: "manual" }), reason: text, actor: text, note: text }, {
    ...linked,
    shopName: text
  })

const week = reportOf(
  DayBook.make([turnover("2025-12-01"), turnover("2025-12-02")]),
  periodOf("week", date("2025-12-02")),
  date("2025-12-02"),
  { goals: {}, holidays: noHolidays }
)

/** A report with typed text as the note of each day and as the name of its holiday. */
export const typedReport = (text: string): Message => {
  const days = week.days.map((day) => ({ ...day, note: text, festivals: [{ name: text, day: 1 }] }))
  return compose({ kind: "report", report: { ...week, days } }, { ...linked, shopName: text })
}

/** Every text in a body, in order. */
export const textsOf = (body: unknown): ReadonlyArray<string> =>
  typeof body === "string" ? [body] : typeof body === "object" && body !== null ? Object.values(body).flatMap(textsOf) : []

/** Patterns that no product may find in typed text. */
const everywhere = [
  /[\n\r\u2028\u0085]/g,
  /@/g,
  /:\/\//g,
  /[<>]/g,
  /\p{Bidi_Control}/gu,
  // A domain, possibly with invisible characters in it; an IP address.
  /[\p{L}\p{N}\p{Default_Ignorable_Code_Point}]\.[a-z\p{Default_Ignorable_Code_Point}]/giu,
  /\d\.\d{1,3}\.\d{1,3}\.\d/g
]

/** Patterns that markdown renders as markup. */
export const markdownMarks = [/[[\]()*_#`|~\\!]/g, /^(?:> )? *(?:[-+]|\d+\.)\s/gm]

/**
 * Checks that typed text adds nothing that a product acts on: each pattern occurs no more often than with a harmless text of the
 * same length.
 * @param marksOf the marks of a body beside those of plain text
 * @param unescaped removes what the product's own escapes make harmless
 */
export const checkTypedText = (
  product: Product,
  marksOf: (body: object) => ReadonlyArray<RegExp>,
  unescaped: (text: string) => string = (text) => text
) =>
  FastCheck.assert(FastCheck.property(typed, (text) => {
    for (const [format, typedIn] of product.formats.flatMap((format) => [[format, typedMessage], [format, typedReport]] as const)) {
      const body = product.message(typedIn(text), format)
      const said = unescaped(textsOf(body).join("\n"))
      // A product may use another form for longer text.
      const plain = [1, text.length].map((length) => unescaped(textsOf(product.message(typedIn("字".repeat(length)), format)).join("\n")))
      for (const mark of [...everywhere, ...marksOf(body)]) {
        const most = Math.max(...plain.map((harmless) => harmless.match(mark)?.length ?? 0))
        assert.isAtMost(said.match(mark)?.length ?? 0, most, `${mark} of ${JSON.stringify(text)} in ${said}`)
      }
    }
  }))

/** Checks the sizes of a message with very long texts, and that no character and no entity is cut in two. */
export const checkSizes = (product: Product, check: (body: object) => void) =>
  FastCheck.assert(FastCheck.property(FastCheck.string({ unit: "grapheme", maxLength: 6_000, size: "max" }), (text) => {
    for (const [format, typedIn] of product.formats.flatMap((format) => [[format, typedMessage], [format, typedReport]] as const)) {
      const body = product.message(typedIn(text), format)
      const said = textsOf(body).join("")
      assert.strictEqual(Buffer.from(said).toString(), said)
      check(body)
    }
  }), { numRuns: 20, examples: [0, 1, 2, 3, 4].map((shift) => ["a".repeat(shift) + "&".repeat(6_000)]) })
