import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, GlobalValue } from "effect"
import { ClientLimits } from "../../src/Http/Wire/ClientLimits.ts"
import { connect, head, httpService, raw } from "../lib/HttpService.ts"

const { waiting: mostWaiting } = Context.get(Context.empty(), ClientLimits)
const at = "2025-12-09T13:14:40+08:00"

/** Root fibers that have not ended; each request has one. */
const fibersLeft = Effect.sync(() =>
  GlobalValue.globalValue(Symbol.for("effect/FiberScope/Global"), (): { readonly roots: Set<unknown> } =>
    assert.fail("Effect keeps its fibers elsewhere")).roots.size
)

const openStreams = Effect.map(raw("/metrics"), ({ text }) => Number(/^turnover_event_clients (\d+)$/m.exec(text)?.[1]))

const untilFibers = (count: number) =>
  Effect.repeat(Effect.zipLeft(fibersLeft, Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))), {
    until: (left) => left <= count,
    times: 5000
  })

describe("requests sent at once on one connection", () => {
  it.scoped("are answered one after another, in their order", () =>
    Effect.gen(function*() {
      const paths = ["/api/metrics", "/api/nope", "/api/series7", "/api/audit", "/", "/api/health", "/api/revenue", "/api/export", "/docs"]
      const connection = yield* connect
      yield* connection.send(
        [...paths, ...paths].map((path) => head("GET", path)).join("") + head("GET", "/metrics", { connection: "close" })
      )
      const answers = yield* connection.closed
      const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
      const expected = paths.map((path) => (path === "/api/nope" ? "404" : "200"))
      assert.deepStrictEqual(statuses, [...expected, ...expected, "200"])
      assert.include(answers.slice(answers.lastIndexOf("HTTP/1.1")), "# TYPE")
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("leave nothing behind when their client disconnects, whatever they requested", () =>
    Effect.gen(function*() {
      yield* raw("/api/nope")
      const before = yield* untilFibers(0)
      for (const path of ["/api/events", "/api/nope", "/api/audit", "/api/health", "/api/events?", "/api/admin/logs"]) {
        for (let round = 0; round < 5; round += 1) {
          const connection = yield* connect
          yield* connection.send(head("GET", path).repeat(mostWaiting))
          yield* connection.heard(/HTTP\/1\.1 \d/)
          yield* connection.destroy
          assert.strictEqual(yield* untilFibers(before), before, path)
        }
        assert.strictEqual(yield* openStreams, 0, path)
      }
      assert.strictEqual((yield* raw("/api/metrics")).status, 200)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("are limited behind an answer that has no end: the connection is cut off", () =>
    Effect.gen(function*() {
      const patient = yield* connect
      yield* patient.send(head("GET", "/api/events").repeat(1 + mostWaiting))
      yield* patient.heard(/"tick"/)
      assert.strictEqual(yield* openStreams, 1)
      yield* patient.send(head("GET", "/api/metrics"))
      assert.notInclude(yield* patient.closed, "shop_name")
      assert.strictEqual(yield* openStreams, 0)
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
