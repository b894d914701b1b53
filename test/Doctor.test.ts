import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option, Redacted } from "effect"
import { parse } from "../src/Config/ShopConfig.ts"
import { checkBot } from "../src/Doctor/Bot.ts"
import { checkToken } from "../src/Doctor/Token.ts"
import { feishuDouble } from "./lib/FeishuDouble.ts"

const settings = (url: string, secret: string) =>
  Either.getOrThrow(parse("config.json", JSON.stringify({ chat_webhook_url: url, chat_secret: secret }))).config

const look = (url: string, secret = "") =>
  Effect.map(
    Effect.provide(checkBot(settings(url, secret)), NodeHttpClient.layer),
    (checks) => checks.map(({ name, status }) => `${name} ${status}`)
  )

describe("the doctor", () => {
  it.scopedLive("finds a bot that takes address and signature, and sends the group nothing", () =>
    Effect.gen(function*() {
      const bot = yield* feishuDouble({ secret: "signing" })
      assert.deepStrictEqual(yield* look(bot.url, "signing"), ["bot ok", "clock ok"])
      assert.strictEqual(bot.requests.length, 1)
      assert.deepStrictEqual(bot.delivered(), [])
    }))

  it.scopedLive("finds a wrong secret, a wrong address, and a bot that is not there", () =>
    Effect.gen(function*() {
      const bot = yield* feishuDouble({ secret: "signing" })
      assert.deepStrictEqual(yield* look(bot.url, "wrong"), ["bot failed", "clock ok"])
      assert.deepStrictEqual(yield* look(`${bot.url}x`, "signing"), ["bot failed", "clock ok"])
      yield* Effect.promise(bot.close)
      assert.deepStrictEqual(yield* look(bot.url, "signing"), ["bot failed"])
      assert.deepStrictEqual(yield* look("console:"), ["bot warning"])
    }))

  it.scopedLive("finds a clock that is off, and is patient with a bot in trouble", () =>
    Effect.gen(function*() {
      const bot = yield* feishuDouble()
      const date = (millis: number) => ({ headers: { date: new Date(performance.timeOrigin + performance.now() - millis).toUTCString() }, body: { code: 19002 } })
      bot.script(date(-3_600_000), date(20_000), { status: 503, body: "" })
      assert.deepStrictEqual(yield* look(bot.url), ["bot ok", "clock failed"])
      assert.deepStrictEqual(yield* look(bot.url), ["bot ok", "clock warning"])
      assert.deepStrictEqual(yield* look(bot.url), ["bot warning", "clock ok"])
    }))

  for (
    const [token, status] of [
      [undefined, "warning"],
      ["short", "failed"],
      ["aaaaaaaaaaaaaaaaaaaaaaaa", "failed"],
      ["dGhpcyBpcyBhIHRva2Vu", "ok"]
    ] as const
  ) {
    it(`calls the token ${token ?? "that is not set"} ${status}, and never shows one`, () => {
      const check = checkToken(Option.map(Option.fromNullable(token), Redacted.make))
      assert.strictEqual(check.status, status)
      if (token !== undefined) assert.notInclude(`${check.detail} ${check.advice}`, token)
    })
  }
})
