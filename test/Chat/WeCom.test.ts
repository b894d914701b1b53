import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { compose } from "../../src/Chat/Message.ts"
import { wecom } from "../../src/Chat/WeCom.ts"
import { formats } from "../../src/Domain/Attempt.ts"
import { at, botDouble } from "../lib/BotDouble.ts"
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
import { hint, key, limits, robot } from "../lib/doubles/WeCom.ts"
import { day, shop } from "./Samples.ts"

const content = (body: object): string => String(at(body, "markdown", "content") ?? at(body, "text", "content") ?? textsOf(body).join(""))

// Rule 7.23.
describe("WeCom", () => {
  it.scopedLive("takes each format of every message", () =>
    Effect.gen(function*() {
      const bot = yield* botDouble(robot)
      const url = `${bot.origin}/cgi-bin/webhook/send?key=${key}`
      for (const context of [shop, linked]) {
        for (const announcement of [daily, day(), day({ kind: "corrected", reason: "长".repeat(3_000) })]) {
          for (const format of formats) {
            const { detail, verdict } = yield* sendTo("wecom", url, { ...context, announcement, format })
            assert.strictEqual(verdict, "delivered", detail)
          }
        }
      }
      const kinds = bot.requests.map(({ json }) => json["msgtype"])
      assert.deepStrictEqual(kinds.slice(0, 3), ["markdown", "markdown", "text"])
      assert.deepStrictEqual(kinds.slice(12, 15), ["template_card", "markdown", "text"])
      assert.isTrue(bot.requests.every(({ url }) => url.searchParams.size === 1))
    }))

  it.scopedLive("shows neither the key nor the machine's address if the key is wrong", () =>
    Effect.gen(function*() {
      const bot = yield* botDouble(robot)
      const { detail, excerpt, verdict } = yield* sendTo("wecom", `${bot.origin}/cgi-bin/webhook/send?key=${key}x`)
      assert.strictEqual(verdict, "permanent")
      assert.match(detail, /copy chat_webhook_url.*code 93000, invalid webhook url/)
      assert.notMatch(`${detail}${excerpt}`, /693a91f6|172\.212|17556052/)
    }))

  const verdicts: ReadonlyArray<VerdictRow> = [
    [200, { errcode: 0, errmsg: "ok" }, "delivered"],
    [200, { errcode: 93_000, errmsg: `invalid webhook url, ${hint}` }, "permanent", /chat_webhook_url/],
    [200, { errcode: 93_000, errmsg: "Markdown.content exceed max length" }, "format"],
    [200, { errcode: 93_000, errmsg: "invalid Request Parameter" }, "format"],
    [200, { errcode: 40_058, errmsg: "invalid param 'key'" }, "permanent", /chat_webhook_url/],
    [200, { errcode: 40_058, errmsg: "markdown.content exceed max length 4096" }, "format"],
    [200, { errcode: 93_004, errmsg: "robot stopped" }, "permanent", /enable it/],
    [200, { errcode: 93_008, errmsg: "not in group" }, "permanent", /add it again/],
    [200, { errcode: 40_008, errmsg: "invalid message type" }, "format"],
    [200, { errcode: 44_004, errmsg: "empty" }, "format"],
    [200, { errcode: 99_999, errmsg: "new" }, "format"],
    [200, { errcode: -1, errmsg: "system busy" }, "transient"],
    [200, { errcode: 45_009, errmsg: "api freq out of limit" }, "transient"],
    [200, { errcode: 45_033, errmsg: "api concurrent out of limit" }, "transient"],
    [200, { errcode: 45_011, errmsg: "api minute-quota reach limit" }, "transient"],
    [200, { errcode: 60_020, errmsg: "not allow to access from your ip" }, "permanent", /allow-list/],
    [500, { errcode: 0 }, "transient"],
    [502, "<html>", "transient"],
    [429, "", "transient"],
    [404, "", "permanent"],
    [302, { errcode: 0 }, "permanent"],
    [200, "", "unknown"],
    [200, "<html>sign in</html>", "unknown"],
    [200, { errcode: "0" }, "unknown"],
    [200, { code: 0 }, "unknown"],
    [200, [{ errcode: 0 }], "unknown"]
  ]
  it("judges each reply by its code, then its status", () => checkVerdicts(wecom, verdicts))

  it("lets no typed text become a mention, a link, markup or another line", () =>
    checkTypedText(wecom, (body) => at(body, "msgtype") === "markdown" ? markdownMarks : []))

  it("keeps to its limits in bytes", () =>
    checkSizes(wecom, (body) => assert.isAtMost(Buffer.byteLength(content(body)), limits[String(at(body, "msgtype"))] ?? 4_096)))

  it("shows the day as a card to open, or in the colours of markdown", () => {
    assert.deepStrictEqual(wecom.message(compose(day({ source: "manual" }), linked), "card"), {
      msgtype: "template_card",
      template_card: {
        card_type: "text_notice",
        main_title: { title: "日结 ¥3,629.76 · 12月9日 周二", desc: "示例门店" },
        sub_title_text: "人工录入",
        jump_list: [{ type: 1, title: "看这一天", url: "https://shop.example/#2025-12-09" }],
        card_action: { type: 1, url: "https://shop.example/#2025-12-09" }
      }
    })
    assert.strictEqual(content(wecom.message(compose(day(), linked), "post")), [
      "估算 12月9日 ¥3,629.76",
      "[补录](https://shop.example/enter?date=2025-12-09)",
      "系统估算",
      "示例门店 · 周二"
    ].join("\n"))
    assert.strictEqual(content(wecom.message(compose(daily, linked), "card")), [
      "### <font color=\"info\">日结 ¥3,629.76 · 12月9日 周二</font>",
      "[看这一天](https://shop.example/#2025-12-09)",
      "> 小王 23:00 录入",
      "> 请核对：比平常周二多 10%（平常 ¥3,312.04）",
      "",
      "> 本周 ¥10,200.00（已录 1/4 天，另有估算约 ¥3,000，店休 1 天），比上周同样 4 天多 ¥800",
      "> 本月 ¥10,200.00（已录 1/4 天，另有估算约 ¥3,000，店休 1 天），比上月同样的日子多 ¥800",
      "> 缺 2 天：[12月2日](https://shop.example/enter?date=2025-12-02)、[12月3日](https://shop.example/enter?date=2025-12-03)",
      "",
      "> 备注：晚上下雨",
      "<font color=\"comment\">示例门店</font>",
      "<font color=\"comment\">核对码 812:1f0c9a2b3c4d5e6f</font>"
    ].join("\n"))
  })
})
