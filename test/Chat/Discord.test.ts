import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { discord } from "../../src/Chat/Discord.ts"
import { compose } from "../../src/Chat/Message.ts"
import { formats } from "../../src/Domain/Attempt.ts"
import { botDouble } from "../lib/BotDouble.ts"
import {
  checkSizes,
  checkTypedText,
  checkVerdicts,
  daily,
  judgedBy,
  linked,
  markdownMarks,
  sendTo,
  type VerdictRow
} from "../lib/ChatProducts.ts"
import { isWhole, path, webhook } from "../lib/doubles/Discord.ts"
import { day, shop } from "./Samples.ts"

describe("Discord", () => {
  it.scopedLive("takes each format of every message, in the thread of its address", () =>
    Effect.gen(function*() {
      const bot = yield* botDouble(webhook)
      for (const context of [shop, linked]) {
        for (const announcement of [daily, day({ kind: "corrected", reason: "长".repeat(5_000) })]) {
          for (const format of formats) {
            const { detail, verdict } = yield* sendTo("discord", `${bot.origin}${path}?thread_id=42`, { ...context, announcement, format })
            assert.strictEqual(verdict, "delivered", detail)
          }
        }
      }
      assert.isTrue(bot.requests.every(({ url }) => url.searchParams.get("thread_id") === "42"))
      const dead = yield* sendTo("discord", `${bot.origin}${path}x`)
      assert.deepStrictEqual([dead.verdict, dead.code], ["permanent", 10_015])
      assert.notInclude(`${dead.detail}${dead.excerpt}`, "anybody")
    }))

  const verdicts: ReadonlyArray<VerdictRow> = [
    [200, { id: "1" }, "delivered"],
    [204, "", "delivered"],
    [200, {}, "unknown"],
    [200, "<html>", "unknown"],
    [404, { code: 10_015, message: "Unknown Webhook" }, "permanent", /chat_webhook_url/],
    [404, "", "permanent"],
    [401, { code: 50_027, message: "Invalid Webhook Token" }, "permanent", /chat_webhook_url/],
    [401, { code: 0 }, "permanent"],
    [400, { code: 220_001, message: "forum" }, "permanent", /thread_id/],
    [400, { code: 220_003, message: "forum" }, "permanent", /thread_id/],
    [400, { code: 200_000, message: "blocked" }, "permanent", /AutoMod/],
    [400, { code: 50_035, message: "Invalid Form Body" }, "format"],
    [400, { code: 50_006, message: "empty" }, "format"],
    [400, { message: "new" }, "format"],
    [400, { code: 200_001, message: "title blocked" }, "permanent", /AutoMod/],
    [403, { code: 50_013, message: "Missing Permissions" }, "permanent"],
    [400, { code: 50_083, message: "archived thread" }, "permanent", /thread/],
    [403, { code: 160_005, message: "locked" }, "permanent", /thread/],
    [403, { code: 40_333, message: "internal network error" }, "transient", /network in front/],
    ...[20_016, 20_022, 20_028, 40_062].map((code): VerdictRow => [400, { code, message: "" }, "transient", /limit/]),
    ...[40_004, 40_006, 130_000].map((code): VerdictRow => [403, { code, message: "" }, "transient"]),
    [429, { retry_after: 0.25, global: false }, "transient"],
    [429, "<html>", "transient"],
    [500, "", "transient"],
    [302, { id: "1" }, "permanent"]
  ]
  it("judges each reply by its code, then its status", () => checkVerdicts(discord, verdicts))

  it("waits for the longest that body and headers ask for, and rests when nothing is left", () => {
    const judge = judgedBy(discord)
    const waits = (status: number, body: string | object, headers?: Readonly<Record<string, string>>) => {
      const { pauseMillis, retryAfterMillis } = judge(status, body, headers)
      return [retryAfterMillis, pauseMillis]
    }
    assert.deepStrictEqual(waits(429, { retry_after: 1.2345 }), [1_235, 1_235])
    assert.deepStrictEqual(waits(429, { retry_after: 1.2 }, { "retry-after": "3" }), [3_000, 3_000])
    assert.deepStrictEqual(waits(429, "<html>"), [600_000, 600_000])
    assert.deepStrictEqual(waits(429, "<html>", { "retry-after": "30" }), [30_000, 30_000])
    assert.deepStrictEqual(waits(200, { id: "1" }, { "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "1.5" }), [null, 1_500])
    assert.deepStrictEqual(waits(200, { id: "1" }, { "x-ratelimit-remaining": "3", "x-ratelimit-reset-after": "1.5" }), [null, undefined])
  })

  it("lets no typed text become a mention, a link, markup or another line", () =>
    checkTypedText(discord, () => markdownMarks, (text) => text.replaceAll(/\\[^0-9A-Za-z\s]/g, "字")))

  it("keeps to the characters of each text", () => checkSizes(discord, (body) => assert.isTrue(isWhole(body))))

  it("shows the day as an embed in its colour", () =>
    assert.deepStrictEqual(discord.message(compose(day(), linked), "card"), {
      embeds: [{
        title: "估算 12月9日 ¥3,629.76",
        url: "https://shop.example/enter?date=2025-12-09",
        description: "系统估算\n**[补录](<https://shop.example/enter?date=2025-12-09>)**",
        color: 0xf5a623,
        footer: { text: "示例门店 · 周二" }
      }],
      allowed_mentions: { parse: [] }
    }))
})
