import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { googleChat } from "../../src/Chat/GoogleChat.ts"
import { compose } from "../../src/Chat/Message.ts"
import { at, botDouble } from "../lib/BotDouble.ts"
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
import { faultsOf, path, query, token, webhook } from "../lib/doubles/GoogleChat.ts"
import { day, shop } from "./Samples.ts"

const error = (code: number, status: string, message = "") => ({ error: { code, message, status } })

describe("Google Chat", () => {
  it.scopedLive("takes each format of every message", () =>
    Effect.gen(function*() {
      const bot = yield* botDouble(webhook)
      for (const context of [shop, linked]) {
        for (const announcement of [daily, day({ kind: "corrected", reason: "长".repeat(5_000) })]) {
          for (const format of googleChat.formats) {
            const { detail, verdict } = yield* sendTo("googlechat", bot.origin + path + query, { ...context, announcement, format })
            assert.strictEqual(verdict, "delivered", detail)
          }
        }
      }
      const dead = yield* sendTo("googlechat", `${bot.origin}${path}${query}x`)
      assert.deepStrictEqual([dead.verdict, /copy the webhook's whole address again.*PERMISSION_DENIED/.test(dead.detail)], [
        "permanent",
        true
      ])
      assert.notInclude(`${dead.detail}${dead.excerpt}`, token)
    }))

  const verdicts: ReadonlyArray<VerdictRow> = [
    [200, { name: "spaces/A/messages/b.c" }, "delivered"],
    [200, {}, "unknown"],
    [200, "", "unknown"],
    [200, "<html>sign in</html>", "unknown"],
    [400, error(400, "INVALID_ARGUMENT", "Invalid JSON payload received. Unknown name"), "format"],
    [400, error(400, "INVALID_ARGUMENT", "Message cannot be empty."), "format"],
    [400, error(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."), "permanent", /chat_webhook_url/],
    [401, error(401, "UNAUTHENTICATED"), "permanent", /chat_webhook_url/],
    [403, error(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers"), "permanent", /chat_webhook_url/],
    [
      403,
      error(403, "PERMISSION_DENIED", "Incoming webhooks are turned off by the administrator."),
      "permanent",
      /an administrator of the space has to allow it \(HTTP 403, PERMISSION_DENIED: Incoming webhooks are turned off by the administrator\.\)$/
    ],
    [
      400,
      error(400, "INVALID_ARGUMENT", "Card has too many widgets."),
      "format",
      /^The bot refused this form of the message \(HTTP 400, INVALID_ARGUMENT: Card has too many widgets\.\)$/
    ],
    [404, error(404, "NOT_FOUND"), "permanent", /no bot at this address/],
    [429, error(429, "RESOURCE_EXHAUSTED"), "transient"],
    [500, error(500, "INTERNAL"), "transient"],
    [503, error(503, "UNAVAILABLE"), "transient"],
    [503, "", "transient"],
    [400, "", "format"],
    [302, "", "permanent"]
  ]
  it("judges each reply by Google's name of the error, then its status", () => {
    checkVerdicts(googleChat, verdicts)
    assert.strictEqual(judgedBy(googleChat)(429, error(429, "RESOURCE_EXHAUSTED"), { "retry-after": "7" }).retryAfterMillis, 7_000)
  })

  it("lets no typed text become a mention, a link, markup or another line", () =>
    checkTypedText(googleChat, (body) => "text" in body ? markdownMarks : [], (text) => text.replaceAll("&amp;", "&")))

  it("keeps to the size of a message", () => checkSizes(googleChat, (body) => assert.isEmpty(faultsOf(body))))

  it("finds what the reference does not have", () => {
    const body = googleChat.message(compose(daily, linked), "card")
    const broken = (before: string, after: string) => faultsOf(JSON.parse(JSON.stringify(body).replace(before, after))).join()
    assert.include(broken("textParagraph", "paragraph"), "a wrong widget")
    assert.include(broken("<font", "<script"), "a wrong widget")
    assert.include(broken("fallbackText", "fallback"), "an unknown member")
  })

  it("shows the day in a card, with its title where cards are not shown", () => {
    const body = googleChat.message(compose(day(), linked), "card")
    assert.deepStrictEqual(at(body, "fallbackText"), "估算 12月9日 ¥3,629.76")
    assert.deepStrictEqual(at(body, "cardsV2", 0, "card"), {
      header: { title: "估算 12月9日 ¥3,629.76" },
      sections: [
        { widgets: [{ textParagraph: { text: "系统估算" } }] },
        {
          widgets: [
            { buttonList: { buttons: [{ text: "补录", onClick: { openLink: { url: "https://shop.example/enter?date=2025-12-09" } } }] } },
            { textParagraph: { text: "<font color=\"#5f6368\">示例门店 · 周二</font>" } }
          ]
        }
      ]
    })
  })
})
