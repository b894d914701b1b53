import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope, TestClock } from "effect"
import type { ServerResponse } from "node:http"
import { yieldToEventLoop } from "../../src/Concurrency/EventLoop.ts"
import { Events, ServerEvent } from "../../src/Events.ts"
import * as EventStreams from "../../src/Http/EventStreams.ts"
import { client, connect, type Connection, head, httpService, jsonBody, rawAdmin, token } from "../lib/HttpService.ts"

const at = "2025-12-09T13:14:40+08:00"

const tick = (second: string) => `data: {"type":"tick","server_now":"2025-12-09T13:${second}+08:00"}`
const change = "data: {\"type\":\"change\"}"

/** A connection with an open stream. */
const watching = Effect.gen(function*() {
  const connection = yield* connect
  yield* connection.send(head("GET", "/api/events"))
  yield* connection.heard(/"tick"/)
  return connection
})

const correct = rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-08", amount: 1 }))

const hears = (connection: Connection, text: string) => connection.heard(new RegExp(text.replaceAll(/[+?.{}]/g, "\\$&")))

// Rule 6.18.
describe("the event stream", () => {
  it.scoped("begins with the pause before a reconnect and a tick, at once", () =>
    Effect.gen(function*() {
      const connection = yield* watching
      const [head = "", body = ""] = (yield* hears(connection, tick("14:40"))).split("\r\n\r\n")
      assert.match(head, /^HTTP\/1.1 200 OK\r\n/)
      for (const header of ["content-type: text/event-stream", "cache-control: no-store", "x-accel-buffering: no"]) {
        assert.include(head.toLowerCase(), header)
      }
      assert.include(body, `retry: 3000\n\n${tick("14:40")}\n\n`)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is never silent for more than two seconds, by comments that are no events", () =>
    Effect.gen(function*() {
      const connection = yield* watching
      yield* TestClock.adjust("2 seconds")
      yield* connection.heard(/\n:\n\n/)
      yield* TestClock.adjust("10 seconds")
      const heard = yield* connection.heard(/(?:\n:\n\n[^]*){6}/)
      assert.strictEqual(heard.split("data:").length - 1, 1)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("of a client that does not read delays no other client", () =>
    Effect.gen(function*() {
      const stuck = yield* watching
      yield* stuck.pause
      const connection = yield* watching
      assert.strictEqual((yield* correct).status, 200)
      yield* hears(connection, change)
      assert.strictEqual((yield* Effect.flatMap(client, (api) => api.metrics({}))).yesterday.amount, 1)
      yield* stuck.destroy
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // The buffers of a connection hold megabytes, so a response stands for it.
  it.scoped("ends with the first event after 64 KiB that its client has not read", () =>
    Effect.gen(function*() {
      const { open } = yield* EventStreams.EventStreams
      const ended: Array<string> = []
      const responseWith = (writableLength: number) => ({
        writableLength,
        writeHead: () => undefined,
        write: () => true,
        once: () => undefined,
        destroy: () => ended.push(`${writableLength}`)
      } as unknown as ServerResponse)
      assert.isTrue([65_536, 65_537].map(responseWith).every(open))
      yield* (yield* Events).publish(ServerEvent.Change())
      yield* yieldToEventLoop
      assert.deepStrictEqual(ended, ["65537"])
    }).pipe(Effect.provide(EventStreams.layer), Effect.provide(httpService({ at }).layer)))
})

describe("a stop", () => {
  /** The service in its own scope, which is closed while connections are open. */
  const started = Effect.gen(function*() {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(httpService({ at }).layer, scope)
    return { context, stop: Scope.close(scope, Exit.void) }
  })

  it.scoped("ends every stream in order, without a cut event", () =>
    Effect.gen(function*() {
      const { context, stop } = yield* started
      const connections = yield* Effect.replicateEffect(Effect.provide(watching, context), 3)
      yield* stop
      for (const connection of connections) assert.match(yield* connection.closed, /\n\n\r\n0\r\n\r\n$/)
    }))

  // A browser keeps a spare one. Without this, the stop waits until it cuts all connections, which is longer than this test may take.
  it.scoped("does not wait for a connection that has sent nothing", () =>
    Effect.gen(function*() {
      const { context, stop } = yield* started
      const spare = yield* Effect.provide(connect, context)
      yield* stop
      assert.strictEqual(yield* spare.closed, "")
    }))

  it.scoped("finishes the request in flight, then closes its connection", () =>
    Effect.gen(function*() {
      const { context, stop } = yield* started
      const stream = yield* Effect.provide(watching, context)
      const request = yield* Effect.provide(connect, context)
      const body = "{\"date\":\"2025-12-08\",\"amount\":1}"
      yield* request.send(head("PUT", "/api/admin/turnover", {
        "x-admin-token": token,
        "expect": "100-continue",
        "content-length": body.length
      }))
      yield* request.heard(/100 Continue/)
      const stopping = yield* Effect.fork(stop)
      yield* stream.closed
      yield* request.send(body)
      assert.match(yield* request.closed, /HTTP\/1.1 200 OK.*\{"ok":true,.*\}$/s)
      yield* stopping.await
    }))
})
