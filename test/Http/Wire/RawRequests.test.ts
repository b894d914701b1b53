import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect, head, httpService, raw, rawAdmin, token } from "../../lib/HttpService.ts"

const service = httpService({ at: "2025-12-09T13:14:40+08:00" })

const refused: ReadonlyArray<readonly [what: string, bytes: string, status: number, code: string]> = [
  ["a method that is none", "BREW /api/metrics HTTP/1.1\r\nHost: shop\r\n\r\n", 400, "invalid_request"],
  ["bytes that are no request", "\0\x1b[31m\r\n\r\n", 400, "invalid_request"],
  [
    "two lengths of one body",
    "PUT / HTTP/1.1\r\nHost: shop\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    400,
    "invalid_request"
  ],
  ["headers without end", `GET / HTTP/1.1\r\nHost: shop\r\nA: ${"a".repeat(20_000)}\r\n\r\n`, 431, "headers_too_large"],
  ["no host", "GET /api/metrics HTTP/1.1\r\n\r\n", 400, "invalid_request"],
  ["two hosts", "GET /api/metrics HTTP/1.1\r\nHost: shop\r\nhOST: shop\r\n\r\n", 400, "invalid_request"],
  ["a hundred and one headers", `GET /api/metrics HTTP/1.1\r\nHost: shop\r\n${"a:\r\n".repeat(100)}\r\n`, 431, "headers_too_large"],
  [
    "a second host behind thousands of headers",
    `GET /api/metrics HTTP/1.1\r\nHost: shop\r\n${"a:\r\n".repeat(3_000)}Host: other\r\n\r\n`,
    431,
    "headers_too_large"
  ],
  [
    "a coding behind thousands of headers",
    `POST /api/admin/import HTTP/1.1\r\nHost: shop\r\n${"a:\r\n".repeat(3_000)}Content-Encoding: gzip\r\n\r\n`,
    431,
    "headers_too_large"
  ],
  ["a tunnel", "CONNECT other:443 HTTP/1.1\r\nHost: other\r\n\r\n", 400, "invalid_request"]
]

describe("bytes that never become a request", () => {
  // Rule 3.11.
  it.scoped.each(refused)("is refused in the declared shape: %s", ([, bytes, status, code]) =>
    Effect.gen(function*() {
      const connection = yield* connect
      yield* connection.send(bytes)
      const [head = "", body = ""] = (yield* connection.closed).split("\r\n\r\n")
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.match(head, /\r\ncontent-type: application\/json(\r\n|$)/i)
      const problem = JSON.parse(body)
      assert.deepStrictEqual([problem.ok, problem.status, problem.error], [false, status, code])
    }).pipe(Effect.provide(service.layer)))

  it.scoped("is refused in the requested content type", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      yield* connection.send("GET /api/metrics HTTP/1.1\r\nAccept: application/problem+json\r\n\r\n")
      assert.match(yield* connection.closed, /\r\ncontent-type: application\/problem\+json\r\n/i)
    }).pipe(Effect.provide(service.layer)))

  it.scoped("may break off at any moment, and the service keeps working", () =>
    Effect.gen(function*() {
      for (let round = 0; round < 60; round += 1) {
        const bytes = refused[round % refused.length]?.[1] ?? ""
        const connection = yield* connect
        yield* connection.send(bytes + "x".repeat(5_000))
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        if (round % 2 === 0) yield* connection.heard(/HTTP/)
        yield* connection.reset
      }
      assert.strictEqual((yield* raw("/api/metrics")).status, 200)
    }).pipe(Effect.provide(service.layer)))

  it.scoped("adds no error inside an answer that is partly sent", () =>
    Effect.gen(function*() {
      for (const bytes of ["nonsense\r\n\r\n", "CONNECT other:443 HTTP/1.1\r\nHost: other\r\n\r\n"]) {
        const connection = yield* connect
        yield* connection.send("GET /api/events HTTP/1.1\r\nHost: shop\r\n\r\n")
        yield* connection.heard(/tick/)
        yield* connection.send(bytes)
        assert.notMatch(yield* connection.closed, /invalid_request/)
      }
    }).pipe(Effect.provide(service.layer)))
})

// Rule 3.18.
describe("a client that waits for 100 before it sends its body", () => {
  const correction = JSON.stringify({ date: "2025-12-09", amount: 1 })
  const asking = (headers: Record<string, string | number>, endpoint = "PUT /api/admin/turnover") => {
    const [method = "", path = ""] = endpoint.split(" ")
    return head(method, path, { Expect: "100-continue", ...headers })
  }
  const refusals: ReadonlyArray<readonly [status: number, headers: Record<string, string | number>, endpoint?: string]> = [
    [401, { "Content-Length": correction.length }],
    [403, { "Content-Length": correction.length, Origin: "https://evil.example" }, "POST /api/session"],
    [413, { "Content-Length": 100_000, "X-Admin-Token": token }],
    [415, { "Content-Length": correction.length, "Content-Encoding": "gzip", "X-Admin-Token": token }]
  ]

  it.scoped.each(refusals)("gets %d at once, and the connection closes", ([status, headers, endpoint]) =>
    Effect.gen(function*() {
      const connection = yield* connect
      yield* connection.send(asking(headers, endpoint))
      const answer = yield* connection.closed
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.match(answer, /\r\nconnection: close\r\n/i)
      assert.notMatch(answer, /HTTP\/1\.1 100/)
    }).pipe(Effect.provide(service.layer)))

  it.scoped("gets it once its body is wanted, and keeps its connection", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      for (let time = 0; time < 2; time++) {
        yield* connection.send(asking({ "Content-Length": correction.length, "X-Admin-Token": token }))
        const heard = yield* connection.heard(new RegExp(`(100 Continue[^]*){${time + 1}}`))
        assert.isTrue(heard.endsWith("HTTP/1.1 100 Continue\r\n\r\n"), heard)
        yield* connection.send(correction)
        yield* connection.heard(new RegExp(`(HTTP/1\\.1 200 [^]*){${time + 1}}`))
      }
    }).pipe(Effect.provide(service.layer)))
})

describe("an unknown expectation", () => {
  it.scoped("is ignored", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      yield* connection.send("GET /api/metrics HTTP/1.1\r\nHost: shop\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n")
      assert.match(yield* connection.closed, /^HTTP\/1\.1 200 /)
    }).pipe(Effect.provide(service.layer)))
})

describe("the id of a message", () => {
  it.scoped("may be as large as the document allows", () =>
    Effect.gen(function*() {
      const { status } = yield* rawAdmin(`/api/admin/notifications/${Number.MAX_SAFE_INTEGER}/resend`, { method: "POST" })
      assert.strictEqual(status, 404)
    }).pipe(Effect.provide(service.layer)))
})
