import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Environment from "../../src/Config/Environment.ts"
import { openProxyTrust, proxiesOf } from "../../src/Config/Network.ts"
import { clientAddress } from "../../src/Http/Access/Attempts.ts"
import { greet } from "../../src/Startup.ts"
import { connect, head, httpService, raw, rawAdmin, token } from "../lib/HttpService.ts"

const at = "2025-12-09T13:14:40+08:00"

describe("the address of a client", () => {
  const stranger = "203.0.113.7"
  const rows: ReadonlyArray<readonly [trust: string, connection: string, header: string | undefined, address: string]> = [
    ["0", stranger, undefined, stranger],
    ["0", "127.0.0.1", stranger, "127.0.0.1"],
    ["1", "127.0.0.1", undefined, "127.0.0.1"],
    ["1", "127.0.0.1", stranger, stranger],
    ["1", "127.0.0.1", `1.1.1.1, 2.2.2.2,${stranger}`, stranger],
    ["2", "127.0.0.1", `1.1.1.1, ${stranger}, 10.0.0.2`, stranger],
    // The request bypassed one proxy, so the client may have written the entry itself.
    ["2", stranger, "1.1.1.1", stranger],
    ["1", "127.0.0.1", `${stranger}:4711`, stranger],
    ["1", "127.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"],
    ["1", "127.0.0.1", "1.1.1.1, unknown", "127.0.0.1"],
    ["1", "127.0.0.1", "1.1.1.1,", "127.0.0.1"],
    ["1", "127.0.0.1", "\u001b[31m", "127.0.0.1"],
    ["10.0.0.0/8", "10.0.0.1", `1.1.1.1, ${stranger}, 10.9.9.9`, stranger],
    ["10.0.0.0/8", "::ffff:10.0.0.1", stranger, stranger],
    ["10.0.0.1, 10.0.0.2", "10.0.0.1", `${stranger}, 10.0.0.3, 10.0.0.2`, "10.0.0.3"],
    ["2001:db8::/32", "2001:db8::1", stranger, stranger],
    // The header is not read if the connection is not from a trusted proxy.
    ["10.0.0.0/8", stranger, "10.0.0.1", stranger],
    ["10.0.0.0/8", "10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"],
    ["10.0.0.0/8", "unknown", stranger, "unknown"]
  ]
  it.each(rows)("with TRUST_PROXY=%s, asked by %s for %s, is %s",
    (TRUST_PROXY, connection, header, address) => assert.strictEqual(clientAddress(proxiesOf(TRUST_PROXY))(connection, header), address))

  const expected = "environment: TRUST_PROXY: expected a number of proxies from 0 to 10, or addresses and networks with commas between"
  it.effect.each(["true", "11", "-1", "1.5", "proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.1,", "10.0.0.0/8/8", "2001:db8::/129"])(
    "is not read with TRUST_PROXY=%s: the service does not start",
    (TRUST_PROXY) =>
      Effect.map(Effect.flip(Environment.fromVariables({ TRUST_PROXY })), ({ message }) =>
        assert.strictEqual(message, `${expected}, got ${JSON.stringify(TRUST_PROXY)}`))
  )
})

describe("guessing the admin token through a proxy", () => {
  const asked = (forwardedFor: string, given: string) =>
    Effect.map(raw("/api/admin/audit/verify", { headers: { "x-admin-token": given, "x-forwarded-for": forwardedFor } }), ({ status }) =>
      status)

  it.scoped("is counted by the address that the proxy appends, whatever the client has sent before it", () =>
    Effect.gen(function*() {
      for (let guess = 0; guess < 10; guess++) {
        assert.strictEqual(yield* asked(`10.0.0.${guess}, 203.0.113.7`, `wrong ${guess}`), 401)
      }
      assert.strictEqual(yield* asked("10.0.0.99, 203.0.113.7", token), 429)
      assert.strictEqual(yield* asked("203.0.113.8", token), 200)
      assert.include((yield* rawAdmin("/api/admin/logs")).text, "203.0.113.7")
    }).pipe(Effect.provide(httpService({ at, env: { TRUST_PROXY: "1" } }).layer)))

  it.scoped("is counted by the connection if the client is no trusted proxy", () =>
    Effect.gen(function*() {
      for (let guess = 0; guess < 10; guess++) yield* asked(`203.0.113.${guess}`, `wrong ${guess}`)
      assert.strictEqual(yield* asked("203.0.113.99", token), 429)
    }).pipe(Effect.provide(httpService({ at, env: { TRUST_PROXY: "10.0.0.0/8" } }).layer)))
})

describe("guesses whose bodies are held back", () => {
  // Rule 8.3.
  it.scoped("are counted when they are complete: after ten wrong ones the right one is refused", () =>
    Effect.gen(function*() {
      const begun = (given: string) =>
        Effect.gen(function*() {
          const body = JSON.stringify({ token: given })
          const connection = yield* connect
          const headers = { "content-type": "application/json", "content-length": body.length, expect: "100-continue", connection: "close" }
          yield* connection.send(head("POST", "/api/session", headers))
          yield* connection.heard(/100 Continue/)
          return Effect.map(Effect.zipRight(connection.send(body), connection.closed),
            (answer) => /HTTP\/1\.1 (4\d\d|200)/.exec(answer)?.[1])
        })
      const wrong = yield* Effect.forEach(Array.from({ length: 10 }, (_, index) => `wrong ${index}`), begun)
      const right = yield* begun(token)
      // When the server responds to this request, it has read the head of each earlier one.
      yield* raw("/api/health")
      for (const complete of wrong) assert.strictEqual(yield* complete, "401")
      assert.strictEqual(yield* right, "429")
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

describe("a port that every client can reach, with a header that is trusted from every client,", () => {
  const rows: ReadonlyArray<readonly [host: string, TRUST_PROXY: string, noticed: boolean]> = [
    ["0.0.0.0", "1", true],
    ["::", "2", true],
    ["0.0.0.0", "0", false],
    ["127.0.0.1", "1", false],
    ["0.0.0.0", "10.0.0.0/8", false]
  ]
  it.each(rows)("HOST=%s and TRUST_PROXY=%s: %s", (host, TRUST_PROXY, noticed) => {
    assert.strictEqual(openProxyTrust(host, proxiesOf(TRUST_PROXY)) !== undefined, noticed)
  })

  it.scoped("are in the log at the start", () => {
    const lines: Array<string> = []
    return greet.pipe(
      Effect.provide(httpService({ at, env: { TRUST_PROXY: "1", HOST: "0.0.0.0" }, debugLines: lines }).layer),
      Effect.tap(() => assert.include(lines.join("\n"), "a client that reaches the port without the proxy can name any address"))
    )
  })
})
