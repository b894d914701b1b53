import { FastCheck as fc } from "effect"
import type { Document, Operation } from "./Document.ts"
import { declaredRequests } from "./Values.ts"
import type { FuzzRequest } from "./Wire.ts"

/**
 * Methods that Node's client can send; others are sent as raw bytes. CONNECT is left out, because it asks for a tunnel instead of a
 * response.
 */
const methods = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "QUERY", "M-SEARCH"]

const printable = (maxLength: number) =>
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength })

const headerValue = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f).map((code) => String.fromCharCode(code)),
  maxLength: 60
})

const junk = fc.oneof(
  printable(20),
  fc.constantFrom(
    "%",
    "%00",
    "%ff",
    "%2e%2e%2f",
    "..",
    "../../etc/passwd",
    "//",
    "?",
    "#",
    "&",
    "=",
    "days",
    "days=",
    "days=7&days=8",
    "days[]=7",
    "days=7.0",
    "days=1e1",
    "days=-0",
    "x?&days=abc",
    "?&days=0",
    ";days=abc",
    "#days=abc",
    "days=%F0%9F%92%A9",
    "lines=0",
    "before=99999999999999999999",
    "__proto__=1",
    "constructor[prototype]=1",
    ";",
    "\\"
  )
)

const headers = fc.dictionary(
  fc.constantFrom(
    "accept",
    "accept-encoding",
    "accept-language",
    "content-type",
    "content-encoding",
    "content-language",
    "cookie",
    "expect",
    "forwarded",
    "if-match",
    "if-none-match",
    "if-modified-since",
    "last-event-id",
    "origin",
    "range",
    "referer",
    "te",
    "traceparent",
    "user-agent",
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-http-method-override",
    "x-admin-tokens",
    "b3"
  ),
  fc.oneof(headerValue, fc.constantFrom("*/*", "application/problem+json", "gzip", "identity;q=0", "100-continue", "*", "bytes=0-1")),
  { maxKeys: 4 }
)

const depth = (levels: number) => Buffer.from(`${"[".repeat(levels)}${"]".repeat(levels)}`)

/** JSON of any shape, some of it with members of the declared bodies, and bytes that are not JSON. */
const bodies = fc.oneof(
  fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text)),
  fc.record({
    date: fc.oneof(fc.jsonValue(), fc.constantFrom("2025-02-30", "2999-01-01", "1999-12-31", "2025-1-1", "2025-01-01T00:00", "0000-00-00")),
    amount: fc.oneof(fc.jsonValue(), fc.constantFrom(-1, -0, 0.1 + 0.2, 1e308, 12.345, 10_000_000_000, 5e-324, "1")),
    reason: fc.oneof(fc.jsonValue(), fc.string({ unit: "binary", minLength: 190, maxLength: 210 })),
    actor: fc.oneof(fc.jsonValue(), fc.string({ unit: "grapheme", maxLength: 70 })),
    __proto__: fc.jsonValue()
  }, { requiredKeys: [] }).map((value) => Buffer.from(JSON.stringify(value))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    "",
    "{",
    "null",
    "{\"amount\":1e999}",
    "{\"amount\":NaN}",
    "{\"date\":\"2025-01-01\",\"date\":1,\"amount\":1}",
    "{\"__proto__\":{\"amount\":1}}",
    "\uFEFF{}",
    "\"\\ud800\""
  ).map((text) => Buffer.from(text)),
  fc.constantFrom(100, 20_000).map(depth),
  fc.integer({ min: 65_530, max: 65_542 }).map((size) => Buffer.alloc(size, " "))
)

/** Requests that are valid by the document, and then changed in one or more places. */
export const disturbedRequests = (document: Document, operation: Operation, today: string): fc.Arbitrary<FuzzRequest> =>
  fc.record({
    declared: declaredRequests(document, operation, today),
    method: fc.option(fc.constantFrom(...methods), { freq: 4, nil: undefined }),
    path: fc.option(junk, { freq: 4, nil: undefined }),
    query: fc.option(junk, { freq: 2, nil: undefined }),
    headers: fc.option(headers, { freq: 2, nil: {} }),
    body: fc.option(bodies, { freq: 2, nil: undefined }),
    anonymous: fc.boolean()
  }).map(({ anonymous, body, declared, headers, method, path, query }) => {
    const [, ...rest] = Object.keys(declared.headers)
    const kept = anonymous && rest.length > 0 ? {} : declared.headers
    const target = declared.target + (path === undefined ? "" : `/${path}`) +
      (query === undefined ? "" : `${declared.target.includes("?") ? "&" : "?"}${query}`)
    return {
      method: method ?? declared.method,
      target: target.replaceAll(" ", "%20"),
      headers: { ...kept, ...headers },
      body: body ?? declared.body
    }
  })

/** Wrong tokens from many loopback addresses. An address with more than ten a minute is blocked. */
export const guesses = (operation: Operation): fc.Arbitrary<FuzzRequest> =>
  fc.tuple(headerValue.filter((value) => value.trim() !== ""), fc.integer({ min: 1, max: 200 }), fc.integer({ min: 2, max: 250 })).map((
    [value, third, fourth]
  ) => ({
    method: operation.method,
    target: operation.path.replace("{id}", "1").replace("{date}", "2025-01-01").replace("{month}", "2025-01"),
    headers: { "x-admin-token": value },
    body: undefined,
    from: `127.0.${third}.${fourth}`
  }))
