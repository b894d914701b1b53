import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import {
  client,
  codeOf,
  connect,
  csvBody,
  faultsIn,
  head,
  httpService,
  jsonBody,
  raw,
  rawAdmin,
  type RawRequest,
  token
} from "../lib/HttpService.ts"

const at = "2025-12-09T13:14:40+08:00"
const chunked = { "transfer-encoding": "chunked" }
const maxJson = 64 * 1024
const maxCsv = 5 * 1024 * 1024

const correct = (body: string | Uint8Array, headers: RawRequest["headers"] = {}) =>
  rawAdmin("/api/admin/turnover", { method: "PUT", headers: { "content-type": "application/json", ...headers }, body })

const valid = { date: "2025-12-08", amount: 12.34 }

/** A valid correction of exactly `length` bytes. */
const padded = (length: number): string => {
  const body = JSON.stringify(valid)
  return body + " ".repeat(length - body.length)
}

const bodyFault = (message: string) => [{ field: "body", message }]

describe("a JSON body", () => {
  const inLatin1 = Buffer.from("{\"date\":\"2025-12-08\",\"amount\":1,\"reason\":\"é\"}", "latin1")
  const refused: ReadonlyArray<readonly [what: string, body: string | Uint8Array, errors: ReturnType<typeof bodyFault>]> = [
    ["that is not JSON", "{date:", bodyFault("expected JSON in UTF-8, got bytes that are not")],
    ["in another charset", inLatin1, bodyFault("expected JSON in UTF-8, got bytes that are not")],
    ["that is null", "null", bodyFault("expected a JSON object, got null")],
    ["that is a list", "[1]", bodyFault("expected a JSON object, got [1]")],
    ["that is a number", "5", bodyFault("expected a JSON object, got 5")],
    ["that is a text", "\"x\"", bodyFault("expected a JSON object, got \"x\"")],
    // Rule 3.15.
    ["that has a key twice", "{\"date\":\"2025-12-08\",\"amount\":1,\"amount\":2}", [
      { field: "amount", message: "expected one value, got more: the key stands twice" }
    ]],
    ["that is missing", "", [
      { field: "date", message: "is required, got nothing" },
      { field: "amount", message: "is required, got nothing" }
    ]],
    ["that hides its members behind __proto__", "{\"__proto__\":{\"date\":\"2025-12-08\",\"amount\":1}}", [
      { field: "date", message: "is required, got nothing" },
      { field: "amount", message: "is required, got nothing" }
    ]]
  ]
  // Rule 3.2.
  it.scoped("is refused with every fault", () =>
    Effect.gen(function*() {
      for (const [what, body, errors] of refused) {
        const answer = yield* correct(body)
        assert.deepStrictEqual(codeOf(answer), [400, "invalid_request"], what)
        assert.deepStrictEqual(faultsIn(answer), errors, what)
      }
      assert.deepStrictEqual(yield* Effect.flatMap(client, (api) => api.revenue({ urlParams: { days: 30 } })), [])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 6.10.
  it.scoped("is refused with a sentence for each member that is wrong", () =>
    Effect.gen(function*() {
      const faults: ReadonlyArray<readonly [member: string, value: string]> = [
        ["date", "\"2025-02-30\""],
        ["date", "\"1999-12-31\""],
        ["date", "20251208"],
        ["date", "null"],
        ["amount", "1e400"],
        ["amount", "-0.01"],
        ["amount", "12.345"],
        ["amount", "10000000000"],
        ["amount", "\"12\""],
        ["amount", "null"],
        ["reason", "5"],
        ["reason", JSON.stringify("长".repeat(201))],
        ["reason", JSON.stringify("😀".repeat(201))],
        ["actor", JSON.stringify("a".repeat(65))],
        ["actor", "null"]
      ]
      for (const [member, value] of faults) {
        const answer = yield* correct(`{"date":"2025-12-08","amount":1,${JSON.stringify(member)}:${value}}`)
        assert.deepStrictEqual(codeOf(answer), [400, "invalid_request"], `${member} ${value}`)
        assert.match(String(answer.json()["detail"]), new RegExp(`^${member}: expected `), value)
      }
      const all = yield* correct("{\"date\":1,\"amount\":\"x\",\"reason\":[],\"actor\":{}}")
      const { errors } = all.json()
      assert.deepStrictEqual(
        (errors as ReadonlyArray<{ field: string }>).map(({ field }) => field).sort(),
        ["actor", "amount", "date", "reason"]
      )
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 3.7.
  it.scoped("may have 64 KiB and no byte more, whether its length is declared or not", () =>
    Effect.gen(function*() {
      for (const headers of [{}, chunked]) {
        assert.strictEqual((yield* correct(padded(maxJson), headers)).status, 200)
        const answer = yield* correct(padded(maxJson + 1), headers)
        assert.deepStrictEqual(codeOf(answer), [413, "too_large"])
        assert.strictEqual(answer.headers.connection, "close")
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is not unpacked", () =>
    Effect.gen(function*() {
      const answer = yield* correct(gzipSync(JSON.stringify(valid)), { "content-encoding": "gzip" })
      assert.deepStrictEqual(codeOf(answer), [415, "unsupported_media_type"])
      for (const identity of ["identity", "Identity"]) {
        assert.strictEqual((yield* correct(JSON.stringify(valid), { "content-encoding": identity })).status, 200)
      }
      const connection = yield* connect
      yield* connection.send(
        `${
          head("PUT", "/api/admin/turnover", { "x-admin-token": token, "transfer-encoding": "gzip, chunked", connection: "close" })
        }2\r\n{}\r\n0\r\n\r\n`
      )
      assert.match(yield* connection.closed, /^HTTP\/1\.1 415 .*transfer-encoding: expected no compression, got \\"gzip, chunked\\"/s)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("that breaks off is not accepted as whole", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      const whole = JSON.stringify(valid)
      const length = whole.length + 1
      yield* connection.send(head("PUT", "/api/admin/turnover", { "x-admin-token": token, "content-length": length }) + whole)
      yield* connection.destroy
      yield* correct(JSON.stringify({ ...valid, amount: 56.78 }))
      const audit = yield* Effect.flatMap(client, (api) => api.audit({ urlParams: { days: 30 } }))
      assert.deepStrictEqual(audit.map(({ amount_after }) => amount_after), [56.78])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is read from a client that offers to speak h2c", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      const body = JSON.stringify(valid)
      const offer = { "connection": "Upgrade, HTTP2-Settings", "upgrade": "h2c", "http2-settings": "AAMAAABkAAQCAAAAAAIAAAAA" }
      const headers = { ...offer, "x-admin-token": token, "content-length": body.length }
      yield* connection.send(head("PUT", "/api/admin/turnover", headers) + body)
      assert.include(yield* connection.heard(/\}$/), "HTTP/1.1 200 OK")
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("needs no content type, and may be omitted for a test push", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* rawAdmin("/api/admin/turnover", { method: "PUT", body: JSON.stringify(valid) })).status, 200)
      const push = yield* rawAdmin("/api/admin/test_push", { ...jsonBody([]), method: "POST" })
      assert.deepStrictEqual(codeOf(push), [400, "invalid_request"])
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

describe("a CSV body", () => {
  const upload = (body: string | Uint8Array, contentType?: string) => rawAdmin("/api/admin/import", csvBody(body, contentType))

  // Rule 3.7.
  it.scoped("may have 5 MiB and no byte more, and a client that is still sending gets the error", () =>
    Effect.gen(function*() {
      const comment = "\n".repeat(maxCsv - 40)
      assert.strictEqual((yield* upload(`2025-12-08,1\n${comment}`)).status, 200)
      for (const headers of [{}, chunked]) {
        for (const size of [maxCsv + 1, maxCsv + 1, 4 * maxCsv]) {
          const answer = yield* rawAdmin("/api/admin/import", {
            method: "POST",
            headers: { "content-type": "text/csv", ...headers },
            body: Buffer.alloc(size, "\n")
          })
          assert.deepStrictEqual(codeOf(answer), [413, "too_large"])
          assert.strictEqual(answer.headers.connection, "close")
        }
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is refused by its declared length before any of it has come", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      const headers = { "x-admin-token": token, "content-type": "text/csv", "content-length": maxCsv + 1 }
      yield* connection.send(head("POST", "/api/admin/import", headers))
      assert.match(yield* connection.closed, /^HTTP\/1.1 413 .*expected a body of at most 5242880 bytes, got 5242881/s)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 3.7.
  it.scoped("needs the content type of one", () =>
    Effect.gen(function*() {
      for (const type of ["application/json", "text/plain", "text/csv-schema", "multipart/form-data; boundary=x", "*/*"]) {
        assert.deepStrictEqual(codeOf(yield* upload("2025-12-08,1", type)), [415, "unsupported_media_type"], type)
      }
      assert.deepStrictEqual(
        codeOf(yield* rawAdmin("/api/admin/import", { method: "POST", body: "2025-12-08,1" })),
        [415, "unsupported_media_type"]
      )
      const packed = yield* rawAdmin("/api/admin/import", {
        method: "POST",
        headers: { "content-type": "text/csv", "content-encoding": "gzip" },
        body: gzipSync("2025-12-08,1")
      })
      assert.deepStrictEqual(codeOf(packed), [415, "unsupported_media_type"])
      assert.strictEqual((yield* raw("/api/export")).text, "date,amount\r\n")
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is read in the charset that its content type names, and in Excel's without", () =>
    Effect.gen(function*() {
      const gb18030 = Buffer.concat([Buffer.from("c8d5c6da2cbdf0b6ee0d0a", "hex"), Buffer.from("2025-12-08,12.30\r\n")])
      const utf8 = "日期,金额\r\n2025-12-08,12.30\r\n"
      const uploads: ReadonlyArray<readonly [contentType: string, body: string | Uint8Array]> = [
        ["text/csv", utf8],
        ["text/csv", gb18030],
        ["text/csv; charset=utf-8", utf8],
        ["Text/CSV;charset=GB18030", gb18030],
        ["text/csv; header=present; charset=\"gb18030\"", gb18030],
        ["text/csv; charset=utf-16le", Buffer.from(utf8, "utf16le")]
      ]
      for (const [contentType, body] of uploads) {
        const answer = yield* upload(body, contentType)
        assert.strictEqual(answer.json()["imported"], 1, contentType)
      }
      for (const contentType of ["text/csv; charset=utf-8", "text/csv; charset=klingon"]) {
        assert.deepStrictEqual(codeOf(yield* upload(gb18030, contentType)), [422, "invalid_rows"], contentType)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
