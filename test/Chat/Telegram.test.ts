import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { BotMemory } from "../../src/Chat/BotMemory.ts"
import { compose } from "../../src/Chat/Message.ts"
import { telegram } from "../../src/Chat/Telegram.ts"
import { at, botDouble } from "../lib/BotDouble.ts"
import { checkSizes, checkTypedText, checkVerdicts, daily, judgedBy, linked, sendTo, type VerdictRow } from "../lib/ChatProducts.ts"
import { api, group, shownOf, supergroup, token } from "../lib/doubles/Telegram.ts"
import { day, shop } from "./Samples.ts"

const addressAt = (origin: string, chat: string) => `${origin}/bot${token}/sendMessage?chat_id=${chat}&message_thread_id=7`

describe("Telegram", () => {
  it.scopedLive("takes each format of every message, in the topic of its address", () =>
    Effect.gen(function*() {
      const bot = yield* botDouble(api)
      for (const context of [shop, linked]) {
        for (const announcement of [daily, day({ kind: "corrected", reason: "长".repeat(5_000) })]) {
          for (const format of telegram.formats) {
            const { detail, verdict } = yield* sendTo("telegram", addressAt(bot.origin, supergroup), { ...context, announcement, format })
            assert.strictEqual(verdict, "delivered", detail)
          }
        }
      }
      for (const { json, url } of bot.requests) {
        assert.deepStrictEqual([json["chat_id"], json["message_thread_id"], url.search], [supergroup, 7, ""])
        assert.isTrue(at(json, "link_preview_options", "is_disabled"))
      }
    }))

  it.scopedLive("sends to a group that moved at once, and keeps its new id", () =>
    Effect.gen(function*() {
      const kept = new Map<string, string>()
      const memory = Layer.succeed(BotMemory, {
        get: (what, bot) => Effect.succeed(kept.get(`${what} ${bot}`)),
        set: (what, bot, value) => Effect.sync(() => void kept.set(`${what} ${bot}`, value)),
        installation: Effect.succeed("here")
      })
      const bot = yield* botDouble(api)
      const send = (chat: string) => Effect.provide(sendTo("telegram", addressAt(bot.origin, chat)), memory)
      const first = yield* send(group)
      assert.strictEqual(first.verdict, "delivered")
      assert.match(first.detail, /-1001234567890123.*set chat_id in chat_webhook_url/)
      assert.strictEqual((yield* send(group)).verdict, "delivered")
      assert.deepStrictEqual(bot.requests.map(({ json }) => json["chat_id"]), [group, supergroup, supergroup])
      // A different id in the setting means a different chat.
      assert.strictEqual((yield* send("-42")).verdict, "permanent")
      assert.strictEqual(bot.requests.at(-1)?.json["chat_id"], "-42")
      assert.notInclude(`${first.detail}${first.excerpt}`, "anybody")
    }))

  const said = (description: string, parameters?: object) => ({ ok: false, description, parameters })
  const verdicts: ReadonlyArray<VerdictRow> = [
    [200, { ok: true, result: {} }, "delivered"],
    [200, { ok: false }, "unknown"],
    [200, "<html>", "unknown"],
    [401, said("Unauthorized"), "permanent", /token/],
    [404, said("Not Found"), "permanent", /chat_webhook_url/],
    [403, said("Forbidden: bot was kicked from the supergroup chat"), "permanent", /add it again/],
    [403, said("Forbidden: bot was blocked by the user"), "permanent"],
    [403, said("Forbidden: bot is not a member of the channel chat"), "permanent"],
    [403, said("Forbidden: user is deactivated"), "permanent"],
    [403, said("Forbidden: not enough rights to send text messages to the chat"), "permanent"],
    [400, said("Bad Request: not enough rights to send text messages to the chat"), "permanent", /right to send messages/],
    ...[
      "not enough rights to send text messages to the chat",
      "have no rights to send a message",
      "CHAT_WRITE_FORBIDDEN",
      "CHAT_SEND_PLAIN_FORBIDDEN",
      "CHAT_RESTRICTED",
      "CHAT_GUEST_SEND_FORBIDDEN",
      "USER_BANNED_IN_CHANNEL"
    ].flatMap((words): ReadonlyArray<VerdictRow> => [
      [400, said(`Bad Request: ${words}`), "permanent", /right to send messages/],
      [403, said(`Forbidden: ${words}`), "permanent", /right to send messages/]
    ]),
    ...["need administrator rights in the channel chat", "CHAT_ADMIN_REQUIRED", "bot is not a member of the channel chat"]
      .map((words): VerdictRow => [400, said(`Bad Request: ${words}`), "permanent", /administrator.*right to post messages/]),
    ...["group chat was deactivated", "CHANNEL_PRIVATE", "group chat was upgraded to a supergroup chat"]
      .map((words): VerdictRow => [400, said(`Bad Request: ${words}`), "permanent", /chat_id/]),
    ...["TOPIC_DELETED", "TOPIC_ID_INVALID"].map((
      words
    ): VerdictRow => [400, said(`Bad Request: ${words}`), "permanent", /message_thread_id/]),
    [400, said("Bad Request: PEER_ID_INVALID"), "permanent", /chat_id/],
    [400, said("Bad Request: chat not found"), "permanent", /chat_id/],
    [400, said("Bad Request: message thread not found"), "permanent", /message_thread_id/],
    [400, said("Bad Request: TOPIC_CLOSED"), "permanent", /topic is closed/],
    [400, said("Bad Request: can't parse entities: x"), "format"],
    [400, said("Bad Request: message is too long"), "format"],
    [400, said("Bad Request: message text is empty"), "format"],
    [400, said("moved", { migrate_to_chat_id: -1001 }), "transient"],
    [429, said("Too Many Requests", { retry_after: 9 }), "transient"],
    [502, "", "transient"],
    [302, { ok: true }, "permanent"]
  ]
  it("judges each reply by its description and parameters, then its status", () => {
    checkVerdicts(telegram, verdicts)
    const judge = judgedBy(telegram)
    assert.strictEqual(judge(429, said("", { retry_after: 9 }), { "retry-after": "3" }).retryAfterMillis, 9_000)
    assert.strictEqual(judge(429, said("", { retry_after: 9 }), { "retry-after": "30" }).retryAfterMillis, 30_000)
    assert.strictEqual(judge(400, said("moved", { migrate_to_chat_id: -1001234567890123 })).movedTo, "-1001234567890123")
  })

  it("lets no typed text become a mention, a link, a tag, a command, markup or another line", () =>
    checkTypedText(telegram, () => [/<[^<>]*>/g, /[#/$](?=[\p{L}\p{N}_])/gu], (text) => text.replaceAll(/&[a-z]+;/g, "&")))

  it("keeps to 4,096 units of what is shown", () =>
    checkSizes(telegram, (body) => {
      const text = String(at(body, "text"))
      assert.isAtMost((at(body, "parse_mode") === "HTML" ? shownOf(text) : text)?.length ?? Infinity, 4_096)
    }))

  it("shows the day in HTML", () =>
    assert.strictEqual(at(telegram.message(compose(day(), linked), "card"), "text"), [
      "<b>估算 12月9日 ¥3,629.76</b>",
      "系统估算",
      "",
      "<a href=\"https://shop.example/enter?date=2025-12-09\">补录</a>",
      "<i>示例门店 · 周二</i>"
    ].join("\n")))
})
