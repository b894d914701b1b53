import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { Delivery } from "../../../src/Domain/Attempt.ts"
import { createToken, withToken } from "../../lib/Browser.ts"
import { client, codeOf, httpService, jsonBody, raw, rawAdmin } from "../../lib/HttpService.ts"
import { delivered, recordingBot } from "../../lib/RecordingBot.ts"
import { members } from "../../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"

const refused: Delivery = { ...delivered, verdict: "permanent", code: 19001, detail: "The address is wrong", excerpt: null }

const office = { name: "office", url: "https://oapi.dingtalk.com/robot/send?access_token=0123456789abcdef" }
const settings = () => ({ file: members({ chats: [office] }) })

const enter = (date: string) => rawAdmin("/api/admin/turnover", jsonBody({ date, amount: 1 }))

const rested = TestClock.adjust("10 seconds")

const states = Effect.flatMap(client,
  (api) =>
    Effect.map(api.notifications({ urlParams: { limit: 50 } }), ({ items }) =>
      items.map(({ chat, id, state }) => `${id} ${chat} ${state}`).sort()))

const drop = (secret: string, id: number | string) => withToken(secret, `/api/admin/notifications/${id}`, { method: "DELETE" })

const resend = (secret: string, id: number, body: object) =>
  withToken(secret, `/api/admin/notifications/${id}/resend`, { ...jsonBody(body), method: "POST" })

/** Who did what with which message, from the first log line about it. */
const logged = (what: string) =>
  Effect.map(rawAdmin("/api/admin/logs?lines=200"), (answer) => {
    const [line = "{}"] = (answer.json()["lines"] as ReadonlyArray<string>).filter((each) => each.includes(what))
    const { by, chat, kind, notification, state, to } = JSON.parse(line) as Record<string, unknown>
    return [by, chat, to, kind, notification, state]
  })

const deferred: Delivery = { ...delivered, verdict: "transient", code: null, status: 503, detail: "HTTP 503", excerpt: null }

const unsent = Effect.map(raw("/api/health"), (answer) => {
  const { chats } = answer.json()["notifications"] as { chats: ReadonlyArray<{ name: string; unsent: boolean }> }
  return chats.filter((chat) => chat.unsent).map(({ name }) => name)
})

// Rule 6.19.
describe("a chat that takes no messages", () => {
  it.scoped("is unsent in the health that everybody reads after five minutes of waiting, and not one before", () => {
    const bot = recordingBot(["main", "office"])
    bot.scripts["office"] = Array.from({ length: 50 }, () => Effect.succeed(deferred))
    return Effect.gen(function*() {
      yield* enter("2025-12-08")
      yield* TestClock.adjust("4 minutes")
      assert.deepStrictEqual(yield* unsent, [])
      yield* TestClock.adjust("61 seconds")
      assert.deepStrictEqual(yield* unsent, ["office"])
    }).pipe(Effect.provide(httpService({ at, bot, config: settings() }).layer))
  })

  it.scoped("is unsent at once where it has refused one", () => {
    const bot = recordingBot(["main", "office"])
    bot.scripts["office"] = [Effect.succeed(refused)]
    return Effect.gen(function*() {
      yield* enter("2025-12-08")
      yield* rested
      assert.deepStrictEqual(yield* unsent, ["office"])
    }).pipe(Effect.provide(httpService({ at, bot, config: settings() }).layer))
  })
})

// Rules 7.26 and 7.27.
describe("a message of one of several chats", () => {
  const failingInOffice = () => {
    const bot = recordingBot(["main", "office"])
    bot.scripts["office"] = [Effect.succeed(refused)]
    return bot
  }

  it.scoped("is sent to another chat by a manager, and not by entry, to an unknown chat, or again", () => {
    const bot = failingInOffice()
    return Effect.gen(function*() {
      const manager = yield* createToken("li", "manager")
      const entry = yield* createToken("wang", "entry")
      yield* enter("2025-12-08")
      yield* rested
      assert.deepStrictEqual(yield* states, ["1 main delivered", "2 office failed"])
      assert.strictEqual((yield* resend(entry.secret, 2, { chat: "main" })).status, 403)
      const unknown = yield* resend(manager.secret, 2, { chat: "kitchen" })
      assert.deepStrictEqual(codeOf(unknown), [400, "invalid_request"])
      assert.include(unknown.text, "main office")
      assert.deepStrictEqual(codeOf(yield* resend(manager.secret, 1, { chat: "office" })), [404, "not_found"])
      assert.deepStrictEqual(yield* states, ["1 main delivered", "2 office failed"])
      assert.strictEqual((yield* resend(manager.secret, 2, { chat: "main" })).status, 200)
      yield* rested
      assert.deepStrictEqual(yield* states, ["1 main delivered", "2 main delivered"])
      assert.deepStrictEqual(yield* logged("message sent again by a person"), ["li", "office", "main", "entered", 2, "failed"])
      assert.deepStrictEqual(codeOf(yield* resend(manager.secret, 2, { chat: "office" })), [404, "not_found"])
    }).pipe(Effect.provide(httpService({ at, bot, config: settings() }).layer))
  })

  it.scoped("is dropped by a manager, and not by entry, twice, or once it is delivered; the log says by whom", () => {
    const bot = failingInOffice()
    return Effect.gen(function*() {
      const manager = yield* createToken("li", "manager")
      const entry = yield* createToken("wang", "entry")
      yield* enter("2025-12-08")
      yield* rested
      assert.strictEqual((yield* drop(entry.secret, 2)).status, 403)
      for (const id of [1, 99]) assert.deepStrictEqual(codeOf(yield* drop(manager.secret, id)), [404, "not_found"])
      for (const id of ["0", "x"]) assert.deepStrictEqual(codeOf(yield* drop(manager.secret, id)), [400, "invalid_request"])
      assert.strictEqual((yield* drop(manager.secret, 2)).status, 200)
      assert.deepStrictEqual(codeOf(yield* drop(manager.secret, 2)), [404, "not_found"])
      assert.deepStrictEqual(yield* states, ["1 main delivered"])
      assert.deepStrictEqual(yield* logged("message dropped by a person"), ["li", "office", undefined, "entered", 2, "failed"])
    }).pipe(Effect.provide(httpService({ at, bot, config: settings() }).layer))
  })

  it.scoped("is sent again with all that its chat refused, or given up with them, by a manager", () => {
    const bot = recordingBot(["main", "office"])
    bot.scripts["office"] = Array.from({ length: 4 }, () => Effect.succeed(refused))
    const config = settings()
    const resend = (secret: string, body: object) =>
      Effect.map(withToken(secret, "/api/admin/notifications/resend", { ...jsonBody(body), method: "POST" }), (answer) =>
        answer.status === 200 ? answer.json() : codeOf(answer))
    return Effect.gen(function*() {
      const manager = yield* createToken("li", "manager")
      const entry = yield* createToken("wang", "entry")
      yield* enter("2025-12-07")
      yield* enter("2025-12-08")
      yield* rested
      const refusedTwice = ["1 main delivered", "2 office failed", "3 main delivered", "4 office failed"]
      assert.deepStrictEqual(yield* states, refusedTwice)
      assert.deepStrictEqual(yield* resend(entry.secret, { send: "all", chat: "office" }), [403, "forbidden"])
      for (const body of [{}, { send: "some" }, { send: "all", chat: "kitchen" }, { send: "none", chat: "kitchen" }])
        assert.deepStrictEqual(yield* resend(manager.secret, body), [400, "invalid_request"])
      assert.deepStrictEqual(yield* resend(manager.secret, { send: "none" }), { ok: true, sent: 0, dropped: 0 })
      assert.deepStrictEqual(yield* states, refusedTwice)
      assert.deepStrictEqual(yield* resend(manager.secret, { send: "all", chat: "office" }), { ok: true, sent: 2, dropped: 0 })
      yield* rested
      assert.deepStrictEqual(yield* states, refusedTwice)
      assert.deepStrictEqual(bot.sent.length, 6)
      bot.chats.pop()
      config.file = members()
      assert.strictEqual((yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })).status, 200)
      assert.deepStrictEqual(yield* resend(manager.secret, { send: "daily", chat: "office" }), [400, "invalid_request"])
      assert.deepStrictEqual(yield* resend(manager.secret, { send: "none", chat: "office" }), { ok: true, sent: 0, dropped: 2 })
      assert.deepStrictEqual(yield* states, ["1 main delivered", "3 main delivered"])
      const [line = "{}"] = ((yield* rawAdmin("/api/admin/logs?lines=200")).json()["lines"] as ReadonlyArray<string>)
        .filter((each) => each.includes("refused messages settled by a person")).slice(-1)
      assert.deepInclude(JSON.parse(line), { by: "li", chat: "office", which: "none", sent: 0, dropped: 2 })
    }).pipe(Effect.provide(httpService({ at, bot, config }).layer))
  })

  it.scoped("is listed by its chat, and one that a reload removed is named by health until nothing waits for it", () => {
    const bot = failingInOffice()
    const config = settings()
    return Effect.gen(function*() {
      yield* enter("2025-12-08")
      yield* rested
      const api = yield* client
      const ofOffice = yield* api.notifications({ urlParams: { limit: 9, chat: "office" } })
      assert.deepStrictEqual(ofOffice.items.map(({ id }) => id), [2])
      assert.deepStrictEqual(ofOffice.counts, { pending: 0, delivered: 0, accepted: 0, failed: 1 })
      assert.deepStrictEqual((yield* api.notifications({ urlParams: { limit: 9 } })).counts, {
        pending: 0,
        delivered: 1,
        accepted: 0,
        failed: 1
      })
      const ofNone = yield* api.notifications({ urlParams: { limit: 9, chat: "kitchen" } })
      assert.deepStrictEqual([ofNone.items, ofNone.counts], [[], { pending: 0, delivered: 0, accepted: 0, failed: 0 }])
      bot.chats.pop()
      config.file = members()
      assert.strictEqual((yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })).status, 200)
      const removed = Effect.map(rawAdmin("/api/health"),
        (answer) => (answer.json()["problems"] as ReadonlyArray<{ code: string }>).filter(({ code }) => code === "chat_removed"))
      assert.deepInclude<unknown>((yield* removed)[0], { code: "chat_removed", params: { chat: "office", count: 1 } })
      assert.deepStrictEqual(codeOf(yield* rawAdmin("/api/admin/notifications/2/resend", { method: "POST" })), [400, "invalid_request"])
      yield* rawAdmin("/api/admin/notifications/2", { method: "DELETE" })
      assert.deepStrictEqual(yield* removed, [])
    }).pipe(Effect.provide(httpService({ at, bot, config }).layer))
  })
})
