import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { codeOf, connect, head, httpService, raw, token } from "../../lib/HttpService.ts"

const at = "2025-12-09T13:14:40+08:00"
const listed = httpService({ at, env: { ALLOWED_HOSTS: "shop.example, 127.0.0.1:8080,[::1]" } })

const paths = [
  "/api/metrics",
  "/api/series7",
  "/api/revenue",
  "/api/events",
  "/api/health",
  "/api/export",
  "/",
  "/admin",
  "/static/style.css",
  "/docs",
  "/openapi.json",
  "/metrics",
  "/nowhere",
  "/api/admin/logs"
]

const askFor = (host: string, path = "/api/metrics") => raw(path, { headers: { host, "x-admin-token": token } })

describe("hosts", () => {
  // Rule 3.12.
  it.scoped("named in ALLOWED_HOSTS are the only ones answered, on every path", () =>
    Effect.gen(function*() {
      for (const path of paths) assert.deepStrictEqual(codeOf(yield* askFor("rebound.example", path)), [421, "misdirected_request"], path)
      const answer = yield* raw("/api/admin/turnover", {
        method: "PUT",
        headers: { host: "rebound.example", "x-admin-token": token },
        body: "{\"date\":\"2025-12-08\",\"amount\":1}"
      })
      assert.strictEqual(answer.status, 421)
      assert.strictEqual((yield* askFor("shop.example", "/api/audit")).text, "[]")
    }).pipe(Effect.provide(listed.layer)))

  it.scoped("are read as browsers write them", () =>
    Effect.gen(function*() {
      for (
        const host of [
          "shop.example",
          "Shop.Example",
          "shop.example:57778",
          "shop.example.",
          "shop.example.:80",
          "127.0.0.1:8080",
          "[::1]",
          "[::1]:57778"
        ]
      ) {
        assert.strictEqual((yield* askFor(host)).status, 200, host)
      }
      for (
        const host of [
          "127.0.0.1",
          "127.0.0.1:80",
          "x.shop.example",
          "shop.example.x",
          "shop.example,rebound.example",
          "rebound.example:shop.example",
          "[::2]",
          "::1",
          "",
          ":",
          "."
        ]
      ) {
        assert.strictEqual((yield* askFor(host)).status, 421, host)
      }
    }).pipe(Effect.provide(listed.layer)))

  it.scoped("are asked for of HTTP/1.0 too, which may leave them out", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      yield* connection.send("GET /api/metrics HTTP/1.0\r\n\r\n")
      assert.include(yield* connection.closed, "HTTP/1.1 421 ")
    }).pipe(Effect.provide(listed.layer)))

  it.scoped("are any where the list is not set", () =>
    Effect.gen(function*() {
      for (const path of ["/api/metrics", "/api/health", "/"]) assert.strictEqual((yield* askFor("rebound.example", path)).status, 200,
          path)
      const connection = yield* connect
      yield* connection.send(`${head("GET", "/api/events")}`)
      yield* connection.heard(/tick/)
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
