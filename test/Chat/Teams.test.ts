import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { compose } from "../../src/Chat/Message.ts"
import { teams } from "../../src/Chat/Teams.ts"
import { botDouble } from "../lib/BotDouble.ts"
import {
  checkSizes,
  checkTypedText,
  checkVerdicts,
  daily,
  linked,
  markdownMarks,
  sendTo,
  textsOf,
  type VerdictRow
} from "../lib/ChatProducts.ts"
import { contentOf, faultsOf, flow, isCard, path, query } from "../lib/doubles/Teams.ts"
import { day, shop } from "./Samples.ts"

describe("Teams", () => {
  it.scopedLive("accepts each format of every message, with every parameter of the address", () =>
    Effect.gen(function*() {
      const bot = yield* botDouble(flow)
      for (const context of [shop, linked]) {
        for (const announcement of [daily, day({ kind: "corrected", reason: "长".repeat(9_000) })]) {
          for (const format of teams.formats) {
            const { detail, verdict } = yield* sendTo("teams", `${bot.origin}${path}${query}`, { ...context, announcement, format })
            assert.strictEqual(verdict, "accepted", detail)
          }
        }
      }
      const lost = yield* sendTo("teams", `${bot.origin}${path}${query}x`)
      assert.strictEqual(lost.verdict, "permanent")
      assert.match(lost.detail, /copy chat_webhook_url again.*DirectApiAuthorizationRequired/)
      assert.notInclude(`${lost.detail}${lost.excerpt}`, "nobody")
    }))

  const error = (code: string) => ({ error: { code, message: "words" } })
  const verdicts: ReadonlyArray<VerdictRow> = [
    [202, "", "accepted"],
    [200, "", "accepted"],
    [200, { done: true }, "accepted"],
    [200, "<html>sign in</html>", "unknown"],
    [400, error("WorkflowTriggerIsNotEnabled"), "permanent", /turn it on.*new address/],
    [400, error("WorkflowDisabled"), "permanent", /turned off or was deleted/],
    [400, error("TriggerInputSchemaMismatch"), "format"],
    [400, "", "format"],
    [413, "", "format"],
    [401, error("DirectApiAuthorizationRequired"), "permanent", /after the \?/],
    [403, "", "permanent"],
    [404, error("WorkflowNotFound"), "permanent", /no flow/],
    [410, "", "permanent"],
    [429, "", "transient", /^/, { "retry-after": "5" }],
    [500, "", "transient"],
    [504, "", "transient"],
    [302, "", "permanent"]
  ]
  it("judges each reply by its code, then its status, and never takes a message for delivered", () => checkVerdicts(teams, verdicts))

  it("lets no typed text become a mention, a link, markup or another line", () => {
    checkTypedText(teams, (body) => [/\{\{/g, ...(JSON.stringify(body).includes("RichTextBlock") ? [] : markdownMarks)])
    // Typed text is in text runs, which show no markup.
    const card = teams.message(compose(day({ kind: "corrected", reason: "*TYPED*" }), { ...linked, shopName: "*SHOP*" }), "card")
    const blocks = JSON.stringify(contentOf(card)).match(/\{"type":"TextBlock","text":"[^"]*"/g) ?? []
    assert.notMatch(blocks.join(), /TYPED|SHOP/)
    assert.include(textsOf(card).join(), "*TYPED*")
  })

  it("has cards of version 1.4 only, as Microsoft's own reader knows them", () => {
    const card = contentOf(teams.message(compose(daily, linked), "card"))
    assert.isEmpty(faultsOf(card))
    const broken = (before: string, after: string) => faultsOf(JSON.parse(JSON.stringify(card).replace(before, after))).join()
    assert.include(broken("\"RichTextBlock\"", "\"RichBlock\""), "RichBlock")
    assert.include(broken("\"size\":\"Medium\"", "\"size\":\"Huge\""), "Huge")
    assert.notInclude(broken("\"wrap\":true", "\"wraps\":true"), "wraps")
    assert.include(broken("\"wrap\":true", "\"wraps\":true"), "only this is known")
    assert.isNotEmpty(broken("\"url\":\"https:", "\"url\":null,\"iri\":\"https:"))
  })

  it("keeps its body under 20 KB, as a card", () =>
    checkSizes(teams, (body) => {
      assert.isAtMost(Buffer.byteLength(JSON.stringify(body)), 20_480)
      assert.isTrue(isCard(body))
    }))

  it("shows the day as a card in the colour of its kind, with a button", () =>
    assert.deepStrictEqual(contentOf(teams.message(compose(day(), linked), "card")), {
      $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
      type: "AdaptiveCard",
      version: "1.4",
      body: [
        {
          type: "Container",
          style: "warning",
          bleed: true,
          items: [{ type: "TextBlock", text: "估算 12月9日 ¥3,629.76", wrap: true, size: "Medium", weight: "Bolder" }]
        },
        { type: "RichTextBlock", spacing: "Small", inlines: [{ type: "TextRun", text: "系统估算" }] },
        { type: "RichTextBlock", spacing: "Small", inlines: [{ type: "TextRun", text: "示例门店 · 周二", isSubtle: true, size: "Small" }] }
      ],
      actions: [{ type: "Action.OpenUrl", url: "https://shop.example/enter?date=2025-12-09", title: "补录" }]
    }))
})
