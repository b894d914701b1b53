import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { judgeReply } from "../../src/Chat/Bot.ts"
import { ChatBot, ChatSettings, configuredBots } from "../../src/Chat/ChatBot.ts"
import { anyBot } from "../../src/Chat/Products.ts"
import { formats, type Verdict } from "../../src/Domain/Attempt.ts"
import * as Secrets from "../../src/Logging/Secrets.ts"
import { feishuDouble, type ScriptedAnswer } from "../lib/FeishuDouble.ts"
import { day, mainTarget, shop } from "./Samples.ts"

const reply = (status: number, body: string) => ({ status, retryAfter: undefined, body })
const judged = (status: number, body: string) => judgeReply(anyBot, reply(status, body), { now: 0, scrub: (text) => text })
const verdictOn = (status: number, body: string) => judged(status, body).verdict

const page = "<!doctype html><title>Sign in</title>"

// Rule 7.28.
describe("the reply of a bot without a name", () => {
  it.each([
    [200, ""],
    [204, ""],
    [200, "ok"],
    [200, "{}"],
    [200, "[]"],
    [201, `{"id":"x"}`],
    [200, `{"ok":true}`],
    [200, `{"success":true}`],
    [200, `{"code":0}`],
    [200, `{"code":"0"}`],
    [200, `{"StatusCode":0,"StatusMessage":"success"}`],
    [200, `{"errcode":0,"errmsg":"ok"}`]
  ])("%i %s delivers", (status, body) => assert.strictEqual(verdictOn(status, body), "delivered"))

  it.each([
    [200, `{"ok":false}`, "format"],
    [200, `{"success":false,"message":"no such group"}`, "format"],
    [200, `{"code":9}`, "format"],
    [200, `{"code":"invalid_token"}`, "format"],
    [200, `{"errcode":40001}`, "format"],
    [200, `{"StatusCode":7}`, "format"],
    [200, `{"code":19001}`, "permanent"],
    [200, `{"code":11232}`, "transient"],
    [400, "", "format"],
    [401, "", "permanent"],
    [403, "forbidden", "permanent"],
    [404, "", "permanent"],
    [410, "", "permanent"],
    [418, "", "permanent"],
    [429, "", "transient"],
    [500, "", "upset"]
  ])("%i %s is refused: %s", (status, body, verdict) => assert.strictEqual(verdictOn(status, body), verdict))

  it("is no receipt if it is a web page", () => assert.strictEqual(verdictOn(200, page), "unknown"))

  it.each([400, 401, 403, 404, 410, 422])("with a web page or a network's code and %i comes from what is in front of it", (status) => {
    assert.strictEqual(verdictOn(status, ` \n${page}`), "transient")
    assert.strictEqual(verdictOn(status, "error code: 1020"), "transient")
  })

  it("is shown with what the bot said", () =>
    assert.match(judged(200, `{"ok":false,"error":"channel_not_found"}`).detail, /\(HTTP 200, channel_not_found\)$/))
})

/** What each format gets from a bot that always gives one reply. */
const verdictsOf = (answer: ScriptedAnswer) =>
  Effect.gen(function*() {
    const double = yield* feishuDouble({})
    double.script(answer, answer, answer)
    const settings = Layer.succeed(ChatSettings, {
      current: Effect.succeed([{ ...mainTarget, webhookUrl: Redacted.make(double.url), secret: Redacted.make(""), ...shop }])
    })
    const verdicts = yield* Effect.flatMap(ChatBot, (bot) => Effect.forEach(formats, (format) => bot.send("main", day(), format, 5_000)))
      .pipe(
        Effect.provide(configuredBots.pipe(Layer.provide(settings), Layer.provide([NodeHttpClient.layer, Secrets.layer])))
      )
    return {
      formats: double.requests.map(({ json }) => json?.["msg_type"]),
      verdicts: verdicts.map(({ verdict }) => verdict)
    }
  }).pipe(Effect.scoped)

describe("a bot without a name", () => {
  const refusals: ReadonlyArray<readonly [answer: ScriptedAnswer, last: Verdict]> = [
    [{ status: 403 }, "permanent"],
    [{ status: 429 }, "transient"],
    [{ status: 503 }, "upset"],
    [{ status: 200, body: { code: 19001 } }, "permanent"],
    [{ status: 200, body: { ok: false } }, "format"]
  ]
  it.live.each(refusals)("gets every format before %j counts", ([answer, last]) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* verdictsOf(answer), {
        formats: ["interactive", "post", "text"],
        verdicts: ["format", "format", last]
      })
    }))

  it.live("keeps a reply that is no receipt out of the other formats", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* verdictsOf({ status: 200, body: page })).verdicts, ["unknown", "unknown", "unknown"])
    }))
})
