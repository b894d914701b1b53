import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, FiberId, Layer, TestClock } from "effect"
import * as Source from "../../../src/Source.ts"
import { Programs } from "../../../src/Source/Command.ts"
import type { Ended } from "../../../src/Source/Program.ts"
import { codeOf, connect, head, httpService, jsonBody, raw, rawAdmin, token } from "../../lib/HttpService.ts"
import { members } from "../../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"

const attempt = (body: object) => rawAdmin("/api/admin/source/try", { ...jsonBody(body), method: "POST" })

const printed = (stdout: string, code = 0, stderr = ""): Ended => ({ _tag: "Ended", code, stdout: Buffer.from(stdout), stderr })

/** A service whose program ends in this way for a day. */
const behind = (run: (date: string) => Effect.Effect<Ended>, from = at) =>
  httpService({
    at: from,
    config: { file: members({ amount_source: { kind: "command", run: ["node", "tills/square.mjs"] } }) },
    source: Layer.provide(
      Source.layer,
      Layer.succeed(Programs, { run: (_source, environment) => run(environment["TURNOVER_DATE"] ?? "") })
    )
  }).layer

// Rule 6.37.
describe("POST /api/admin/source/try", () => {
  it.scoped("answers a day's figure, yesterday's by default, and stores nothing", () =>
    Effect.gen(function*() {
      const answer = yield* attempt({})
      assert.strictEqual(answer.status, 200)
      const { sha256, ...rest } = answer.json()
      assert.match(String(sha256), /^[0-9a-f]{64}$/)
      assert.deepStrictEqual(rest, {
        ok: true,
        date: "2025-12-08",
        amount: 3629.76,
        items: 161,
        request: { method: "RUN", address: "node tills/square.mjs", variables: [] }
      })
      assert.deepInclude((yield* attempt({ date: "2025-12-09" })).json(), { date: "2025-12-09", amount: 5 })
      assert.strictEqual((yield* raw("/api/revenue")).text, "[]")
      assert.strictEqual((yield* raw("/api/audit")).text, "[]")
    }).pipe(
      Effect.provide(
        behind((date) => Effect.succeed(printed(date === "2025-12-08" ? "{\"amount\":\"3629.76\",\"items\":161}\n" : "{\"amount\":5}")))
      )
    ))

  it.scoped("shows the sentence of a program without a figure", () =>
    Effect.gen(function*() {
      const answer = yield* attempt({ date: "2025-12-08" })
      assert.deepStrictEqual(codeOf(answer), [502, "source_failed"])
      assert.deepInclude(answer.json(), {
        detail: "the program ended with 3: page 2 fails",
        date: "2025-12-08",
        reason: { code: "failed", params: { code: 3, sentence: "page 2 fails" } }
      })
    }).pipe(Effect.provide(behind(() => Effect.succeed(printed("{\"amount\":5}", 3, "page 2 fails\n"))))))

  it.scoped("runs one program at a time", () => {
    let open = 0
    let most = 0
    const slow = Effect.suspend(() => {
      most = Math.max(most, ++open)
      return Effect.as(Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 50))), printed("{\"amount\":5}"))
    }).pipe(Effect.ensuring(Effect.sync(() => open--)))
    return Effect.gen(function*() {
      const answers = yield* Effect.all([attempt({}), attempt({}), attempt({})], { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ status }) => status), [200, 200, 200])
      assert.strictEqual(most, 1)
    }).pipe(Effect.provide(behind(() => slow)))
  })

  // Decided with rule 2.9: no program outlives the settings that named it.
  it.scoped("ends the program at a reload", () => {
    let ended = 0
    const begun = Deferred.unsafeMake<void>(FiberId.none)
    const hanging = Effect.zipRight(Deferred.succeed(begun, undefined), Effect.onInterrupt(Effect.never, () => Effect.sync(() => ended++)))
    return Effect.gen(function*() {
      const trial = yield* Effect.fork(attempt({}))
      yield* Deferred.await(begun)
      assert.strictEqual((yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })).status, 200)
      const answer = yield* Fiber.join(trial)
      assert.deepStrictEqual(codeOf(answer), [502, "source_failed"])
      assert.deepInclude(answer.json(), {
        detail: "the settings were read again while the source was asked",
        reason: { code: "reloaded", params: {} }
      })
      assert.strictEqual(ended, 1)
    }).pipe(Effect.provide(behind(() => hanging)))
  })

  it.scoped("asks for one requester while the body of another has not come whole", () =>
    Effect.gen(function*() {
      const slow = yield* connect
      const headers = { "X-Admin-Token": token, "Content-Type": "application/json", "Content-Length": 100 }
      yield* slow.send(`${head("POST", "/api/admin/source/try", headers)}{`)
      // By then the service has begun to read that body.
      yield* raw("/api/health")
      assert.strictEqual((yield* attempt({})).status, 200)
      yield* slow.destroy
    }).pipe(Effect.provide(behind(() => Effect.succeed(printed("{\"amount\":5}"))))))

  it.scoped("asks nothing if the settings name no source, or for a future day", () =>
    Effect.gen(function*() {
      const answer = yield* attempt({})
      assert.deepStrictEqual(codeOf(answer), [502, "source_failed"])
      assert.deepInclude(answer.json(), { request: null, reason: { code: "nobody", params: { kind: "none" } } })
      assert.deepStrictEqual(codeOf(yield* attempt({ date: "2025-12-10" })), [422, "date_in_future"])
      assert.deepStrictEqual(codeOf(yield* attempt({ date: "yesterday" })), [400, "invalid_request"])
      assert.deepInclude((yield* raw("/api/health")).json(), {
        source: { kind: "none", last_asked_at: null, last_answer: null, last_fault: null, next_ask_at: null }
      })
    }).pipe(Effect.provide(httpService({ at, config: { file: members({ amount_source: { kind: "none" } }) } }).layer)))
})

// Rule 5.20.
describe("a source that is asked for today's figure", () => {
  it.scoped("is said to be asked until the end of its patience, and managers read its sentence", () =>
    Effect.gen(function*() {
      const today = Effect.map(raw("/api/metrics"), (answer) => answer.json()["today"] as Record<string, unknown>)
      const askedUntil = Effect.map(today, (figure) => figure["asked_until"])
      const faultFor = (headers: Record<string, string>) =>
        Effect.map(raw("/api/health", { headers }), (answer) => (answer.json()["source"] as Record<string, unknown>)["last_fault"])
      yield* TestClock.adjust("1 second")
      assert.isUndefined(yield* askedUntil)
      assert.deepInclude(yield* today, { to_ask: true, awaits: false })
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* askedUntil, "2025-12-10T00:00:00+08:00")
      assert.notProperty(yield* today, "to_ask")
      assert.deepInclude(yield* faultFor({ "x-admin-token": token }), { date: "2025-12-09", params: { code: 3, sentence: "page 2 fails" } })
      assert.notProperty(yield* faultFor({}), "params")
      yield* TestClock.adjust("1 hour")
      assert.isUndefined(yield* askedUntil)
    }).pipe(Effect.provide(behind(() => Effect.succeed(printed("", 3, "page 2 fails\n")), "2025-12-09T22:58:40+08:00"))))
})
