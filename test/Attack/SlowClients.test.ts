import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { setImmediate } from "node:timers/promises"
import { ClientLimits } from "../../src/Http/Wire/ClientLimits.ts"
import { codeOf, connect, type Connection, head, httpService, raw, token } from "../lib/HttpService.ts"

const at = "2025-12-09T13:14:40+08:00"

const limited = (limits: Partial<typeof ClientLimits.Service>) =>
  Layer.provide(httpService({ at }).layer, Layer.succeed(ClientLimits, { ...Context.get(Context.empty(), ClientLimits), ...limits }))

const impatient = limited({ headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 })

/** The error that a connection received before the server closed it. */
const refusal = (connection: Connection) =>
  Effect.map(connection.closed, (heard) => {
    const [head = "", body = "{}"] = heard.split("\r\n\r\n")
    const { error, ok, status } = JSON.parse(body)
    return { line: head.split("\r\n", 1)[0], ok, status, error }
  })

const timedOut = { line: "HTTP/1.1 408 Request Timeout", ok: false, status: 408, error: "request_timeout" }

describe("a client that takes its time", () => {
  const begun: ReadonlyArray<readonly [what: string, bytes: string]> = [
    ["over its request line", "GET /api/met"],
    ["over its headers", "GET /api/metrics HTTP/1.1\r\nHost: shop\r\nX-A: b\r\n"],
    ["over its JSON", `${head("PUT", "/api/admin/turnover", { "x-admin-token": token, "content-length": 60 })}{"date":`],
    [
      "over its CSV, in chunks",
      `${
        head("POST", "/api/admin/import", { "x-admin-token": token, "content-type": "text/csv", "transfer-encoding": "chunked" })
      }4\r\ndate\r\n`
    ]
  ]
  // Rule 3.11.
  it.scoped.each(begun)("%s is refused in the declared shape, and loses its connection", ([, bytes]) =>
    Effect.gen(function*() {
      const connection = yield* connect
      yield* connection.send(bytes)
      assert.deepStrictEqual(yield* refusal(connection), timedOut)
    }).pipe(Effect.provide(impatient)))

  it.scoped("delays no other client, and writes nothing", () =>
    Effect.gen(function*() {
      const [, bytes = ""] = begun[2] ?? []
      const slow = yield* Effect.replicateEffect(Effect.tap(connect, (connection) => connection.send(bytes)), 50)
      assert.strictEqual((yield* raw("/api/metrics")).status, 200)
      for (const connection of slow) assert.deepStrictEqual(yield* refusal(connection), timedOut)
      assert.deepStrictEqual((yield* raw("/api/audit")).text, "[]")
    }).pipe(Effect.provide(impatient)))
})

describe("a body that is still being sent after its response", () => {
  const refused = head("PUT", "/api/admin/turnover", { "transfer-encoding": "chunked" })
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`
  const slow = { requestTimeout: 0, stalled: 3_600_000 }

  it.scoped("is dropped, and the connection serves the next request", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      yield* connection.send(refused)
      yield* connection.heard(/^HTTP\/1.1 401 .*\}$/s)
      yield* connection.send(`${chunk}0\r\n\r\n${head("GET", "/api/metrics", { connection: "close" })}`)
      assert.match(yield* connection.closed, /HTTP\/1.1 200 OK/)
    }).pipe(Effect.provide(limited({}))))

  // Rule 3.11.
  it.scoped("ends the connection once it is larger than what is allowed", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      yield* connection.send(refused)
      const sending = Effect.forever(Effect.zipRight(connection.send(chunk), Effect.promise(() => setImmediate())))
      const heard = yield* Effect.raceFirst(connection.closed, sending)
      assert.match(heard, /^HTTP\/1.1 401 /)
    }).pipe(Effect.provide(limited({ ...slow, unread: { bytes: 1_000_000, millis: 3_600_000 } }))))

  it.scoped("ends the connection once it takes longer than what is allowed", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      yield* connection.send(`${refused}${chunk}`)
      assert.match(yield* connection.closed, /^HTTP\/1.1 401 [^]*\}$/)
    }).pipe(Effect.provide(limited({ ...slow, unread: { bytes: 1_000_000, millis: 200 } }))))
})

describe("connections", () => {
  it.scoped("are bounded: one more is closed unread, and there is room again once one has gone", () =>
    Effect.gen(function*() {
      const open = yield* Effect.replicateEffect(
        Effect.tap(connect, (connection) => Effect.zipRight(connection.send(head("GET", "/api/metrics")), connection.heard(/\}$/))),
        5
      )
      const one = yield* connect
      yield* one.send(head("GET", "/api/metrics"))
      assert.strictEqual(yield* one.closed, "")
      yield* Effect.forEach(open, (connection) => connection.destroy)
      // The server notices the closed connection only after a moment.
      const again = yield* Effect.retry(raw("/api/metrics"), { times: 1000 })
      assert.strictEqual(again.status, 200)
    }).pipe(Effect.provide(limited({ connections: 5 }))))
})

describe("event streams", () => {
  const stream = Effect.tap(connect,
    (connection) => Effect.zipRight(connection.send(head("GET", "/api/events")), connection.heard(/"tick"/)))

  // Rule 3.11.
  it.scoped("are bounded: one more gets 503 and a sentence, and the figures are still answered", () =>
    Effect.gen(function*() {
      const open = yield* Effect.replicateEffect(stream, 3)
      for (const path of ["/api/events", "/api/events?"]) {
        const crowded = yield* raw(path)
        assert.deepStrictEqual(codeOf(crowded), [503, "too_many_streams"])
        assert.strictEqual(crowded.json()["detail"], "expected at most 3 open event streams, got one more")
      }
      assert.strictEqual((yield* raw("/api/metrics")).status, 200)
      for (const connection of open) yield* connection.destroy
    }).pipe(Effect.provide(limited({ streams: 3 }))))

  it.scoped("of two thousand clients do not slow the figures, and each gets a change", () =>
    Effect.gen(function*() {
      const before = (yield* raw("/api/metrics")).text
      const watchers = yield* Effect.all(Array.from({ length: 2000 }, () => stream), { concurrency: 100 })
      assert.strictEqual((yield* raw("/api/metrics")).text, before)
      const correction = {
        method: "PUT",
        headers: { "x-admin-token": token },
        body: JSON.stringify({ date: "2025-12-08", amount: 1 })
      }
      assert.strictEqual((yield* raw("/api/admin/turnover", correction)).status, 200)
      yield* Effect.all(watchers.map((watcher) => watcher.heard(/"change"/)), { concurrency: "unbounded", discard: true })
      const { yesterday } = (yield* raw("/api/metrics")).json()
      assert.deepInclude(yesterday, { amount: 1 })
      yield* Effect.forEach(watchers, (watcher) => watcher.destroy)
    }).pipe(Effect.provide(limited({}))), 60_000)
})
