import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { pairingCode, readPairing } from "../../src/People/Credential.ts"
import { cookieOf, createToken, device, signIn, withToken } from "../lib/Browser.ts"
import { codeOf, httpService, jsonBody, raw, rawAdmin, type RawRequest } from "../lib/HttpService.ts"
import { members } from "../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"

const service = () => httpService({ at, watch: "1 hour", config: { file: members({ access: "private" }) } }).layer

const post = (body: object, headers: Readonly<Record<string, string>> = {}): RawRequest => {
  const request = jsonBody(body)
  return { ...request, method: "POST", headers: { ...request.headers, ...headers } }
}

const start = (headers: Readonly<Record<string, string>> = {}) =>
  Effect.map(raw("/api/session/screen", { method: "POST", headers }), (answer) => ({
    answer,
    code: String(answer.json()["code"]),
    secret: String(answer.json()["secret"])
  }))

const claim = (code: string, secret: string, headers: Readonly<Record<string, string>> = {}) =>
  raw("/api/session/screen/claim", post({ code, secret }, headers))

const approve = (code: string) => rawAdmin("/api/admin/screens", post({ code }))

const ended = [410, "invitation_ended"]
const unknown = [401, "unauthorized"]

const people = Effect.map(rawAdmin("/api/admin/tokens"), (answer) => answer.json()["items"] as ReadonlyArray<Record<string, unknown>>)

// Rule 8.18.
describe("a screen that asks to be let in", () => {
  it.scoped("waits until a person approves, and is then let in to read, once", () =>
    Effect.gen(function*() {
      const { answer, code, secret } = yield* start()
      assert.deepInclude(answer.json(), { link: `/join#screen=${code}`, expires_at: "2025-12-09T13:19:40+08:00" })
      assert.strictEqual(answer.headers["cache-control"], "no-store")
      assert.deepStrictEqual((yield* claim(code, secret)).json(), { ok: true, state: "waiting", name: null, role: null, session: null })
      const boss = yield* createToken("李店长", "manager")
      assert.strictEqual((yield* withToken(boss.secret, "/api/admin/screens", post({ code }))).status, 200)
      const opened = yield* claim(code, secret, { "user-agent": "A big screen" })
      assert.deepInclude(opened.json(), { state: "signed_in", name: "大屏", role: "view" })
      const cookie = cookieOf(opened.headers)
      const ask = (path: string) => Effect.map(raw(path, { headers: { cookie } }), ({ status }) => status)
      assert.deepStrictEqual([yield* ask("/api/metrics"), yield* ask("/api/admin/setup"), yield* ask("/api/admin/tokens")], [200, 403, 403])
      assert.deepStrictEqual(codeOf(yield* claim(code, secret)), ended)
      assert.deepStrictEqual(codeOf(yield* signIn({ code: secret })), ended)
      const [screen] = yield* people
      assert.deepInclude(screen, { name: "大屏", role: "view", has_secret: false, sessions: 1 })
      const [line] = (yield* rawAdmin("/api/admin/logs")).json()["lines"] instanceof Array
        ? ((yield* rawAdmin("/api/admin/logs")).json()["lines"] as ReadonlyArray<string>).filter((one) => one.includes("screen let in"))
        : []
      assert.include(line, "李店长")
      yield* rawAdmin(`/api/admin/tokens/${String(screen?.["id"])}`, { method: "DELETE" })
      assert.strictEqual(yield* ask("/api/metrics"), 401)
    }).pipe(Effect.provide(service())))

  it.scoped("gives nothing to a thief who has photographed its code, before or after it was approved", () =>
    Effect.gen(function*() {
      const { code, secret } = yield* start()
      const thief = yield* start()
      const attempts = () =>
        Effect.all([
          claim(code, thief.secret),
          claim(code, code),
          claim(thief.code, secret),
          signIn({ code })
        ].map((attempt) => Effect.map(attempt, codeOf)))
      assert.deepStrictEqual(yield* attempts(), [unknown, unknown, unknown, unknown])
      assert.strictEqual((yield* approve(code)).status, 200)
      assert.deepStrictEqual(yield* attempts(), [unknown, unknown, unknown, unknown])
      assert.deepInclude((yield* claim(thief.code, thief.secret)).json(), { state: "waiting" })
      assert.deepInclude((yield* claim(code, secret)).json(), { state: "signed_in" })
    }).pipe(Effect.provide(service())))

  it.scoped("is refused with a code that has expired, was used, was altered, or is of another service", () =>
    Effect.gen(function*() {
      const foreign = yield* Effect.provide(start(), service())
      assert.deepStrictEqual(codeOf(yield* approve(foreign.code)), ended)
      assert.deepStrictEqual(codeOf(yield* claim(foreign.code, foreign.secret)), ended)

      const used = yield* start()
      assert.strictEqual((yield* approve(used.code)).status, 200)
      assert.deepStrictEqual(codeOf(yield* approve(used.code)), ended)

      const late = yield* start()
      const [id = "", end = "", seal = ""] = late.code.split(".")
      const later = (Number.parseInt(end, 36) + 3_600_000).toString(36)
      for (
        const altered of [`${id}.${later}.${seal}`, `${id}.${end}`, `${id}.${end}.`, `${id}.${end}.${"A".repeat(22)}`, " ", `${late.code}.`]
      )
        assert.include([410, 400], (yield* approve(altered)).status, altered)
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(codeOf(yield* approve(late.code)), ended)
      assert.deepStrictEqual(codeOf(yield* claim(late.code, late.secret)), ended)
      // The screen was approved in time, but never asked.
      assert.deepStrictEqual(codeOf(yield* claim(used.code, used.secret)), ended)
      assert.deepStrictEqual((yield* people).map(({ sessions }) => sessions), [0])
    }).pipe(Effect.provide(service())))

  it.scoped("is let in by a manager alone, on a page of this service", () =>
    Effect.gen(function*() {
      const { code, secret } = yield* start()
      for (const role of ["view", "entry", "feed"]) {
        const { secret: token } = yield* createToken(`a ${role}`, role)
        assert.deepStrictEqual(codeOf(yield* withToken(token, "/api/admin/screens", post({ code }))), [403, "forbidden"], role)
      }
      assert.deepStrictEqual(codeOf(yield* raw("/api/admin/screens", post({ code }))), unknown)
      const phone = yield* device({ token: (yield* createToken("李店长", "manager")).secret })
      const elsewhere = post({ code }, { "sec-fetch-site": "cross-site" })
      assert.deepStrictEqual(codeOf(yield* phone.ask("/api/admin/screens", elsewhere)), [403, "cross_site"])
      assert.deepStrictEqual(codeOf(yield* claim(code, secret, { "sec-fetch-site": "cross-site" })), [403, "cross_site"])
      assert.deepStrictEqual(codeOf((yield* start({ "sec-fetch-site": "cross-site" })).answer), [403, "cross_site"])
      assert.deepInclude((yield* claim(code, secret)).json(), { state: "waiting" })
      assert.strictEqual((yield* phone.ask("/api/admin/screens", post({ code }))).status, 200)
    }).pipe(Effect.provide(service())))

  it.scoped("is not answered more than ten times a minute at one address, and a wrong secret counts as a guess", () =>
    Effect.gen(function*() {
      const { code } = yield* start()
      for (let times = 1; times < 10; times++) assert.strictEqual((yield* start()).answer.status, 200)
      assert.deepStrictEqual(codeOf((yield* start()).answer), [429, "too_many_attempts"])
      for (let guess = 0; guess < 10; guess++) assert.deepStrictEqual(codeOf(yield* claim(code, `tvi_${"A".repeat(22)}`)), unknown)
      assert.deepStrictEqual(codeOf(yield* claim(code, `tvi_${"A".repeat(22)}`)), [429, "too_many_attempts"])
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual((yield* start()).answer.status, 200)
    }).pipe(Effect.provide(service())))
})

describe("the code of a screen", () => {
  const pairing = { hash: "8aa1049f0297835aee5eabe50bd3e56e65ef3f7241cdf97a857ead4c30b756a9", expiresAt: 1_765_257_580_000 }

  it("is read with the key that has sealed it, and with no other", () => {
    const code = pairingCode("one key", pairing)
    assert.deepStrictEqual(readPairing("one key", code), pairing)
    assert.isUndefined(readPairing("another key", code))
  })

  it("is refused with a letter changed, left out or added", () => {
    const code = pairingCode("one key", pairing)
    for (let index = 0; index < code.length; index++) {
      const other = code[index] === "A" ? "B" : "A"
      const before = code.slice(0, index)
      const after = code.slice(index + 1)
      for (const altered of [`${before}${other}${after}`, `${before}${after}`, `${before}${other}${code.slice(index)}`])
        assert.isUndefined(readPairing("one key", altered), altered)
    }
  })
})
