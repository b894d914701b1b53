import { HttpClient } from "@effect/platform"
import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger } from "effect"
import { createHash } from "node:crypto"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { askSource, describeRequest } from "../../src/Source.ts"
import { asked, day, shanghai, sourceOf } from "../lib/Asking.ts"
import { breaksOff, never, sends, type TillAnswer, tillDouble } from "../lib/TillDouble.ts"

const source = (url: string, members: object = {}, variables: Readonly<Record<string, string>> = {}) =>
  sourceOf({ kind: "http", url, amount: "/total", ...members }, variables)

const total = "{\"total\": 12.50}"

/** The result of one answer. */
const answering = (answer: TillAnswer, members: object = {}) =>
  Effect.flatMap(tillDouble(() => answer), ({ url }) => asked(source(`${url}/day`, members)))

describe("a till that is asked over HTTP", () => {
  const answers: ReadonlyArray<readonly [name: string, answer: TillAnswer, expected: string]> = [
    ["JSON", sends(total), "1250 of 1"],
    ["JSON with a byte order mark", sends(`\uFEFF${total}`), "1250 of 1"],
    ["gzip", sends(gzipSync(total), 200, { "content-encoding": "gzip" }), "1250 of 1"],
    ["deflate", sends(deflateSync(total), 200, { "content-encoding": "deflate" }), "1250 of 1"],
    ["brotli", sends(brotliCompressSync(total), 200, { "content-encoding": "br" }), "1250 of 1"],
    ["another success", sends(total, 203), "1250 of 1"],
    [
      "gzip that is cut off",
      sends(gzipSync(total).subarray(0, 20), 200, { "content-encoding": "gzip" }),
      "encoding: expected an answer in gzip, deflate, br or without compression, got gzip that is broken or cut off"
    ],
    [
      "an unknown compression",
      sends("x", 200, { "content-encoding": "zstd" }),
      "encoding: expected an answer in gzip, deflate, br or without compression, got \"zstd\""
    ],
    ["more than 10 MB", sends(Buffer.alloc(10_000_001, 32)), "too_large: expected an answer of at most 10 MB, got more"],
    [
      "more than 10 MB after decompression",
      sends(gzipSync(Buffer.alloc(10_000_001, 32)), 200, { "content-encoding": "gzip" }),
      "too_large: expected an answer of at most 10 MB, got more"
    ],
    ["no content", sends("", 204), "status: expected an answer, got HTTP 204"],
    ["a refusal", sends(total, 401), "status: expected an answer, got HTTP 401"],
    ["its own fault", sends(total, 500), "status: expected an answer, got HTTP 500"],
    [
      "a redirect",
      sends("", 302, { location: "http://127.0.0.1:9/" }),
      "redirect: expected an answer, got a redirect (HTTP 302): put the address it leads to into url"
    ],
    ["a page", sends("<html>"), "not_json: expected JSON in UTF-8, got something else"],
    ["nothing", sends(""), "not_json: expected JSON in UTF-8, got something else"],
    ["another charset", sends(Buffer.from([0x22, 0xb0, 0xa1, 0x22])), "not_json: expected JSON in UTF-8, got something else"],
    [
      "more values than are read",
      sends(`[${"{},".repeat(1_000_000)}1]`),
      "too_many_values: expected at most 1000000 values in an answer, got more"
    ],
    ["two totals", sends("{\"total\": 1, \"total\": 2}"), "repeated_key: expected each key once, got total twice"],
    [
      "a reply that is cut off",
      breaksOff,
      "unreachable: the source does not answer: the connection broke before the whole answer came (ECONNRESET)"
    ]
  ]
  it.scopedLive.each(answers)("reads %s as a figure or a fault",
    ([_, answer, expected]) => Effect.map(answering(answer), (result) => assert.strictEqual(result, expected)))

  it.effect("is a fault like any other if this service itself fails, whose reason is in the log only", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const failing = HttpClient.make(() => Effect.die(new RangeError("Maximum call stack size exceeded")))
      const answer = yield* askSource(source("http://till/day"), day, { zone: shanghai, starts: [] }).pipe(
        Effect.flip,
        Effect.provideService(HttpClient.HttpClient, failing),
        Effect.provide(NodeContext.layer),
        Effect.provide(Logger.replace(Logger.defaultLogger, Logger.map(Logger.stringLogger, (line) => lines.push(line))))
      )
      assert.deepStrictEqual([answer.code, answer.message], ["internal", "the service failed while it asked the source; its log says why"])
      assert.match(lines.join("\n"), /asking the source failed.*Maximum call stack size exceeded/s)
    }))

  it.scopedLive("is not there, or does not answer in time", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* asked(source("http://127.0.0.1:9/day")),
        "unreachable: the source does not answer: the connection is refused (ECONNREFUSED)")
      assert.strictEqual(yield* answering(never, { timeout_s: 1 }), "timeout: expected a whole answer within 1 s, got none")
    }))

  it.scopedLive("is sent the day, the headers and the body, and no trace of this service", () =>
    Effect.gen(function*() {
      const till = yield* tillDouble(() => ({ total: 1 }))
      yield* asked(source(`${till.url}/day?from={day.start}`, {
        headers: { Authorization: "Bearer $TOKEN" },
        body: { to: "{day.end.z}", quoted: "$QUOTE" }
      }, { TOKEN: "quite-secret", QUOTE: "\"}" }))
      const [{ body, headers, method, query } = assert.fail("no request")] = till.requests
      assert.deepStrictEqual([method, query.get("from"), JSON.parse(body)], ["POST", "2026-11-20T00:00:00+08:00", {
        to: "2026-11-20T16:00:00.000Z",
        quoted: "\"}"
      }])
      assert.deepInclude(headers, { "authorization": "Bearer quite-secret", "content-type": "application/json", "user-agent": "turnover" })
      assert.notProperty(headers, "traceparent")
    }))

  it.scopedLive("gives a text as the body as it is", () =>
    Effect.gen(function*() {
      const till = yield* tillDouble(() => ({ total: 1 }))
      yield* asked(source(till.url, { body: "{ sales(day: \"{date}\") { total } }", headers: { "content-type": "application/graphql" } }))
      const [{ body, headers } = assert.fail("no request")] = till.requests
      assert.deepStrictEqual([body, headers["content-type"]], ["{ sales(day: \"2026-11-20\") { total } }", "application/graphql"])
    }))

  it.scopedLive("repeats a secret in its answer, and no fault shows it", () =>
    Effect.gen(function*() {
      const till = yield* tillDouble(() => ({ total: "quite-secret" }))
      const secret = source(`${till.url}/day?key=$TOKEN`, {}, { TOKEN: "quite-secret" })
      assert.strictEqual(yield* asked(secret), "amount: /total: expected an amount, got \"<redacted>\"")
      assert.deepStrictEqual(describeRequest(secret, day, { zone: shanghai, starts: [] }), {
        method: "GET",
        address: `${till.url}/day?key=<redacted>`,
        headers: ["accept", "user-agent", "accept-encoding"]
      })
    }))

  it.scopedLive("repeats a long secret, of which no fault shows a part", () =>
    Effect.gen(function*() {
      const token = "t0ken".repeat(30)
      const till = yield* tillDouble(() => ({ total: `the token ${token} is unknown`, [`key-${token}`]: 1 }))
      const secret = source(till.url, { headers: { authorization: `Bearer $TOKEN` } }, { TOKEN: token })
      assert.strictEqual(yield* asked(secret), "amount: /total: expected an amount, got \"the token <redacted> is unknown\"")
      const other = yield* tillDouble(() => ({ total: "x".repeat(500) }))
      const shown = yield* asked(source(other.url))
      assert.strictEqual(shown, `amount: /total: expected an amount, got "${"x".repeat(79)}…`)
      const dollars = yield* tillDouble(() => ({ total: "$&".repeat(250) }))
      const asWritten = yield* asked(source(dollars.url))
      assert.strictEqual(asWritten, `amount: /total: expected an amount, got "${"$&".repeat(39)}$…`)
    }))

  it.scopedLive("says how long to wait", () =>
    Effect.gen(function*() {
      const till = yield* tillDouble(() => sends("{}", 429, { "retry-after": "7" }))
      const fault = yield* Effect.flip(askSource(source(till.url), day, { zone: shanghai, starts: [] }))
      assert.deepStrictEqual([fault.code, fault.retryAfterMillis], ["status", 7_000])
    }).pipe(Effect.provide(Layer.merge(NodeContext.layer, NodeHttpClient.layer))))

  it.scopedLive("is no longer asked after the caller is interrupted", () =>
    Effect.gen(function*() {
      const till = yield* tillDouble(() => never)
      const asking = yield* Effect.fork(asked(source(till.url)))
      yield* Effect.repeat(Effect.sleep(10), { until: () => till.requests.length === 1 })
      const stopped = yield* Effect.timeoutOption(Fiber.interrupt(asking), "5 seconds")
      assert.strictEqual(stopped._tag, "Some")
    }))
})

describe("the pages of an answer", () => {
  const list = { items: "/list" }
  const item = (amount: number) => ({ id: `i${amount}`, total: amount })

  it.scopedLive("are followed by a cursor in the query, and hashed one after another", () =>
    Effect.gen(function*() {
      const pages = [{ list: [item(1), item(2)], cursor: "a/b" }, { list: [item(3)], cursor: "c" }, { list: [item(4)], cursor: null }]
      const till = yield* tillDouble((_, number) => pages[number - 1] ?? {})
      const found = yield* askSource(source(`${till.url}/day?limit=2`, { ...list, next: "/cursor", next_query: "cursor" }), day, {
        zone: shanghai,
        starts: []
      })
      const sha256 = createHash("sha256").update(pages.map((page) => JSON.stringify(page)).join("")).digest("hex")
      assert.deepStrictEqual({ ...found }, { amountCents: 1_000 as typeof found.amountCents, items: 4, sha256 })
      assert.deepStrictEqual(till.requests.map(({ query }) => query.toString()), ["limit=2", "limit=2&cursor=a%2Fb", "limit=2&cursor=c"])
    }).pipe(Effect.provide(Layer.merge(NodeContext.layer, NodeHttpClient.layer))))

  it.scopedLive("are followed by a cursor in the body", () =>
    Effect.gen(function*() {
      const pages = [{ list: [item(1)], cursor: "x" }, { list: [item(2)] }]
      const till = yield* tillDouble((_, number) => pages[number - 1] ?? {})
      const body = { query: { day: "{date}" } }
      assert.strictEqual(yield* asked(source(till.url, { ...list, body, next: "/cursor", next_body: "/query/cursor" })), "300 of 2")
      assert.deepStrictEqual(till.requests.map(({ json }) => json), [{ query: { day: "2026-11-20" } }, {
        query: { day: "2026-11-20", cursor: "x" }
      }])
    }))

  it.scopedLive("are followed by the last item, by a number, and by an address", () =>
    Effect.gen(function*() {
      const pages = [[item(1), item(2)], [item(3)], []]
      const byItem = yield* tillDouble((_, number) => ({ list: pages[number - 1], more: number < 2 }))
      assert.strictEqual(yield* asked(source(byItem.url, { ...list, next_item: "/id", more: "/more", next_query: "after" })), "600 of 3")
      assert.deepStrictEqual(byItem.requests.map(({ query }) => query.get("after")), [null, "i2"])

      const byNumber = yield* tillDouble(({ query }) => ({ list: pages[Number(query.get("page")) - 1] }))
      assert.strictEqual(yield* asked(source(byNumber.url, { ...list, next_page: "page" })), "600 of 3")
      assert.strictEqual(byNumber.requests.length, 3)

      const byAddress = yield* tillDouble(({ path }) => path === "/day" ? { list: [item(1)], next: "/more?x=1" } : { list: [item(2)] })
      assert.strictEqual(yield* asked(source(`${byAddress.url}/day`, { ...list, next: "/next" })), "300 of 2")
      assert.deepStrictEqual(byAddress.requests.map(({ path }) => path), ["/day", "/more"])
    }))

  it.scopedLive("never lead to another origin", () =>
    Effect.gen(function*() {
      const other = yield* tillDouble(() => ({ list: [item(2)] }))
      const till = yield* tillDouble(() => ({ list: [item(1)], next: `${other.url}/day` }))
      assert.strictEqual(yield* asked(source(till.url, { ...list, next: "/next" })),
        "other_origin: expected the next page at the same origin as url, got an address elsewhere")
      assert.strictEqual(other.requests.length, 0)
    }))

  it.scopedLive("are all there, or there is no figure", () =>
    Effect.gen(function*() {
      const cursor = { ...list, next: "/cursor", next_query: "cursor" }
      const failing = yield* tillDouble((_, number) => number === 1 ? { list: [item(1)], cursor: "a" } : sends("", 500))
      assert.strictEqual(yield* asked(source(failing.url, cursor)), "status: expected an answer, got HTTP 500")
      const broken = yield* tillDouble((_, number) => number === 1 ? { list: [item(1)], cursor: "a" } : breaksOff)
      assert.include(yield* asked(source(broken.url, cursor)), "unreachable: ")
      const turning = yield* tillDouble((_, number) => ({ list: [item(1)], cursor: number % 2 === 0 ? "a" : "b" }))
      assert.strictEqual(yield* asked(source(turning.url, cursor)),
        "same_cursor: expected another next page each time, got the same one twice")
      const endless = yield* tillDouble((_, number) => ({ list: [item(1)], cursor: `c${number}` }))
      assert.strictEqual(yield* asked(source(endless.url, cursor)), "too_many_pages: expected at most 100 pages, got more")
      assert.strictEqual(endless.requests.length, 100)
    }))

  it.scopedLive("may have no items, which are 0.00 only where that is set", () =>
    Effect.gen(function*() {
      const none = "no_items: expected items that count, got no items (\"empty\": \"zero\" takes this for 0.00)"
      assert.strictEqual(yield* answering({ list: [] }, list), none)
      assert.strictEqual(yield* answering({ list: [item(1)] }, { ...list, only: { "/id": "other" } }), none)
      assert.strictEqual(yield* answering({ list: [] }, { ...list, empty: "zero" }), "0 of 0")
      assert.strictEqual(yield* answering({}, { ...list, empty: "zero" }), "no_list: /list: expected a list, got nothing")
    }))

  it.scopedLive("have a sum within the bounds of a day's amount", () =>
    Effect.gen(function*() {
      const sum = "sum: expected a day's amount from 0 to 9999999999.99, got the sum"
      assert.strictEqual(yield* answering({ list: [item(1), item(-3.5)] }, list), `${sum} -2.50`)
      assert.strictEqual(yield* answering({ list: [item(9_999_999_999.99), item(0.01)] }, list), `${sum} 10000000000.00`)
      assert.strictEqual(yield* answering({ list: [item(9_999_999_999.99)] }, list), "999999999999 of 1")
    }))
})
