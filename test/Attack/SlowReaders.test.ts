import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { ClientLimits } from "../../src/Http/Wire/ClientLimits.ts"
import { codeOf, connect, csvBody, head, httpService, raw, rawAdmin } from "../lib/HttpService.ts"

const at = "2025-12-09T13:14:40+08:00"

const limited = (limits: Partial<typeof ClientLimits.Service>) =>
  Layer.provide(httpService({ at }).layer, Layer.succeed(ClientLimits, { ...Context.get(Context.empty(), ClientLimits), ...limits }))

const dayMillis = 86_400_000

/** Ten years of days: a response with all of them does not fit into the buffers of a client that does not read. */
const tenYears = rawAdmin("/api/admin/import", csvBody(
  Array.from({ length: 3660 }, (_, index) => `${new Date(Date.parse("2025-12-08") - index * dayMillis).toISOString().slice(0, 10)},1000.00`)
    .join("\n")
))

/** Requests more than all buffers hold, and reads nothing. */
const stalled = (path: string) =>
  Effect.tap(connect, (connection) => Effect.zipRight(connection.pause, connection.send(head("GET", path).repeat(100))))

const long = ["/api/audit?days=3660", "/api/revenue?days=3660", "/api/export"]

/** Repeats a request until it got the same status `times` times in a row. */
const until = (path: string, status: number, times = 1) => {
  let found = 0
  return Effect.repeat(raw(path), {
    until: (answer) => {
      found = answer.status === status ? found + 1 : 0
      return found >= times
    }
  })
}

describe("readers that do not read", () => {
  // Rule 3.13.
  it.scoped("are cut off if they read nothing for a while, and a quiet event stream is not", () =>
    Effect.gen(function*() {
      yield* tenYears
      const watcher = yield* connect
      yield* watcher.send(head("GET", "/api/events"))
      yield* watcher.heard(/tick/)
      for (const path of ["/api/audit?days=3660", "/api/revenue?days=3660"]) {
        const reader = yield* stalled(path)
        // The status stays the same while the client stalls; afterwards there is room again.
        yield* until("/api/export", 503, 20)
        yield* until("/api/export", 200, 5)
        yield* reader.resume
        yield* reader.closed
      }
      assert.match((yield* raw("/metrics")).text, /^turnover_event_clients 1$/m)
      yield* watcher.destroy
    }).pipe(Effect.provide(limited({ stalled: 1_000, longResponses: { bytes: 1, waiting: 0, patience: 0 } }))), 60_000)

  it.scoped("leave room for other clients, which are refused in the declared shape while there is none", () =>
    Effect.gen(function*() {
      yield* tenYears
      const readers = [yield* stalled("/api/audit?days=3660"), yield* stalled("/api/revenue?days=3660")]
      for (const path of long) {
        const answer = yield* until(path, 503)
        assert.deepStrictEqual(codeOf(answer), [503, "unavailable"], path)
        assert.strictEqual(answer.headers["retry-after"], "10", path)
      }
      for (const path of ["/api/metrics", "/api/series7?days=90", "/api/revenue", "/api/health", "/", "/openapi.json"]) {
        assert.strictEqual((yield* raw(path)).status, 200, path)
      }
      assert.strictEqual((yield* tenYears).status, 200)
      for (const reader of readers) yield* reader.destroy
      for (const path of long) yield* until(path, 200)
    }).pipe(Effect.provide(limited({ longResponses: { bytes: 1, waiting: 0, patience: 0 } }))), 60_000)

  it.scoped("delay no client that reads: more long answers than there is room for are sent one after another",
    () =>
      Effect.gen(function*() {
        yield* tenYears
        const answers = yield* Effect.all(Array.from({ length: 30 }, (_, index) => raw(long[index % 3] ?? "")), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(answers.map(({ status }) => status), answers.map(() => 200))
      }).pipe(Effect.provide(limited({ longResponses: { bytes: 1, waiting: 30, patience: 10_000 } }))), 60_000)
})
