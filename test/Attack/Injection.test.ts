import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { codeOf, connect, csvBody, head, httpService, jsonBody, raw, rawAdmin, token } from "../lib/HttpService.ts"

const at = "2025-12-09T13:14:40+08:00"

const service = httpService({ at })

const hostile = "\r\nSet-Cookie: a=b\r\n\r\n<script>\u001b[31m\u001b]0;owned\u0007\u0085\u2028{\"level\":\"ERROR\"}"

const correct = (changes: Readonly<Record<string, unknown>>) =>
  rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-08", amount: 1, ...changes }))

/** Waits until the bot's limits allow a test push at once. */
const pause = TestClock.adjust("1 minute")

/** Every line of the log, parsed as JSON. */
const logged = Effect.map(rawAdmin("/api/admin/logs?lines=5000"), (answer) => {
  const lines = answer.json()["lines"] as ReadonlyArray<string>
  for (const line of lines) {
    assert.notMatch(line, /[\p{Cc}\p{Zl}\p{Zp}]/u)
    assert.deepInclude(["DEBUG", "INFO", "WARN", "ERROR"], JSON.parse(line).level)
  }
  return lines
})

describe("line ends and escape sequences", () => {
  it.scoped("in a reason or an actor stay text: in the audit, in the list of messages, and in the log", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* correct({ reason: hostile, actor: hostile.slice(0, 64) })).status, 200)
      yield* pause
      const push = yield* rawAdmin("/api/admin/test_push", { ...jsonBody({ reason: hostile }), method: "POST" })
      assert.strictEqual(push.status, 200)
      for (const answer of [push, yield* raw("/api/audit"), yield* rawAdmin("/api/admin/notifications")]) {
        assert.notProperty(answer.headers, "set-cookie")
        assert.match(String(answer.headers["content-type"]), /^application\/json/)
        // JSON escapes control characters; C1 and U+2028 are harmless inside it.
        assert.notMatch(answer.text, /[\u0000-\u001f]/)
      }
      const lines = yield* logged
      assert.isEmpty(lines.filter((line) => JSON.parse(line).level === "ERROR"))
    }).pipe(Effect.provide(service.layer)))

  it.scoped("in the bytes of a header end the request, never the answer's own headers", () =>
    Effect.gen(function*() {
      const names = [
        "X-Request-Id",
        "X-Forwarded-For",
        "X-Admin-Token",
        "Accept",
        "Content-Type",
        "Content-Encoding",
        "If-None-Match",
        "User-Agent"
      ]
      for (const name of names) {
        for (const value of ["a\u001b[31mb", "a\u0000b", "a\rSet-Cookie: a=b", "a\u0085b\u009b31m"]) {
          const connection = yield* connect
          const headers = { [name]: value, Connection: "close" }
          yield* connection.send(Buffer.from(head("GET", "/api/admin/logs", headers), "latin1"))
          const [answer = "", body = ""] = (yield* connection.closed).split("\r\n\r\n")
          assert.match(answer, /^HTTP\/1\.1 4\d\d /, name)
          assert.notMatch(answer, /set-cookie|\u001b|\u0000/i, name)
          assert.strictEqual(JSON.parse(body).ok, false, name)
        }
      }
      yield* logged
    }).pipe(Effect.provide(service.layer)))

  it.scoped("in a request's id are not taken over, neither into the answer nor into the log", () =>
    Effect.gen(function*() {
      for (const given of ["a b", "a\u009bm", "a\tb", "x".repeat(65), "{\"a\":1}"]) {
        const { headers } = yield* raw("/api/none", { headers: { "x-request-id": given, "x-admin-token": "wrong" } })
        assert.match(String(headers["x-request-id"]), /^[0-9a-f]{12}$/)
      }
      yield* logged
    }).pipe(Effect.provide(service.layer)))

  it.scoped("in a path, a query, a method or a type are refused without being repeated raw", () =>
    Effect.gen(function*() {
      const encoded = encodeURIComponent(hostile)
      const answers = [
        yield* raw(`/${encoded}`),
        yield* raw(`/static/${encoded}`),
        yield* raw(`/api/series7?days=${encoded}`),
        yield* raw(`/api/metrics/${encoded}`),
        yield* rawAdmin(`/api/admin/notifications?state=${encoded}`),
        yield* rawAdmin(`/api/admin/notifications/${encoded}/resend`, { method: "POST" }),
        yield* rawAdmin("/api/admin/import", csvBody("2025-12-08,1", `text/csv; charset="\u009b31m"`)),
        yield* rawAdmin("/api/admin/import", csvBody(`date,amount\n"${hostile}",1`))
      ]
      for (const answer of answers) {
        assert.isAtLeast(answer.status, 400)
        assert.isBelow(answer.status, 500)
        assert.strictEqual(answer.headers["content-type"], "application/json")
        assert.strictEqual(answer.headers["x-content-type-options"], "nosniff")
        assert.notProperty(answer.headers, "set-cookie")
        assert.notMatch(answer.text, /[\u0000-\u001f]/)
      }
      yield* logged
    }).pipe(Effect.provide(service.layer)))

  it.scoped("in a token that was guessed are not in the log at all", () =>
    Effect.gen(function*() {
      for (const guess of ["\u009b31mguess", "guess\u0085{}", "guess\tguess"]) {
        assert.strictEqual((yield* raw("/api/admin/logs", { headers: { "x-admin-token": guess } })).status, 401)
      }
      assert.notInclude((yield* logged).join(), "guess")
    }).pipe(Effect.provide(service.layer)))
})

describe("a formula", () => {
  const formulas = ["=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", "=HYPERLINK(\"http://evil.example\")"]

  it.scoped("never reaches the export, which has dates and amounts only", () =>
    Effect.gen(function*() {
      for (const formula of formulas) {
        assert.strictEqual((yield* correct({ reason: formula, actor: formula })).status, 200)
        for (const row of [`2025-12-07,${formula}`, `${formula},1`, `2025-12-07,"${formula.replaceAll("\"", "\"\"")}"`]) {
          assert.deepStrictEqual(codeOf(yield* rawAdmin("/api/admin/import", csvBody(row))), [422, "invalid_rows"], row)
        }
      }
      for (const query of ["", "?bom=1"]) {
        const { headers, text } = yield* raw(`/api/export${query}`)
        assert.match(text, /^\ufeff?date,amount\r\n(\d{4}-\d\d-\d\d,\d+\.\d\d\r\n)+$/)
        assert.match(String(headers["content-disposition"]), /^attachment; /)
        assert.strictEqual(headers["x-content-type-options"], "nosniff")
      }
    }).pipe(Effect.provide(service.layer)))
})

describe("a prototype", () => {
  const members = [
    "\"__proto__\":{\"polluted\":1,\"reason\":\"x\"}",
    "\"constructor\":{\"prototype\":{\"polluted\":1}}",
    "\"prototype\":{\"polluted\":1}"
  ]

  it.scoped("is not changed by members of a body or a query that name it", () =>
    Effect.gen(function*() {
      for (const member of members) {
        const body = `{"date":"2025-12-08","amount":1,${member}}`
        const answer = yield* rawAdmin("/api/admin/turnover", { method: "PUT", body })
        assert.strictEqual(answer.status, 200, body)
        yield* pause
        yield* rawAdmin("/api/admin/test_push", { method: "POST", body: `{${member}}` })
      }
      for (const query of ["__proto__[polluted]=1", "__proto__.polluted=1", "constructor.prototype.polluted=1", "__proto__=1&days=7"]) {
        yield* raw(`/api/series7?${query}`)
        yield* rawAdmin(`/api/admin/notifications?${query}`)
      }
      assert.notProperty({}, "polluted")
      assert.notProperty(Object, "polluted")
      const audit: ReadonlyArray<Record<string, unknown>> = JSON.parse((yield* raw("/api/audit")).text)
      for (const record of audit) assert.strictEqual(record["reason"], "")
    }).pipe(Effect.provide(service.layer)))
})

describe("a compressed body", () => {
  it.scoped("is refused before it is read, in whatever way it is called", () =>
    Effect.gen(function*() {
      for (const encoding of ["gzip", "br", "deflate", "zstd", "GZIP", "gzip, gzip", "identity, gzip", "x-gzip"]) {
        for (const [method, path, type] of [["PUT", "turnover", "application/json"], ["POST", "import", "text/csv"]] as const) {
          const connection = yield* connect
          const headers = { "x-admin-token": token, "content-type": type, "content-encoding": encoding, "content-length": 60_000 }
          yield* connection.send(head(method, `/api/admin/${path}`, headers))
          assert.match(yield* connection.heard(/\}$/), /^HTTP\/1\.1 415 /, encoding)
          yield* connection.destroy
        }
      }
    }).pipe(Effect.provide(service.layer)))
})
