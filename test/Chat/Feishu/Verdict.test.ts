import { assert, describe, it } from "@effect/vitest"
import { Cause } from "effect"
import { judge as judgeReply } from "../../../src/Chat/Feishu/Verdict.ts"
import { judgeFailure, networkFailure } from "../../../src/Chat/NoReply.ts"
import type { Verdict } from "../../../src/Domain/Attempt.ts"

const now = 1_765_257_280_000

const judge = (status: number, body: string | object, retryAfter?: string) =>
  judgeReply(
    { status, body: typeof body === "string" ? body : JSON.stringify(body), retryAfter },
    { now, scrub: (text) => text.replaceAll("hush", "***") }
  )

type Row = readonly [status: number, body: string | object, Verdict]

const table: ReadonlyArray<Row> = [
  [200, { code: 0, msg: "success" }, "delivered"],
  [201, { code: 0 }, "delivered"],
  [200, { StatusCode: 0, StatusMessage: "success" }, "delivered"],
  [200, { code: 0, StatusCode: 1 }, "delivered"],
  [200, { code: 9499, StatusCode: 0, msg: "Bad Request" }, "format"],
  [200, { StatusCode: 19002 }, "format"],
  [200, { code: 19002 }, "format"],
  [200, { code: 11246 }, "format"],
  [200, { code: 77777 }, "format"],
  [200, { code: -1 }, "format"],
  [400, { code: 9499, msg: "Bad Request" }, "format"],
  [400, "nonsense", "format"],
  [413, "", "format"],
  [500, "", "upset"],
  [503, "<html>", "upset"],
  [502, { code: 0 }, "upset"],
  [200, { code: 1500 }, "upset"],
  [200, { code: 5000 }, "upset"],
  [200, { code: 19001 }, "permanent"],
  [200, { code: 19007 }, "permanent"],
  [200, { code: 19021 }, "permanent"],
  [400, { code: 19021 }, "permanent"],
  [200, { code: 19022 }, "permanent"],
  [200, { code: 19024 }, "permanent"],
  [401, "", "permanent"],
  [403, "", "permanent"],
  [404, "", "permanent"],
  [410, "", "permanent"],
  [405, "", "permanent"],
  [301, "", "permanent"],
  [302, { code: 0 }, "permanent"],
  [307, "", "permanent"],
  [200, { code: 11232 }, "transient"],
  [200, { code: 11233 }, "transient"],
  [200, { code: 11247 }, "transient"],
  [200, { code: 9499, msg: "too many request" }, "transient"],
  [400, { code: 9499, msg: "Too Many Requests" }, "transient"],
  [400, { code: 99991400, msg: "request trigger frequency limit" }, "transient"],
  [429, "", "transient"],
  [200, "", "unknown"],
  [200, "ok", "unknown"],
  [200, "<html>code 0</html>", "unknown"],
  [200, [{ code: 0 }], "unknown"],
  [200, "0", "unknown"],
  [200, "null", "unknown"],
  [200, {}, "unknown"],
  [200, { code: "0" }, "unknown"],
  [200, { code: null, StatusCode: 0 }, "unknown"],
  [200, { code: false }, "unknown"],
  [200, { StatusCode: "0" }, "unknown"],
  [200, "{\"__proto__\":{\"code\":0}}", "unknown"],
  [204, "", "unknown"]
]

// Rules 7.4 and 7.5.
describe("Verdict", () => {
  for (const [status, body, verdict] of table) {
    it(`takes HTTP ${status} with ${JSON.stringify(body)} as ${verdict}`, () => {
      assert.strictEqual(judge(status, body).verdict, verdict)
    })
  }

  it("never finds a code in text", () => {
    assert.strictEqual(judge(200, { code: 0, msg: "11232 19001 too many request" }).verdict, "delivered")
    assert.strictEqual(judge(200, { code: 19002, msg: "too many request" }).verdict, "format")
    assert.strictEqual(judge(500, "{code: 19001}").verdict, "upset")
  })

  // Rule 7.8.
  it("explains for each permanent refusal what to fix", () => {
    const cases: ReadonlyArray<readonly [number, object, RegExp]> = [
      [200, { code: 19001 }, /chat_webhook_url/],
      [200, { code: 19021 }, /chat_secret.*clock/],
      [200, { code: 19022 }, /IP address.*allow-list/],
      [200, { code: 19024 }, /chat_keyword/],
      [404, {}, /no bot at this address.*chat_webhook_url/],
      [403, {}, /refuses the request/],
      [302, {}, /redirect/]
    ]
    for (const [status, body, sentence] of cases) assert.match(judge(status, body).detail, sentence)
    const sentences = cases.map(([status, body]) => judge(status, body).detail)
    assert.strictEqual(new Set(sentences).size, cases.length)
  })

  it("quotes the bot on one bounded line, without secrets", () => {
    const { detail, excerpt } = judge(200, { code: 19002, msg: `a\nb hush ${"x".repeat(5_000)}` })
    assert.isBelow(detail.length, 300)
    assert.isAtMost(excerpt?.length ?? 0, 201)
    assert.notMatch(`${detail}${excerpt}`, /hush|\n/)
    assert.include(detail, "HTTP 200, code 19002, a b ***")
  })

  it("quotes no secret that the bot wrote with escapes, and nothing that is nested without end", () => {
    const { detail, excerpt } = judge(200, String.raw`{"code":19002,"msg":"\u0068ush","a":{"b":["hu\u0073h","kept"]},"hu\u0073h":1}`)
    assert.notMatch(`${detail}${excerpt}`, /hush|\\u/)
    assert.strictEqual(excerpt, "{\"code\":19002,\"msg\":\"***\",\"a\":{\"b\":[\"***\",\"kept\"]},\"***\":1}")
    const nested = judge(400, "[".repeat(30_000) + "]".repeat(30_000))
    assert.deepStrictEqual([nested.verdict, nested.excerpt], ["format", ""])
  })

  it("reads Retry-After in seconds and as a date", () => {
    assert.strictEqual(judge(429, "", "120").retryAfterMillis, 120_000)
    assert.strictEqual(judge(429, "", "Tue, 09 Dec 2025 05:15:40 GMT").retryAfterMillis, 60_000)
    assert.isNull(judge(429, "", "Tue, 09 Dec 2025 05:00:00 GMT").retryAfterMillis)
    for (const nonsense of ["soon", "-5", "1e9", "", "0"]) assert.isNull(judge(429, "", nonsense).retryAfterMillis)
  })

  const transient = ["transient", /^(?!.*arrived)/] as const
  const unknown = ["unknown", /may or may not have arrived/] as const
  const failures: ReadonlyArray<readonly [code: string | undefined, syscall: string | undefined, readonly [Verdict, RegExp]]> = [
    ["ECONNREFUSED", "connect", transient],
    ["ETIMEDOUT", "connect", transient],
    ["EHOSTUNREACH", "connect", transient],
    ["ENETUNREACH", "connect", transient],
    ["EMFILE", "connect", transient],
    ["EMFILE", "getaddrinfo", transient],
    ["ENFILE", "connect", transient],
    ["ENFILE", "socket", transient],
    ["EAGAIN", "connect", transient],
    ["EADDRNOTAVAIL", "connect", transient],
    ["EADDRNOTAVAIL", "bind", transient],
    ["ENOTFOUND", "getaddrinfo", transient],
    ["EAI_AGAIN", "getaddrinfo", transient],
    ["EAI_FAIL", "getaddrinfo", transient],
    ["CERT_HAS_EXPIRED", undefined, transient],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", undefined, transient],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", undefined, transient],
    ["CRL_HAS_EXPIRED", undefined, transient],
    ["INVALID_PURPOSE", undefined, transient],
    ["ERR_TLS_CERT_ALTNAME_INVALID", undefined, transient],
    ["EPROTO", "write", transient],
    ["ECONNRESET", "read", unknown],
    ["EHOSTUNREACH", "read", unknown],
    ["ENETUNREACH", "write", unknown],
    ["ETIMEDOUT", "read", unknown],
    ["EPIPE", "write", unknown],
    ["ECONNRESET", undefined, unknown],
    ["HPE_INVALID_CONSTANT", undefined, unknown],
    [undefined, undefined, unknown]
  ]
  for (const [code, syscall, [verdict, sentence]] of failures) {
    it(`takes ${code ?? "no code"} of ${syscall ?? "no system call"} as ${verdict}`, () => {
      const found = judgeFailure(networkFailure(Cause.fail(Object.assign(new Error("it failed"), { code, syscall }))))
      assert.strictEqual(found.verdict, verdict)
      assert.match(found.detail, sentence)
    })
  }

  it("takes a name whose addresses all fail as not sent, unless one of them was connected", () => {
    const failure = (code: string, syscall: string) => Object.assign(new Error("it failed"), { code, syscall })
    const together = (...errors: ReadonlyArray<Error>) =>
      judgeFailure(networkFailure(Cause.die(Object.assign(new AggregateError(errors), { code: "ETIMEDOUT" })))).verdict
    assert.strictEqual(together(failure("ETIMEDOUT", "connect"), failure("ENETUNREACH", "connect")), "transient")
    assert.strictEqual(together(failure("ETIMEDOUT", "connect"), failure("ECONNRESET", "read")), "unknown")
  })
})
