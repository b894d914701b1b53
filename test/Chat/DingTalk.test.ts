import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { BotMemory } from "../../src/Chat/BotMemory.ts"
import { dingtalk, sign } from "../../src/Chat/DingTalk.ts"
import { compose } from "../../src/Chat/Message.ts"
import { formats } from "../../src/Domain/Attempt.ts"
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
import { keyword, robot, says, secret, token } from "../lib/doubles/DingTalk.ts"
import { day, shop } from "./Samples.ts"

const signed = { keyword, secret: Redacted.make(secret) }

describe("DingTalk", () => {
  it("signs like two vectors that are known to be right", () => {
    assert.strictEqual(sign(1599360473000, "SECdemo"), "tGWkA5eQOQNCNPDgphtxIoNLO+/gD8Lcb705KQoRzeY=")
    assert.strictEqual(sign(1700000000000, "SEC0123456789abcdef"), "TSZbRFUuvaSQaRKUpF970OPCb2/LcQAP3wOvwZIzBZk=")
    const to = { address: "https://oapi.dingtalk.com/robot/send?access_token=x", secret: "SECdemo", now: 1599360473000, id: "", at: 0 }
    assert.strictEqual(dingtalk.request({}, to).url,
      `${to.address}&timestamp=1599360473000&sign=tGWkA5eQOQNCNPDgphtxIoNLO%2B%2FgD8Lcb705KQoRzeY%3D`)
    assert.strictEqual(dingtalk.request({}, { ...to, secret: "" }).url, to.address)
  })

  it.scopedLive("takes each format of every message, signed, with its keyword and without mentions", () =>
    Effect.gen(function*() {
      const bot = yield* botDouble((request) => robot(request))
      const url = `${bot.origin}/robot/send?access_token=${token}`
      for (const context of [shop, linked]) {
        for (const announcement of [daily, day({ kind: "corrected", reason: "长\"".repeat(8_000) })]) {
          for (const format of formats) {
            const { detail, verdict } = yield* sendTo("dingtalk", url, { ...context, ...signed, announcement, format })
            assert.strictEqual(verdict, "delivered", detail)
          }
        }
      }
      const kinds = bot.requests.map(({ json }) => json["msgtype"])
      assert.deepStrictEqual(kinds.slice(0, 3), ["markdown", "markdown", "text"])
      assert.deepStrictEqual(kinds.slice(6, 9), ["actionCard", "markdown", "text"])
      assert.isTrue(bot.requests.every(({ json }) => !("at" in json)))
    }))

  it.scopedLive("shows neither token nor signature", () =>
    Effect.gen(function*() {
      const bot = yield* botDouble(({ url }) => says(310_000, `sign not match ${url.search} ${url.searchParams.get("sign")}`))
      const { detail, excerpt } = yield* sendTo("dingtalk", `${bot.origin}/robot/send?access_token=${token}`, signed)
      const signature = bot.requests[0]?.url.searchParams.get("sign") ?? ""
      assert.isNotEmpty(signature)
      for (const hidden of [token, signature, encodeURIComponent(signature)]) assert.notInclude(`${detail}${excerpt}`, hidden)
      assert.match(detail, /chat_secret/)
    }))

  const mute = { errcode: 130_101, errmsg: "send too fast, exceed 20 times per minute" }

  it.scopedLive("is sent nothing while it is muted, whatever is sent and by whom, and says until when", () =>
    Effect.gen(function*() {
      const kept = new Map<string, string>()
      const memory = Layer.succeed(BotMemory, {
        get: (what, bot) => Effect.succeed(kept.get(`${what} ${bot}`)),
        set: (what, bot, value) => Effect.sync(() => void kept.set(`${what} ${bot}`, value)),
        installation: Effect.succeed("here")
      })
      const bot = yield* botDouble(() => ({ body: mute }))
      const url = `${bot.origin}/robot/send?access_token=${token}`
      const first = yield* Effect.provide(sendTo("dingtalk", url), memory)
      assert.deepStrictEqual([first.verdict, first.code, first.retryAfterMillis], ["transient", 130_101, 600_000])
      const next = yield* Effect.provide(sendTo("dingtalk", url, { announcement: day({ kind: "test" }) }), memory)
      assert.strictEqual(next.verdict, "transient")
      assert.match(next.detail, /until 20\d\d-.*\+08:00/)
      assert.isAtMost(next.retryAfterMillis ?? 0, 600_000)
      assert.isAtLeast(next.retryAfterMillis ?? 0, 500_000)
      assert.strictEqual(bot.requests.length, 1)
      // A pause that was stored while the clock was ahead lasts no longer than a mute.
      for (const key of kept.keys()) kept.set(key, String(Number.MAX_SAFE_INTEGER))
      const late = yield* Effect.provide(sendTo("dingtalk", url), memory)
      assert.strictEqual(late.retryAfterMillis, 600_000)
      for (const key of kept.keys()) kept.set(key, "1")
      yield* Effect.provide(sendTo("dingtalk", url), memory)
      assert.strictEqual(bot.requests.length, 2)
    }))

  const verdicts: ReadonlyArray<VerdictRow> = [
    [200, { errcode: 0, errmsg: "ok" }, "delivered"],
    [200, { errcode: 310_000, errmsg: "keywords not in content" }, "permanent", /chat_keyword/],
    [200, { errcode: 310_000, errmsg: "sign not match" }, "permanent", /check chat_secret/],
    [200, { errcode: 310_000, errmsg: "invalid timestamp" }, "permanent", /clock/],
    [200, { errcode: 310_000, errmsg: "ip 1.2.3.4 not in whitelist" }, "permanent", /allow-list/],
    [200, { errcode: 310_000, errmsg: "something new" }, "permanent", /something new/],
    [200, { errcode: 300_005, errmsg: "token is not exist" }, "permanent", /chat_webhook_url/],
    [200, { errcode: 300_001, errmsg: "token is not exist" }, "permanent", /chat_webhook_url/],
    [200, { errcode: 300_001, errmsg: "Send too FAST" }, "transient"],
    [200, { errcode: 300_001, errmsg: "exceed limit" }, "transient"],
    [200, { errcode: 400_101, errmsg: "" }, "permanent"],
    [200, { errcode: 400_102, errmsg: "" }, "permanent", /stopped/],
    [200, { errcode: 400_106, errmsg: "" }, "permanent", /not in the group/],
    [200, { errcode: 400_013, errmsg: "" }, "permanent", /dissolved/],
    [200, { errcode: 40_035, errmsg: "missing parameter access_token" }, "permanent", /chat_webhook_url/],
    [200, { errcode: 40_035, errmsg: "missing parameter json" }, "format"],
    [200, { errcode: 400_105, errmsg: "" }, "format"],
    [200, { errcode: 43_004, errmsg: "" }, "format"],
    [200, { errcode: 460_101, errmsg: "message too long, exceed 20000 bytes" }, "format"],
    [200, { errcode: 430_101, errmsg: "unsafe link" }, "format"],
    [200, { errcode: 430_102, errmsg: "" }, "format"],
    [200, { errcode: 430_103, errmsg: "" }, "format"],
    [200, { errcode: 430_104, errmsg: "" }, "format"],
    [200, { errcode: -1, errmsg: "busy" }, "transient"],
    [200, { errcode: 130_101, errmsg: "" }, "transient"],
    [200, { errcode: 410_100, errmsg: "" }, "transient"],
    [200, { errcode: 90_030, errmsg: "" }, "transient"],
    ...[90_001, 90_002, 90_003, 90_004, 90_005, 90_006, 90_018].map((errcode): VerdictRow => [200, { errcode, errmsg: "" }, "transient"]),
    [200, { errcode: 88, errmsg: "ding talk error[subcode=90018,submsg=当前接口调用太频繁]" }, "transient"],
    [200, { errcode: 88, errmsg: "ding talk error[subcode=40014,submsg=不合法的access_token]" }, "permanent", /chat_webhook_url/],
    [200, { errcode: 60_020, errmsg: "访问ip不在白名单之中" }, "permanent", /allow-list/],
    [200, { errcode: 404, errmsg: "请求的URI地址不存在" }, "permanent", /chat_webhook_url/],
    [
      200,
      { errcode: 310_000, errmsg: "description:关键词不匹配;solution:请联系群管理员查看此机器人的关键词" },
      "permanent",
      /chat_keyword to/
    ],
    [
      200,
      { errcode: 310_000, errmsg: "description:机器人发送签名不匹配;solution:请确认签名和生成签名的时间戳" },
      "permanent",
      /check chat_secret/
    ],
    [
      200,
      { errcode: 310_000, errmsg: "description:机器人发送签名过期;solution:签名生成时间和发送时间请保持在 timestampms 以内" },
      "permanent",
      /clock/
    ],
    [200, { errcode: 310_000, errmsg: "description:来源IP地址不在白名单内" }, "permanent", /allow-list/],
    [200, { errcode: 12_345, errmsg: "" }, "format"],
    [200, { status: 1111, wait: 5, source: "x5", punish: "deny" }, "transient", /5 minutes/],
    [200, "<html>ban</html>", "unknown"],
    [200, {}, "unknown"],
    [503, "", "transient"],
    [429, "", "transient"],
    [404, "", "permanent"],
    [307, "", "permanent"]
  ]
  it("judges each reply by its code, and by the words only of codes with two meanings", () => {
    checkVerdicts(dingtalk, verdicts)
    assert.deepStrictEqual([130_101, 410_100].map((errcode) => judgedBy(dingtalk)(200, { errcode }).pauseMillis), [600_000, 600_000])
    assert.isUndefined(judgedBy(dingtalk)(200, { errcode: 90_030 }).pauseMillis)
  })

  it("lets no typed text become a mention, a link, a picture, markup or another line", () =>
    checkTypedText(dingtalk, (body) => at(body, "msgtype") === "text" ? [] : markdownMarks))

  it("keeps its body under 20,000 bytes",
    () => checkSizes(dingtalk, (body) => assert.isAtMost(Buffer.byteLength(JSON.stringify(body)), 20_000)))

  it("shows the day as a card with a button, its lines apart", () =>
    assert.deepStrictEqual(dingtalk.message(compose(day(), linked), "card"), {
      msgtype: "actionCard",
      actionCard: {
        title: "估算 12月9日 ¥3,629.76",
        text: "#### 估算 12月9日 ¥3,629.76  \n> 系统估算  \n###### 示例门店 · 周二",
        singleTitle: "补录",
        singleURL: "https://shop.example/enter?date=2025-12-09"
      }
    }))

  it("parts the groups of lines by an empty line", () => {
    const quotes = String(at(dingtalk.message(compose(daily, linked), "card"), "actionCard", "text")).split("\n\n")
    assert.deepStrictEqual(quotes.map((lines) => /(?:^|\n)> (\S+)/.exec(lines)?.[1]), ["小王", "本周", "备注：晚上下雨"])
  })
})
