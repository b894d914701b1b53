import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { codeOf, connect, head, httpService, jsonBody, raw, rawAdmin, token } from "../../lib/HttpService.ts"
import { members } from "../../lib/TestService.ts"
import { tillDouble } from "../../lib/TillDouble.ts"

const at = "2025-12-09T13:14:40+08:00"

const attempt = (body: object) => rawAdmin("/api/admin/source/try", { ...jsonBody(body), method: "POST" })

const behind = (source: object) => httpService({ at, config: { file: members({ amount_source: source }) } }).layer

const http = (url: string, more: object = {}) => ({
  kind: "http",
  url: `${url}/day?d={date}&api_key=literal-secret-1`,
  amount: "/total",
  ...more
})

// Rule 6.37.
describe("POST /api/admin/source/try", () => {
  it.scoped("answers a day's figure, yesterday's by default, and stores nothing", () =>
    Effect.gen(function*() {
      const till = yield* tillDouble(({ query }) => ({ total: query.get("d") === "2025-12-08" ? 3629.76 : 5 }))
      yield* Effect.gen(function*() {
        const answer = yield* attempt({})
        assert.strictEqual(answer.status, 200)
        const { sha256, ...rest } = answer.json()
        assert.match(String(sha256), /^[0-9a-f]{64}$/)
        assert.deepStrictEqual(rest, {
          ok: true,
          date: "2025-12-08",
          amount: 3629.76,
          items: 1,
          request: {
            method: "GET",
            address: `${till.url}/day?d=2025-12-08&api_key=<redacted>`,
            headers: ["accept", "user-agent", "accept-encoding"]
          }
        })
        assert.deepInclude((yield* attempt({ date: "2025-12-09" })).json(), { date: "2025-12-09", amount: 5 })
        assert.strictEqual((yield* raw("/api/revenue")).text, "[]")
        assert.strictEqual((yield* raw("/api/audit")).text, "[]")
      }).pipe(Effect.provide(behind(http(till.url))))
    }))

  it.scoped("names the fault of an answer", () =>
    Effect.gen(function*() {
      const till = yield* tillDouble(() => ({ total: null }))
      yield* Effect.gen(function*() {
        const answer = yield* attempt({ date: "2025-12-08" })
        assert.deepStrictEqual(codeOf(answer), [502, "source_failed"])
        assert.deepInclude(answer.json(), {
          detail: "/total: expected an amount, got null",
          date: "2025-12-08",
          reason: { code: "amount", params: { place: "/total", found: "null" } }
        })
      }).pipe(Effect.provide(behind(http(till.url))))
    }))

  it.scoped("asks once at a time, because a long answer fills the memory", () =>
    Effect.gen(function*() {
      let open = 0
      let most = 0
      const till = yield* tillDouble(() => (response) => {
        most = Math.max(most, ++open)
        setTimeout(() => {
          open--
          response.end("{\"total\":5}")
        }, 50)
      })
      yield* Effect.gen(function*() {
        const answers = yield* Effect.all([attempt({}), attempt({}), attempt({})], { concurrency: "unbounded" })
        assert.deepStrictEqual(answers.map(({ status }) => status), [200, 200, 200])
        assert.strictEqual(most, 1)
      }).pipe(Effect.provide(behind(http(till.url))))
    }))

  it.scoped("asks for one requester while the body of another has not come whole", () =>
    Effect.gen(function*() {
      const till = yield* tillDouble(() => ({ total: 5 }))
      yield* Effect.gen(function*() {
        const slow = yield* connect
        const headers = { "X-Admin-Token": token, "Content-Type": "application/json", "Content-Length": 100 }
        yield* slow.send(`${head("POST", "/api/admin/source/try", headers)}{`)
        // By then the service has begun to read that body.
        yield* raw("/api/health")
        assert.strictEqual((yield* attempt({})).status, 200)
        yield* slow.destroy
      }).pipe(Effect.provide(behind(http(till.url))))
    }))

  it.scoped("asks nothing if the settings name no source, or for a future day", () =>
    Effect.gen(function*() {
      const answer = yield* attempt({})
      assert.deepStrictEqual(codeOf(answer), [502, "source_failed"])
      assert.deepInclude(answer.json(), { request: null, reason: { code: "nobody", params: { kind: "none" } } })
      assert.deepStrictEqual(codeOf(yield* attempt({ date: "2025-12-10" })), [422, "date_in_future"])
      assert.deepStrictEqual(codeOf(yield* attempt({ date: "yesterday" })), [400, "invalid_request"])
      assert.deepInclude((yield* raw("/api/health")).json(), {
        source: { kind: "none", last_asked_at: null, last_ok_at: null, last_answer: null, last_fault: null, next_ask_at: null }
      })
    }).pipe(Effect.provide(behind({ kind: "none" }))))
})
