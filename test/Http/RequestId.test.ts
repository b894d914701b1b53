import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { httpService, jsonBody, raw, rawAdmin } from "../lib/HttpService.ts"

const at = "2025-12-09T13:14:40+08:00"

const logLines = Effect.map(rawAdmin("/api/admin/logs"),
  (answer) => (answer.json()["lines"] as ReadonlyArray<string>).map((line) => JSON.parse(line) as Record<string, unknown>))

const failing = httpService({ at, health: Effect.die(new Error("no health")) }).layer

describe("a request's id", () => {
  it.scoped("is in the header and the body of a 500, and in its log line", () =>
    Effect.gen(function*() {
      const answer = yield* raw("/api/health")
      const id = answer.json()["id"]
      assert.match(String(id), /^[0-9a-f]{12}$/)
      assert.strictEqual(answer.headers["x-request-id"], id)
      const line = (yield* logLines).find(({ message }) => message === "request failed unexpectedly")
      assert.strictEqual(line?.["request_id"], id)
    }).pipe(Effect.provide(failing)))

  it.scoped("differs for each request, whatever its answer", () =>
    Effect.gen(function*() {
      const answers = yield* Effect.forEach(["/", "/nope", "/api/series7?days=1", "/api/admin/logs", "/api/health"], (path) => raw(path))
      const ids = answers.map(({ headers }) => headers["x-request-id"])
      for (const id of ids) assert.match(String(id), /^[0-9a-f]{12}$/)
      assert.strictEqual(new Set(ids).size, ids.length)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is the one that a proxy gave, where it is fit for a log", () =>
    Effect.gen(function*() {
      const given = "4bf92f3577b34da6a3ce929d0e0e4736"
      const answer = yield* raw("/api/health", { headers: { "x-request-id": given } })
      assert.deepStrictEqual([answer.headers["x-request-id"], answer.json()["id"]], [given, given])
      for (const unfit of ["a b", "x".repeat(65), "{\"level\":\"INFO\"}", "<script>", "\u00e9"]) {
        const { headers } = yield* raw("/api/health", { headers: { "x-request-id": unfit } })
        assert.match(String(headers["x-request-id"]), /^[0-9a-f]{12}$/, unfit)
      }
    }).pipe(Effect.provide(failing)))

  it.scoped("is on the log lines of other services about the request", () =>
    Effect.gen(function*() {
      const { headers } = yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })
      const line = (yield* logLines).find(({ message }) => message === "cutoff registered")
      assert.deepInclude(line, { request_id: headers["x-request-id"], service: "scheduler" })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is on the line about a wrong token", () =>
    Effect.gen(function*() {
      const refused = { ...jsonBody({}), headers: { "x-admin-token": "wrong" } }
      const { headers } = yield* raw("/api/admin/turnover", refused)
      const line = (yield* logLines).find(({ message }) => message === "wrong token")
      assert.strictEqual(line?.["request_id"], headers["x-request-id"])
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
