import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { compose } from "../../src/Chat/Message.ts"
import { teams } from "../../src/Chat/Teams.ts"
import { at, botDouble, type BotDoubleRequest, listAt } from "../lib/BotDouble.ts"
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
import { day, shop } from "./Samples.ts"

const path = "/workflows/0123456789abcdef0123456789abcdef/triggers/manual/paths/invoke"
const query = "?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=a-signature-of-nobody_0123456789-abcdef"

const contentOf = (body: object) => at(body, "attachments", 0, "content")

/** The elements that the cards have, and the members of each, by the published schema of version 1.4. */
const members: Readonly<Record<string, ReadonlyArray<string>>> = {
  AdaptiveCard: ["$schema", "version", "body", "actions"],
  Container: ["style", "bleed", "items", "spacing", "separator"],
  TextBlock: ["text", "wrap", "size", "weight", "spacing"],
  RichTextBlock: ["inlines", "spacing", "separator"],
  TextRun: ["text", "selectAction", "isSubtle", "size"],
  "Action.OpenUrl": ["url", "title"]
}

/** Whether each element has its members only, and none is null. */
const isElement = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isElement)
  if (typeof value !== "object" || value === null) return value !== null
  const { type, ...others } = Object.fromEntries(Object.entries(value))
  return Object.keys(others).every((name) => members[String(type)]?.includes(name)) && Object.values(others).every(isElement)
}

const isCard = (json: object): boolean =>
  at(json, "type") === "message" && listAt(json, "attachments").length === 1 &&
  at(json, "attachments", 0, "contentType") === "application/vnd.microsoft.card.adaptive" &&
  at(contentOf(json), "type") === "AdaptiveCard" && at(contentOf(json), "version") === "1.4" && isElement(contentOf(json))

const flow = ({ body, json, url }: BotDoubleRequest) => {
  if (url.search !== query) return { status: 401, body: { error: { code: "DirectApiAuthorizationRequired", message: `no ${url.search}` } } }
  if (url.pathname !== path) return { status: 404, body: { error: { code: "WorkflowNotFound", message: "not found" } } }
  if (Buffer.byteLength(body) > 21_000) return { status: 413 }
  return isCard(json) ? { status: 202 } : { status: 400, body: { error: { code: "TriggerInputSchemaMismatch", message: "null" } } }
}

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
    // What people typed stands in runs of text, which show no markup.
    const card = teams.message(compose(day({ kind: "corrected", reason: "*TYPED*" }), { ...linked, shopName: "*SHOP*" }), "card")
    const blocks = JSON.stringify(contentOf(card)).match(/\{"type":"TextBlock","text":"[^"]*"/g) ?? []
    assert.notMatch(blocks.join(), /TYPED|SHOP/)
    assert.include(textsOf(card).join(), "*TYPED*")
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
          items: [{ type: "TextBlock", text: "未清点 12月9日 系统估算 ¥3,629.76", wrap: true, size: "Medium", weight: "Bolder" }]
        },
        { type: "RichTextBlock", spacing: "Small", inlines: [{ type: "TextRun", text: "日结" }] },
        { type: "RichTextBlock", spacing: "Small", inlines: [{ type: "TextRun", text: "系统估算，未清点" }] },
        { type: "RichTextBlock", spacing: "Small", inlines: [{ type: "TextRun", text: "示例门店 · 周二", isSubtle: true, size: "Small" }] }
      ],
      actions: [{ type: "Action.OpenUrl", url: "https://shop.example/enter?date=2025-12-09", title: "补录" }]
    }))
})
