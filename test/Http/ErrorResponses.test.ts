import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asWrite, inDoubt, PostgresFailure, sqlError, unavailable } from "../../src/Database/Postgres/Failure.ts"
import { Health } from "../../src/Health.ts"
import { refusalOf } from "../../src/Http/ErrorResponses.ts"
import { codeOf, faultsIn, httpService, jsonBody, raw, rawAdmin, type RawAnswer, type RawRequest } from "../lib/HttpService.ts"
import { members } from "../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"

/** The members of every error. */
const assertProblem = (answer: RawAnswer, code: string, what = code) => {
  const problem = answer.json()
  assert.strictEqual(problem["error"], code, what)
  assert.strictEqual(problem["ok"], false, what)
  assert.strictEqual(problem["status"], answer.status, what)
  assert.isString(problem["title"], what)
  assert.isNotEmpty(problem["detail"], what)
  assert.strictEqual(answer.headers["content-type"], "application/json", what)
  assert.strictEqual(answer.headers["x-content-type-options"], "nosniff", what)
  assert.strictEqual(answer.headers["cache-control"], "no-store", what)
}

const allowed: ReadonlyArray<readonly [path: string, method: string, allow: string]> = [
  ["/api/metrics", "POST", "GET, HEAD"],
  ["/api/metrics?x=1", "DELETE", "GET, HEAD"],
  ["/api/events", "OPTIONS", "GET, HEAD"],
  ["/api/admin/turnover", "GET", "PUT"],
  ["/api/admin/turnover", "HEAD", "PUT"],
  ["/api/admin/logs", "PATCH", "GET, HEAD"],
  ["/api/admin/notifications/7/resend", "GET", "POST"],
  ["/", "POST", "GET, HEAD"],
  ["/admin", "PUT", "GET, HEAD"],
  ["/docs", "POST", "GET, HEAD"],
  ["/openapi.json", "POST", "GET, HEAD"],
  ["/static/icon.svg", "DELETE", "GET, HEAD"]
]

const unknown = [
  "/nope",
  "/api",
  "/api/",
  "/api/nope",
  "/api/metrics/nope",
  "/api/admin",
  "/index.html",
  "/admin.html",
  "/api/admin/notifications//resend",
  "/api/admin/notifications/1/2/resend",
  "/%zz",
  "/%00",
  "/api/metrics%00",
  "/%E4%BD",
  "/API/metrics",
  "/api//metrics",
  "//api/metrics",
  "/api/metrics//",
  "/api/metrics/",
  "/admin/",
  "/static/icon.svg/",
  "/%61pi/metrics",
  "/api/./metrics",
  "/api/x/../metrics",
  "http://x/api/metrics",
  "/Admin",
  "/api/series7;days=abc",
  "/api/series7;?days=abc",
  "/api/series7#days=abc",
  "/admin;"
]

/** Queries with more than one question mark. */
const faultyQueries = [
  "/api/series7?x?&days=abc",
  "/api/audit?a=1?&days=",
  "/api/export?a?&bom=9",
  "/api/revenue??&days=0",
  "/api/series7?a?b?&days=6"
]

describe("an error", () => {
  // Rules 3.1 and 3.2.
  it.scoped("has one shape: 400, with every fault of the query", () =>
    Effect.gen(function*() {
      const answer = yield* rawAdmin("/api/admin/notifications?state=lost&limit=0&before=x")
      assert.strictEqual(answer.status, 400)
      assertProblem(answer, "invalid_request")
      assert.deepStrictEqual(faultsIn(answer), [
        { field: "state", message: "expected one of pending delivered accepted failed, got \"lost\"" },
        { field: "before", message: "expected a whole number from 1 to 9007199254740991, got \"x\"" },
        { field: "limit", message: "expected a whole number from 1 to 200, got \"0\"" }
      ])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("400 reports a faulty query whatever is before it", () =>
    Effect.gen(function*() {
      for (const path of faultyQueries) {
        const answer = yield* raw(path)
        assert.strictEqual(answer.status, 400, path)
        assertProblem(answer, "invalid_request", path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 3.6.
  it.scoped("404 reports an unknown path, with any method", () =>
    Effect.gen(function*() {
      for (const path of unknown) {
        for (const method of ["GET", "POST"]) {
          const answer = yield* raw(path, { method })
          assert.strictEqual(answer.status, 404, path)
          assertProblem(answer, "not_found", path)
        }
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 3.6.
  it.scoped("405 names the methods that a known path has", () =>
    Effect.gen(function*() {
      for (const [path, method, allow] of allowed) {
        const answer = yield* raw(path, { method })
        assert.strictEqual(answer.status, 405, path)
        assert.strictEqual(answer.headers.allow, allow, path)
        if (method !== "HEAD") assertProblem(answer, "method_not_allowed", path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rules 3.8 and 4.1.
  it.scoped("422 reports a day that has not come yet in the shop's zone", () =>
    Effect.gen(function*() {
      const requests: ReadonlyArray<readonly [string, RawRequest]> = [
        ["/api/admin/turnover", jsonBody({ date: "2025-12-10", amount: 1 })],
        ["/api/admin/test_push", { ...jsonBody({ date: "2025-12-10" }), method: "POST" }]
      ]
      for (const [path, request] of requests) {
        const answer = yield* rawAdmin(path, request)
        assert.strictEqual(answer.status, 422)
        assertProblem(answer, "date_in_future")
        const message = "expected a date up to 2025-12-09, today in the shop's zone, got \"2025-12-10\""
        const code = { code: "date_until", params: { last: "2025-12-09", found: "\"2025-12-10\"" } }
        assert.deepStrictEqual(answer.json()["errors"], [{ field: "date", ...code, message }])
      }
    }).pipe(Effect.provide(httpService({ at: "2025-12-09T23:59:59+08:00" }).layer)))

  // Rules 3.8 and 6.17.
  it.scoped("422 lists every fault of a configuration that cannot be reloaded, and no secret of it", () =>
    Effect.gen(function*() {
      const config: { file: Record<string, unknown> | string } = { file: members() }
      const holidays = "{ \"2027\": { \"春节\": {\n\"off\": [\"2027-02-30\"] } } }"
      yield* Effect.gen(function*() {
        config.file = members({ chat_webhook_url: "ftp://secret-hook-key", cutoff_time: "25:00", weekday_range: [5, 1] })
        const answer = yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })
        assert.strictEqual(answer.status, 422)
        assertProblem(answer, "invalid_config")
        assert.deepStrictEqual(
          (answer.json()["errors"] as ReadonlyArray<{ field: string }>).map(({ field }) => field).sort(),
          ["chat_webhook_url", "cutoff_time", "weekday_range"]
        )
        assert.notInclude(answer.text, "secret-hook-key")
        config.file = "{"
        assertProblem(yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" }), "invalid_config")
        config.file = members({ holidays_file: "holidays.json" })
        const ofHolidays = yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })
        assertProblem(ofHolidays, "invalid_config")
        assert.strictEqual(ofHolidays.json()["detail"],
          "2027.春节.off.0: expected a calendar date YYYY-MM-DD, got \"2027-02-30\", on line 2 of holidays.json")
        assert.strictEqual((yield* raw("/api/metrics")).json()["cutoff_time"], "23:00")
      }).pipe(Effect.provide(httpService({ at, config, files: { "holidays.json": holidays } }).layer))
    }))

  // Rules 3.1 and 3.10.
  it.scoped("500 shows an id that is in the log, and nothing about the error", () =>
    Effect.gen(function*() {
      const answer = yield* raw("/api/health")
      assert.strictEqual(answer.status, 500)
      assertProblem(answer, "internal")
      assert.notMatch(answer.text, /SELECT|turnover\.db|Error|\bat /)
      const id = String(answer.json()["id"])
      assert.match(id, /^[0-9a-f]{12}$/)
      assert.include(String(answer.json()["detail"]), id)
      const { lines } = (yield* rawAdmin("/api/admin/logs")).json()
      const line = (lines as ReadonlyArray<string>).find((text) => text.includes(id))
      assert.include(line, "SELECT nothing FROM /srv/turnover.db")
      assert.strictEqual((yield* raw("/api/metrics")).status, 200)
    }).pipe(Effect.provide(httpService({ at, health: Effect.die(new Error("SELECT nothing FROM /srv/turnover.db")) }).layer)))

  it.scoped("500, not 400, is the answer where the service's own figures do not fit their declaration", () =>
    Effect.gen(function*() {
      const sound = yield* Effect.flatMap(Health, ({ report }) => report).pipe(Effect.provide(httpService({ at }).layer))
      const unsound = { ...sound, missingDays: [...sound.missingDays, "yesterday" as (typeof sound.missingDays)[number]] }
      const answer = yield* Effect.provide(raw("/api/health"), httpService({ at, health: Effect.succeed(unsound) }).layer)
      assert.deepStrictEqual(codeOf(answer), [500, "internal"])
    }))

  // Rule 3.1.
  it.scoped("is application/problem+json to clients that ask for it", () =>
    Effect.gen(function*() {
      const accept = "application/problem+json, application/json;q=0.5"
      const requests: ReadonlyArray<readonly [string, RawRequest, number]> = [
        ["/api/series7?days=1", {}, 400],
        ["/api/admin/logs", {}, 401],
        ["/nope", {}, 404],
        ["/api/metrics", { method: "POST" }, 405]
      ]
      for (const [path, request, status] of requests) {
        const answer = yield* raw(path, { ...request, headers: { accept } })
        assert.strictEqual(answer.status, status, path)
        assert.strictEqual(answer.headers["content-type"], "application/problem+json", path)
        assert.strictEqual(answer.json()["status"], status, path)
      }
      assert.strictEqual((yield* raw("/api/metrics", { headers: { accept } })).headers["content-type"], "application/json")
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

const ended = unavailable("Connection terminated unexpectedly")

// Rule 3.13.
describe("The refusal of a change that the database could not store", () => {
  it.each([
    [
      "a wait that ended behind a lock",
      unavailable("canceling statement due to statement timeout", "57014"),
      "nothing is changed, try again"
    ],
    ["a deadline that passed", unavailable("the transaction's deadline has passed: it is rolled back"), "nothing is changed, try again"],
    ["a connection that ended before the COMMIT", inDoubt(ended), "nothing is changed, try again"],
    ["a connection that ended at the COMMIT", asWrite(inDoubt(ended)), "check whether the change is stored, then try again"],
    [
      "a disk that failed",
      new PostgresFailure({ kind: "unavailable", state: "58030", message: "could not write", inDoubt: false }),
      "check whether the change is stored, then try again"
    ]
  ])("after %s says whether it may be stored", (_, failure, sentence) => {
    assert.include(refusalOf(sqlError(failure))?.detail, sentence)
  })
})
