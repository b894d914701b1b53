import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { codeOf, connect, head, httpService, raw, rawAdmin, type RawAnswer, token } from "../../lib/HttpService.ts"
import { quickClock } from "../../lib/QuickClock.ts"

const at = "2025-12-09T13:14:40+08:00"

const adminEndpoints = [
  ["PUT", "/api/admin/turnover"],
  ["POST", "/api/admin/test_push"],
  ["POST", "/api/admin/import"],
  ["GET", "/api/admin/logs"],
  ["POST", "/api/admin/reload_cutoff"],
  ["GET", "/api/admin/notifications"],
  ["POST", "/api/admin/notifications/1/resend"],
  ["DELETE", "/api/admin/notifications/1"],
  ["GET", "/api/admin/audit/verify"]
] as const

const withToken = (given: string) => raw("/api/admin/audit/verify", { headers: { "x-admin-token": given } })

const wrongTokens = (times: number) => Effect.forEach(Array.from({ length: times }, (_, index) => `wrong ${index}`), withToken)

/** A response without the parts that differ between requests. */
const lasting = ({ headers: { date: _, "x-request-id": __, ...headers }, status, text }: RawAnswer) => ({ headers, status, text })

describe("the admin token", () => {
  // Rules 3.3 and 6.1.
  it.scoped("is required by every admin endpoint, before its path, query and body are read", () =>
    Effect.gen(function*() {
      for (const [method, path] of adminEndpoints) {
        const answer = yield* raw(path, { method, body: "nothing\u0000sensible" })
        assert.deepStrictEqual(codeOf(answer), [401, "unauthorized"], path)
        assert.strictEqual(answer.headers["www-authenticate"], "AdminToken realm=\"admin\"", path)
      }
      assert.strictEqual((yield* raw("/api/admin/logs?lines=x")).status, 401)
      assert.strictEqual((yield* raw("/api/admin/notifications/x/resend", { method: "POST" })).status, 401)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 6.1.
  it.scoped("is not required elsewhere", () =>
    Effect.gen(function*() {
      for (const path of ["/", "/admin", "/api/metrics", "/api/series7", "/api/revenue", "/api/audit", "/api/health", "/api/export"]) {
        assert.strictEqual((yield* raw(path)).status, 200, path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 3.3.
  it.scoped("is refused in the same words whether it is missing, empty, wrong, or nearly right", () =>
    Effect.gen(function*() {
      const missing = lasting(yield* raw("/api/admin/audit/verify"))
      for (const given of ["", "wrong", token.slice(0, -1), `${token}x`, token.toUpperCase(), `Bearer ${token}`]) {
        assert.deepStrictEqual(lasting(yield* withToken(given)), missing, given)
      }
      assert.strictEqual((yield* raw("/api/admin/audit/verify", { headers: { "x-admin-token": [token, token] } })).status, 401)
      assert.strictEqual((yield* withToken(token)).status, 200)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is checked before the body arrives", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      const headers = { "x-admin-token": "wrong", "content-length": 9_000_000_000 }
      yield* connection.send(`${head("PUT", "/api/admin/turnover", headers)}{`)
      assert.include(yield* connection.heard(/\}$/), "HTTP/1.1 401 ")
      yield* connection.destroy
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("may be written in any language", () =>
    Effect.gen(function*() {
      const inUtf8 = Buffer.from("密码-pässword", "utf8").toString("latin1")
      assert.strictEqual((yield* withToken(inUtf8)).status, 200)
      assert.strictEqual((yield* withToken("p\u00e4ssword")).status, 401)
    }).pipe(Effect.provide(httpService({ at, env: { ADMIN_TOKEN: "密码-pässword" } }).layer)))

  // Rule 3.4.
  it.scoped("unset, closes the admin endpoints to everyone and leaves the rest open", () =>
    Effect.gen(function*() {
      for (const [method, path] of adminEndpoints) {
        assert.deepStrictEqual(codeOf(yield* rawAdmin(path, { method })), [403, "admin_disabled"], path)
        assert.deepStrictEqual(codeOf(yield* raw(path, { method, headers: { "x-admin-token": "" } })), [403, "admin_disabled"], path)
      }
      assert.strictEqual((yield* raw("/api/metrics")).status, 200)
    }).pipe(Effect.provide(httpService({ at, env: { ADMIN_TOKEN: "" } }).layer)))
})

describe("guessing the admin token", () => {
  // Rule 3.5.
  it.scoped("counts a wrong one that is sent again once, and is blocked after sixty attempts", () =>
    Effect.gen(function*() {
      for (let time = 0; time < 50; time++) assert.strictEqual((yield* withToken("stale")).status, 401)
      assert.strictEqual((yield* withToken(token)).status, 200)
      for (let time = 50; time < 60; time++) assert.strictEqual((yield* withToken("stale")).status, 401)
      assert.deepStrictEqual(codeOf(yield* withToken(token)), [429, "too_many_attempts"])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 3.5.
  it.scoped("of fewer than 12 characters is blocked after ten attempts, also with the same one", () =>
    Effect.gen(function*() {
      for (let time = 0; time < 10; time++) assert.strictEqual((yield* withToken("stale")).status, 401)
      assert.deepStrictEqual(codeOf(yield* withToken("short-pass1")), [429, "too_many_attempts"])
    }).pipe(Effect.provide(httpService({ at, env: { ADMIN_TOKEN: "short-pass1" } }).layer)))

  // Rule 3.5.
  it.scoped("is blocked after ten different wrong ones: even the right one is not checked until a minute has passed", () =>
    Effect.gen(function*() {
      for (const answer of yield* wrongTokens(10)) assert.strictEqual(answer.status, 401)
      for (const given of ["wrong", token]) {
        const blocked = yield* withToken(given)
        assert.deepStrictEqual(codeOf(blocked), [429, "too_many_attempts"])
        assert.strictEqual(blocked.headers["retry-after"], "60")
      }
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual((yield* withToken(token)).headers["retry-after"], "1")
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* withToken(token)).status, 200)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("stays blocked where the clock is set back or ahead", () => {
    const clock = quickClock(Date.parse(at))
    return Effect.gen(function*() {
      yield* wrongTokens(10)
      yield* clock.shift("1 hour", "back")
      assert.deepStrictEqual(codeOf(yield* withToken(token)), [429, "too_many_attempts"])
      yield* clock.shift("3 hours", "forward")
      assert.deepStrictEqual(codeOf(yield* withToken(token)), [429, "too_many_attempts"])
      yield* clock.pass("1 minute")
      assert.strictEqual((yield* withToken(token)).status, 200)
    }).pipe(Effect.provide(httpService({ at: "", clock }).layer))
  })

  it.scoped("is not what a request without a token does", () =>
    Effect.gen(function*() {
      yield* Effect.replicateEffect(raw("/api/admin/logs"), 20)
      assert.strictEqual((yield* withToken(token)).status, 200)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is counted by the address of the connection, not by what a header says", () =>
    Effect.gen(function*() {
      for (let host = 0; host < 10; host++) {
        yield* raw("/api/admin/logs", { headers: { "x-admin-token": `wrong ${host}`, "x-forwarded-for": `10.0.0.${host}` } })
      }
      assert.strictEqual((yield* withToken("wrong")).status, 429)
      assert.strictEqual((yield* raw("/api/metrics")).status, 200)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is logged without the token that was tried", () =>
    Effect.gen(function*() {
      yield* withToken("a-guess-of-mine")
      const { lines } = (yield* rawAdmin("/api/admin/logs")).json()
      const log = String(lines)
      assert.include(log, "wrong token")
      assert.include(log, "127.0.0.1")
      assert.notInclude(log, "a-guess-of-mine")
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
