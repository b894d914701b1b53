import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import type { ChatKind } from "../../src/Config/Chats.ts"
import { parse } from "../../src/Config/ShopConfig.ts"
import { checkBot } from "../../src/Doctor/Bot.ts"
import * as Secrets from "../../src/Logging/Secrets.ts"
import { botDouble, type BotDoubleAnswer } from "../lib/BotDouble.ts"

const whsec = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

/** What doctor reports about a bot of a kind with this reply, and the requests that the bot received. */
const looked = (kind: ChatKind, path: string, answer: BotDoubleAnswer, members: object = {}) =>
  Effect.gen(function*() {
    const bot = yield* botDouble(() => answer)
    const text = JSON.stringify({ chat_webhook_url: bot.origin + path, chat_kind: kind, ...members })
    const { config } = Either.getOrThrow(parse("config.json", text))
    const [check] = yield* Effect.provide(checkBot(config), [NodeHttpClient.layer, Secrets.layer])
    const asked = bot.requests.map(({ body, method, url }) => `${method} ${url.pathname}${method === "GET" ? url.search : ` ${body}`}`)
    return { status: check?.status, detail: check?.detail ?? "", asked }
  })

const says = (body: object | string, status = 200): BotDoubleAnswer => ({ status, body })

describe("doctor asks a bot unseen", () => {
  const empty = "{\"msgtype\":\"text\",\"text\":{\"content\":\"\"}}"
  const slack = "/services/T0/B0/x"
  const discord = "/api/webhooks/1/token"
  const telegram = "/bot1:token/sendMessage?chat_id=-5&message_thread_id=2"
  const rows: ReadonlyArray<
    readonly [kind: ChatKind, path: string, answer: BotDoubleAnswer, status: string, asked: string, detail?: RegExp, members?: object]
  > = [
    ["wecom", "/cgi-bin/webhook/send?key=k", says({ errcode: 44_004, errmsg: "empty" }), "ok", `POST /cgi-bin/webhook/send ${empty}`],
    ["wecom", "/cgi-bin/webhook/send?key=k", says({ errcode: 93_000, errmsg: "invalid" }), "failed", `POST /cgi-bin/webhook/send ${empty}`],
    ["wecom", "/cgi-bin/webhook/send?key=k", says("<html>"), "failed", `POST /cgi-bin/webhook/send ${empty}`],
    ["dingtalk", "/robot/send?access_token=t", says({ errcode: 40_035, errmsg: "empty" }), "ok", `POST /robot/send ${empty}`],
    ["dingtalk", "/robot/send?access_token=t", says({ errcode: 300_005, errmsg: "token" }), "failed", `POST /robot/send ${empty}`],
    [
      "dingtalk",
      "/robot/send?access_token=t",
      says({ errcode: 310_000, errmsg: "keywords not in content" }),
      "failed",
      `POST /robot/send ${empty}`,
      /chat_keyword/
    ],
    [
      "dingtalk",
      "/robot/send?access_token=t",
      says({ errcode: 310_000, errmsg: "keywords not in content" }),
      "ok",
      `POST /robot/send ${empty}`,
      /answers/,
      { chat_keyword: "日结" }
    ],
    [
      "dingtalk",
      "/robot/send?access_token=t",
      says({ errcode: 310_000, errmsg: "sign not match" }),
      "failed",
      `POST /robot/send ${empty}`,
      /chat_secret/,
      { chat_keyword: "日结" }
    ],
    ["slack", slack, says("no_text", 400), "ok", `POST ${slack} {}`],
    ["slack", slack, says("invalid_payload", 400), "ok", `POST ${slack} {}`],
    ["slack", slack, says("no_active_hooks", 404), "failed", `POST ${slack} {}`],
    ["discord", discord, says({ id: "1", name: "turnover" }), "ok", `GET ${discord}`],
    ["discord", discord, says({ code: 10_015, message: "Unknown Webhook" }, 404), "failed", `GET ${discord}`],
    ["telegram", telegram, says({ ok: true, result: {} }), "ok", "GET /bot1:token/getChat?chat_id=-5"],
    ["telegram", telegram, says({ ok: false, description: "Unauthorized" }, 401), "failed", "GET /bot1:token/getChat?chat_id=-5", /token/],
    [
      "telegram",
      telegram,
      says({ ok: false, description: "chat not found" }, 400),
      "failed",
      "GET /bot1:token/getChat?chat_id=-5",
      /chat_id/
    ],
    [
      "telegram",
      telegram,
      says({ ok: false, parameters: { migrate_to_chat_id: -1007 } }, 400),
      "warning",
      "GET /bot1:token/getChat?chat_id=-5",
      /id -1007/
    ],
    ["slack", slack, says("", 503), "warning", `POST ${slack} {}`]
  ]
  for (const [kind, path, answer, status, asked, detail = /^/, members] of rows) {
    it.scopedLive(`takes ${JSON.stringify(answer.body)} of ${kind} for ${status}${members === undefined ? "" : " with a keyword"}`, () =>
      Effect.gen(function*() {
        const found = yield* looked(kind, path, answer, members)
        assert.strictEqual(found.status, status, found.detail)
        assert.match(found.detail, detail)
        assert.deepStrictEqual(found.asked, [asked])
      }))
  }

  it.scopedLive("but not Teams and a webhook, which would take it for a message, and says so", () =>
    Effect.gen(function*() {
      for (const [kind, members] of [["teams", {}], ["webhook", { chat_secret: whsec }]] as const) {
        const { asked, detail, status } = yield* looked(kind, "/workflows/x?sig=y", says(""), members)
        assert.deepStrictEqual([status, asked], ["warning", []])
        assert.match(detail, /^nothing can be asked/)
      }
    }))
})

describe("doctor and several chats", () => {
  it.scopedLive("has a line for each, which names the chat's own key", () =>
    Effect.gen(function*() {
      const good = yield* botDouble(() => says({ errcode: 44_004, errmsg: "empty" }))
      const bad = yield* botDouble(() => says({ errcode: 93_000, errmsg: "invalid" }))
      const address = (origin: string) => `${origin}/cgi-bin/webhook/send?key=k`
      const text = JSON.stringify({
        chat_webhook_url: address(good.origin),
        chat_kind: "wecom",
        chats: [
          { name: "office", url: address(bad.origin), kind: "wecom" },
          { name: "yard", url: address(good.origin), kind: "wecom", about: ["daily"] }
        ]
      })
      const { config } = Either.getOrThrow(parse("config.json", text))
      const checks = yield* Effect.provide(checkBot(config), [NodeHttpClient.layer, Secrets.layer])
      const bots = checks.filter(({ advice, name }) => name !== "clock" && advice?.includes("http") !== true)
      assert.deepStrictEqual(bots.map(({ name, status }) => `${name} ${status}`), ["bot main ok", "bot office failed", "bot yard ok"])
      const said = bots.find(({ name }) => name === "bot office")
      assert.include(`${said?.detail} ${said?.advice}`, "chats[0].url")
      assert.notInclude(JSON.stringify(checks), "key=k")
      // Two chats with one address are two lines, and each setting is checked.
      assert.strictEqual(good.requests.length, 2)
      assert.strictEqual(checks.filter(({ name }) => name === "clock").length, 1)
    }))
})
