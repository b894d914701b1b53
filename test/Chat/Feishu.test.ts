import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { once } from "node:events"
import { createServer, type Server } from "node:net"
import { Worker } from "node:worker_threads"
import { ChatBot, ChatSettings, type ChatTarget, configuredBots } from "../../src/Chat/ChatBot.ts"
import type { DayAnnouncement } from "../../src/Domain/Announcement.ts"
import { type Format, formats } from "../../src/Domain/Attempt.ts"
import * as Secrets from "../../src/Logging/Secrets.ts"
import { type FeishuDouble, feishuDouble, type FeishuDoubleOptions, type ScriptedAnswer } from "../lib/FeishuDouble.ts"
import { day, mainTarget, shop } from "./Samples.ts"

const secret = "not-for-your-eyes"
const token = "a-token-to-keep"

const send = (target: Partial<ChatTarget> & { readonly url: string }, options: {
  readonly announcement?: DayAnnouncement
  readonly format?: Format
  readonly timeout?: number
} = {}) =>
  Effect.flatMap(ChatBot, (bot) => bot.send("main", options.announcement ?? day(), options.format ?? "card", options.timeout ?? 5_000))
    .pipe(
      Effect.provide(configuredBots.pipe(
        Layer.provide(Layer.succeed(ChatSettings, {
          current: Effect.succeed([{
            ...mainTarget,
            kind: "feishu" as const,
            webhookUrl: Redacted.make(target.url),
            secret: Redacted.make(secret),
            ...shop,
            ...target
          }])
        })),
        Layer.provide([NodeHttpClient.layer, Secrets.layer])
      ))
    )

/** A test against a real server on the loopback. */
const withDouble = (
  name: string,
  body: (double: FeishuDouble) => Effect.Effect<void>,
  options: FeishuDoubleOptions = {}
) => it.live(name, () => Effect.scoped(Effect.flatMap(feishuDouble({ secret, token, ...options }), body)))

const answered = (name: string, answers: ReadonlyArray<ScriptedAnswer>, verdict: string, timeout = 5_000) =>
  withDouble(name, (double) =>
    Effect.gen(function*() {
      double.script(...answers)
      const answer = yield* send(double, { timeout })
      assert.strictEqual(answer.verdict, verdict, answer.detail)
      assert.strictEqual(double.requests.length, 1)
      assert.notInclude(`${answer.detail}${answer.excerpt}`, token)
      assert.notInclude(`${answer.detail}${answer.excerpt}`, secret)
    }))

// Rules 7.5, 7.9, 7.10 and 7.14.
describe("Feishu", () => {
  withDouble("delivers each format, signed, without a trace header", (double) =>
    Effect.gen(function*() {
      for (const format of formats) {
        const answer = yield* send(double, { format })
        assert.strictEqual(answer.verdict, "delivered", answer.detail)
      }
      assert.deepStrictEqual(double.delivered().map(({ json }) => json?.["msg_type"]), ["interactive", "post", "text"])
      for (const { headers } of double.requests) {
        assert.notProperty(headers, "traceparent")
        assert.notProperty(headers, "b3")
      }
    }).pipe(Effect.withSpan("parent")))

  withDouble("sends no signature without a secret", (double) =>
    Effect.gen(function*() {
      const answer = yield* send({ ...double, secret: Redacted.make("") })
      assert.strictEqual(answer.verdict, "delivered")
      assert.notProperty(double.requests[0]?.json, "sign")
      assert.notProperty(double.requests[0]?.json, "timestamp")
    }), { secret: "" })

  withDouble("reports that the signature is wrong, and what to fix", (double) =>
    Effect.gen(function*() {
      const answer = yield* send({ ...double, secret: Redacted.make("another") })
      assert.deepStrictEqual([answer.verdict, answer.code], ["permanent", 19021])
      assert.match(answer.detail, /chat_secret/)
    }))

  withDouble("reports that the clock is off", (double) =>
    Effect.map(send(double), (answer) => {
      assert.strictEqual(answer.code, 19021)
    }), { now: () => 1_000_000 })

  withDouble("reports that the address is unknown", (double) =>
    Effect.map(send({ url: `${double.url}x` }), (answer) => {
      assert.deepStrictEqual([answer.verdict, answer.code], ["permanent", 19001])
    }))

  withDouble("reports that the keyword is missing, and sends it once it is configured", (double) =>
    Effect.gen(function*() {
      assert.strictEqual((yield* send(double)).code, 19024)
      assert.strictEqual((yield* send({ ...double, keyword: "日报" })).verdict, "delivered")
    }), { keyword: "日报" })

  withDouble("is slowed down beyond five a second", (double) =>
    Effect.gen(function*() {
      const answers = yield* Effect.replicateEffect(send(double), 6)
      assert.deepStrictEqual(answers.map(({ verdict }) => verdict === "delivered"), [true, true, true, true, true, false])
      assert.deepStrictEqual([answers[5]?.verdict, answers[5]?.code], ["transient", 11232])
    }), { now: () => Math.floor((performance.timeOrigin + performance.now()) / 3_600_000) * 3_600_000 })

  withDouble("does not send what is larger than 20 KB", (double) =>
    Effect.gen(function*() {
      const answer = yield* send(double, { announcement: day({ kind: "corrected", reason: "长".repeat(7_000) }) })
      assert.strictEqual(answer.verdict, "format")
      assert.strictEqual(double.requests.length, 0)
    }))

  withDouble("does not follow a redirect", (double) =>
    Effect.scoped(Effect.gen(function*() {
      const other = yield* feishuDouble()
      double.script({ status: 307, headers: { location: other.url } })
      const answer = yield* send(double)
      assert.deepStrictEqual([answer.verdict, answer.status], ["permanent", 307])
      assert.strictEqual(other.requests.length, 0)
    })))

  answered("treats an endless reply as invalid, after its beginning", [{ fault: "endless", body: "{\"code\":0,\"msg\":\"" }], "unknown")
  answered("keeps the address and the secret out of the bot's text", [
    { body: { code: 19002, msg: `bad ${secret} at /open-apis/bot/v2/hook/${token}` } }
  ], "format")
  withDouble("keeps name, password and the parameters of an address out of the bot's text", (double) =>
    Effect.gen(function*() {
      const url = `${double.url.replace("://", "://mei:open%20sesame@")}?access_token=p%2Fq%2Br`
      const basic = Buffer.from("mei:open sesame").toString("base64")
      double.script({ body: { code: 19002, msg: `bad Basic ${basic}, open sesame at ${url}, p/q+r, send again` } })
      const { detail, excerpt } = yield* send({ url })
      assert.strictEqual(double.requests[0]?.headers.authorization, `Basic ${basic}`)
      for (const shown of [detail, excerpt ?? ""]) {
        assert.notMatch(shown, /sesame|p\/q|p%2Fq/)
        assert.notInclude(shown, basic)
        assert.include(shown, "send again")
      }
    }))

  answered("judges a connection that is cut before the reply as unknown", [{ fault: "reset" }], "unknown")
  answered("judges a connection that is cut within the reply as unknown", [{ fault: "midway" }], "unknown")
  answered("goes by the status when an error's body is cut", [{ fault: "midway", status: 503 }], "upset")
  answered("judges silence as unknown after the timeout", [{ fault: "never" }], "unknown", 1_000)
  answered("judges a reply that is not JSON as unknown", [{ body: "<html>welcome</html>" }], "unknown")

  it.live("judges a refused connection as transient", () =>
    Effect.gen(function*() {
      const { url } = yield* Effect.scoped(feishuDouble())
      const answer = yield* send({ url })
      assert.deepStrictEqual([answer.verdict, answer.status], ["transient", null])
      assert.include(answer.detail, "ECONNREFUSED")
    }))

  it.live("judges a host name that does not exist as transient", () =>
    Effect.map(send({ url: "http://no-such-host.invalid/hook/x" }), ({ verdict }) => assert.strictEqual(verdict, "transient")))

  it.live("judges a connection that closes before its TLS session begins as transient", () =>
    Effect.scoped(Effect.gen(function*() {
      const server = yield* Effect.acquireRelease(
        Effect.async<Server>((resume) => {
          const server = createServer((socket) => void socket.once("data", () => socket.destroy()))
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const address = server.address()
      const port = typeof address === "object" ? address?.port : undefined
      const { detail, verdict } = yield* send({ url: `https://127.0.0.1:${port}/hook/x` })
      assert.deepStrictEqual([verdict, /ECONNRESET/.test(detail)], ["transient", true])
    })))

  withDouble("judges a failed TLS handshake as transient",
    (double) => Effect.map(send({ url: double.url.replace("http:", "https:") }), ({ verdict }) => assert.strictEqual(verdict, "transient")))

  it.live("refuses an address that cannot be called", () =>
    Effect.forEach(["ftp://host/x", "nonsense", ""], (url) =>
      Effect.map(send({ url }), ({ verdict }) => assert.strictEqual(verdict, "permanent"))))
})

/** A bot on its own thread. It posts "asked" when it has a request, and sets `answered` when its reply is sent. */
const slowBot = `
  const { parentPort, workerData } = require("node:worker_threads")
  const server = require("node:http").createServer((request, response) => {
    parentPort.postMessage("asked")
    request.resume().on("end", () => setTimeout(() => response.end('{"code":0}', () => {
      Atomics.store(workerData, 0, 1)
      Atomics.notify(workerData, 0)
    }), 200))
  })
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port))
`

it.live("a reply that came while the event loop was blocked is read, however late", () =>
  Effect.gen(function*() {
    const answered = new Int32Array(new SharedArrayBuffer(8))
    const bot = yield* Effect.acquireRelease(
      Effect.sync(() => new Worker(slowBot, { eval: true, workerData: answered })),
      (worker) => Effect.promise(() => worker.terminate())
    )
    const said = Effect.promise(() => once(bot, "message"))
    const [port] = yield* said
    const asked = yield* Effect.fork(said)
    const timeout = 500
    const answer = yield* Effect.fork(send({ url: `http://127.0.0.1:${port}/` }, { timeout }))
    yield* Fiber.join(asked)
    Atomics.wait(answered, 0, 0)
    // Blocks the event loop: the timeout passes while the reply is in the socket.
    Atomics.wait(answered, 1, 0, timeout)
    assert.strictEqual((yield* Fiber.join(answer)).verdict, "delivered")
  }).pipe(Effect.scoped))
