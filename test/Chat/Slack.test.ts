import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { compose } from "../../src/Chat/Message.ts"
import { slack } from "../../src/Chat/Slack.ts"
import { at, botDouble, listAt } from "../lib/BotDouble.ts"
import {
  checkSizes,
  checkTypedText,
  checkVerdicts,
  daily,
  judgedBy,
  linked,
  sendTo,
  typedMessage,
  type VerdictRow
} from "../lib/ChatProducts.ts"
import { faultsOf, path, webhook } from "../lib/doubles/Slack.ts"
import { day, shop } from "./Samples.ts"

describe("Slack", () => {
  it.scopedLive("takes each format of every message", () =>
    Effect.gen(function*() {
      const bot = yield* botDouble(webhook)
      for (const context of [shop, linked]) {
        for (const announcement of [daily, day({ kind: "corrected", reason: "长".repeat(5_000) })]) {
          for (const format of slack.formats) {
            const { detail, verdict } = yield* sendTo("slack", bot.origin + path, { ...context, announcement, format })
            assert.strictEqual(verdict, "delivered", detail)
          }
        }
      }
      const dead = yield* sendTo("slack", `${bot.origin}${path}x`)
      assert.deepStrictEqual([dead.verdict, /no bot at this address.*no_active_hooks/.test(dead.detail)], ["permanent", true])
      assert.notInclude(`${dead.detail}${dead.excerpt}`, "abcdefghij")
    }))

  const verdicts: ReadonlyArray<VerdictRow> = [
    [200, "ok", "delivered"],
    [200, "ok\n", "delivered"],
    [200, { ok: true }, "unknown"],
    [200, "", "unknown"],
    [200, "<html>sign in</html>", "unknown"],
    ...["no_service", "no_service_id", "no_active_hooks", "invalid_token", "no_team", "team_disabled"]
      .map((word): VerdictRow => [404, word, "permanent", /chat_webhook_url/]),
    ...["channel_not_found", "channel_is_archived", "action_prohibited", "posting_to_general_channel_denied", "user_not_found"]
      .map((word): VerdictRow => [403, word, "permanent", /channel/]),
    [410, "channel_is_archived", "permanent", /check the channel/],
    ...[
      "invalid_payload",
      "invalid_blocks",
      "invalid_blocks_format",
      "msg_blocks_too_long",
      "msg_too_long",
      "no_text",
      "too_many_attachments",
      "missing_text_or_fallback_or_attachments"
    ].map((word): VerdictRow => [400, word, "format"]),
    [400, "no_service", "permanent"],
    [403, "invalid_blocks", "format"],
    [400, "something new", "format"],
    [403, "something new", "permanent"],
    [404, "", "permanent"],
    [429, "", "transient", /^/, { "retry-after": "7" }],
    [500, "rollup_error", "transient"],
    ...[
      "ratelimited",
      "rate_limited",
      "service_unavailable",
      "internal_error",
      "fatal_error",
      "request_timeout",
      "team_added_to_org",
      "migration_in_progress"
    ].map((word): VerdictRow => [400, word, "transient"]),
    ...["is_archived", "not_in_channel", "restricted_action"].map((word): VerdictRow => [400, word, "permanent", /channel/]),
    ...["account_inactive", "token_revoked"].map((word): VerdictRow => [400, word, "permanent", /chat_webhook_url/]),
    [503, "", "transient"],
    [302, "ok", "permanent"]
  ]
  it("judges each reply by its word, then its status", () => {
    checkVerdicts(slack, verdicts)
    assert.strictEqual(judgedBy(slack)(429, "", { "retry-after": "7" }).retryAfterMillis, 7_000)
  })

  it("lets no typed text become a mention, a link, markup or another line", () => {
    checkTypedText(slack, () => [/<[^<>]*>/g])
    // `*x*` cannot be escaped in this kind of text, so it contains only words of the service.
    const marked = listAt(slack.message(typedMessage("TYPED"), "card"), "blocks").filter((block) => at(block, "text", "type") === "mrkdwn")
    assert.notInclude(JSON.stringify(marked), "TYPED")
    assert.isFalse(at(slack.message(typedMessage("TYPED"), "text"), "mrkdwn"))
  })

  it("has blocks as the reference of Block Kit has them", () => {
    const blocks = listAt(slack.message(compose(daily, linked), "card"), "blocks")
    assert.isEmpty(faultsOf(blocks))
    const broken = (before: string, after: string) => faultsOf(JSON.parse(JSON.stringify(blocks).replace(before, after))).join()
    assert.include(broken("plain_text", "mrkdwn"), "a text of the kind mrkdwn")
    assert.include(broken("\"emoji\"", "\"verbatim\""), "plain_text has no verbatim")
    assert.include(broken("\"type\":\"divider\"", "\"type\":\"divider\",\"text\":null"), "divider has no text")
    assert.include(broken("context", "contexts"), "a block of the kind contexts")
    assert.include(broken("日结", "长".repeat(200)), "1 to 150 characters")
  })

  it("keeps to the characters of a text", () =>
    checkSizes(slack, (body) => {
      assert.isEmpty(faultsOf(listAt(body, "blocks")))
      assert.isAtMost(String(at(body, "text")).length, 4_000)
    }))

  it("shows the day in blocks, with its title on a lock screen", () =>
    assert.deepStrictEqual(slack.message(compose(day(), linked), "card"), {
      text: "估算 12月9日 ¥3,629.76",
      mrkdwn: false,
      blocks: [
        { type: "header", text: { type: "plain_text", text: "估算 12月9日 ¥3,629.76", emoji: false } },
        { type: "section", text: { type: "plain_text", text: "系统估算", emoji: false } },
        { type: "section", text: { type: "mrkdwn", text: "<https://shop.example/enter?date=2025-12-09|补录>", verbatim: true } },
        { type: "context", elements: [{ type: "plain_text", text: "示例门店 · 周二", emoji: false }] }
      ]
    }))
})
