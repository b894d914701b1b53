import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { anotherProgram, temporaryFile } from "../Database/TestFile.ts"
import { cookieOf, createToken, device, setCookieOf, signIn } from "../lib/Browser.ts"
import { codeOf, httpService, jsonBody, raw, rawAdmin, type RawAnswer, token } from "../lib/HttpService.ts"

const at = "2025-12-09T13:14:40+08:00"

const service = Effect.provide(httpService({ at }).layer)

/** Runs a test on a file, with another program's connection to it. */
const onFile = <A, E, R>(test: (other: Effect.Effect.Success<ReturnType<typeof anotherProgram>>) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(temporaryFile, (file) =>
    Effect.provide(Effect.flatMap(anotherProgram(file), test), httpService({ at, database: `file:${file}` }).layer))

const whoAmI = (cookie: string) => raw("/api/session", { headers: { cookie } })

const assertNobody = (answer: RawAnswer) => {
  assert.deepStrictEqual([answer.status, answer.json()], [200, { name: null, role: null, session: null }])
  assert.notProperty(answer.headers, "www-authenticate")
}

const entry = jsonBody({ date: "2025-12-08", amount: 3000 })

const withCookie = (cookie: string, headers: Record<string, string>) =>
  raw("/api/admin/turnover", { ...entry, headers: { ...entry.headers, cookie, ...headers } })

const items = (answer: RawAnswer) => answer.json()["items"] as ReadonlyArray<Record<string, unknown>>

const hashesSeen = (answer: RawAnswer, value: string) => assert.notInclude(answer.text, value)

describe("a session", () => {
  // Rule 8.6.
  it.scoped("is a cookie that no script reads, no other site sends, and that lasts 180 days", () =>
    Effect.gen(function*() {
      const answer = yield* signIn({ token })
      assert.deepInclude(answer.json(), { ok: true, name: "admin", role: "admin" })
      assert.match(setCookieOf(answer.headers), /^turnover-[0-9a-f]{8}=m\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/)
      hashesSeen(answer, cookieOf(answer.headers))
    }).pipe(service))

  it.scoped("has the name of its installation, beside that of another service of the host", () =>
    Effect.gen(function*() {
      const own = cookieOf((yield* signIn({ token })).headers)
      const other = `turnover-00000000=m.${"A".repeat(43)}`
      for (const cookie of [`${other}; ${own}`, `${own}; ${other}`]) {
        assert.strictEqual((yield* whoAmI(cookie)).json()["name"], "admin", cookie)
      }
      assertNobody(yield* whoAmI(own.replace(/^turnover-\w+/, "turnover-00000000")))
      assertNobody(yield* whoAmI(own.replace(/^turnover-\w+/, "turnover")))
    }).pipe(service))

  it.scoped("is never sent without TLS if the browser uses TLS", () =>
    Effect.gen(function*() {
      for (const headers of [{ "x-forwarded-proto": "https" }, { origin: "https://shop.example", host: "shop.example" }]) {
        const { headers: answered } = yield* signIn({ token }, headers)
        assert.match(setCookieOf(answered), /^__Host-turnover-[0-9a-f]{8}=m\.[\w-]{43}; .*; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
        assert.strictEqual((yield* whoAmI(cookieOf(answered))).status, 200)
      }
    }).pipe(service))

  // Rule 8.7.
  it.scoped("is prolonged by use, a day at a time, and ends after 180 days without", () =>
    onFile((other) =>
      Effect.gen(function*() {
        const { cookie } = yield* device({ token })
        assert.isUndefined((yield* whoAmI(cookie)).headers["set-cookie"])
        other.exec(`UPDATE session SET expires_at = expires_at - 86400001`)
        assert.strictEqual(cookieOf((yield* whoAmI(cookie)).headers), cookie)
        assert.strictEqual(items(yield* rawAdmin("/api/admin/sessions"))[0]?.["expires_at"], "2026-06-07T13:14:40+08:00")
        assert.isUndefined((yield* whoAmI(cookie)).headers["set-cookie"])
        other.exec(`UPDATE session SET expires_at = expires_at - 180 * 86400000`)
        assertNobody(yield* whoAmI(cookie))
      })
    ))

  // Rule 8.3.
  it.scoped("ends when it is signed out, when its device is, when its token is revoked; it obeys another role at once", () =>
    Effect.gen(function*() {
      const { id, secret } = yield* createToken("店长", "manager")
      const [one, two, three] = [yield* device({ token: secret }), yield* device({ token: secret }), yield* device({ token: secret })]
      const verify = (phone: typeof one) => phone.ask("/api/admin/audit/verify")
      for (const phone of [one, two, three]) assert.strictEqual((yield* verify(phone)).status, 200)
      yield* one.ask("/api/session", { method: "DELETE" })
      assert.deepStrictEqual(codeOf(yield* verify(one)), [401, "unauthorized"])
      yield* rawAdmin(`/api/admin/sessions/${two.session}`, { method: "DELETE" })
      assert.deepStrictEqual(codeOf(yield* verify(two)), [401, "unauthorized"])
      yield* rawAdmin(`/api/admin/tokens/${id}`, { ...jsonBody({ role: "entry" }), method: "PATCH" })
      assert.deepStrictEqual(codeOf(yield* verify(three)), [403, "forbidden"])
      assert.deepInclude((yield* three.ask("/api/session")).json(), { name: "店长", role: "entry" })
      yield* rawAdmin(`/api/admin/tokens/${id}`, { method: "DELETE" })
      const answer = yield* verify(three)
      assert.deepStrictEqual(codeOf(answer), [401, "unauthorized"])
      assert.match(setCookieOf(answer.headers), /^turnover-[0-9a-f]{8}=; Max-Age=0/)
      assert.deepStrictEqual(items(yield* rawAdmin("/api/admin/sessions")), [])
    }).pipe(service))

  it.scoped("ends in the next request when another process revokes it", () =>
    onFile((other) =>
      Effect.gen(function*() {
        const { secret } = yield* createToken("店长", "manager")
        const phone = yield* device({ token: secret })
        const verify = phone.ask("/api/admin/audit/verify")
        const byToken = raw("/api/admin/audit/verify", { headers: { "x-admin-token": secret } })
        for (const request of [verify, verify, byToken, byToken]) assert.strictEqual((yield* request).status, 200)
        other.exec(`UPDATE session SET ended_at = 1`)
        assert.strictEqual((yield* verify).status, 401)
        assert.strictEqual((yield* byToken).status, 200)
        other.exec(`UPDATE token SET role = 'entry'`)
        assert.strictEqual((yield* byToken).status, 403)
        other.exec(`UPDATE token SET revoked_at = 1`)
        assert.strictEqual((yield* byToken).status, 401)
      })
    ))

  it.scoped("cannot be fixed by another client: an earlier cookie is never taken over, and its session ends", () =>
    Effect.gen(function*() {
      const planted = `turnover=s.${"A".repeat(43)}`
      const first = yield* signIn({ token }, { cookie: planted })
      assert.notStrictEqual(cookieOf(first.headers), planted)
      assertNobody(yield* whoAmI(planted))
      const earlier = cookieOf(first.headers)
      const second = yield* signIn({ token }, { cookie: earlier })
      assert.notStrictEqual(cookieOf(second.headers), earlier)
      assertNobody(yield* whoAmI(earlier))
      assert.strictEqual((yield* whoAmI(cookieOf(second.headers))).status, 200)
    }).pipe(service))

  it.scoped("is not read from an address", () =>
    Effect.gen(function*() {
      const { cookie } = yield* device({ token })
      const value = cookie.split("=")[1] ?? ""
      for (const query of [`turnover=${value}`, `session=${value}`, `token=${token}`, `x-admin-token=${token}`]) {
        assertNobody(yield* raw(`/api/session?${query}`))
      }
    }).pipe(service))

  // Rule 8.14.
  it.scoped("is reported without an error: a client without one gets null, and an ended cookie is removed", () =>
    Effect.gen(function*() {
      assertNobody(yield* raw("/api/session"))
      const phone = yield* device({ token })
      yield* phone.ask("/api/session", { method: "DELETE" })
      const answer = yield* whoAmI(phone.cookie)
      assertNobody(answer)
      assert.match(setCookieOf(answer.headers), /^turnover-[0-9a-f]{8}=; Max-Age=0/)
      assert.deepStrictEqual(codeOf(yield* raw("/api/session", { headers: { "x-admin-token": "wrong" } })), [401, "unauthorized"])
      assert.deepStrictEqual(codeOf(yield* raw("/api/session", { headers: { "x-admin-token": `tvr_${"A".repeat(43)}` } })), [
        401,
        "unauthorized"
      ])
    }).pipe(service))

  // Rule 8.9.
  it.scoped("makes no change for a page of another site, and none without a header about the page", () =>
    Effect.gen(function*() {
      const { cookie } = yield* device({ token })
      const refused: ReadonlyArray<Record<string, string>> = [
        {},
        { origin: "null" },
        { origin: "https://evil.example", host: "shop.example" },
        { origin: "http://shop.example.evil.example", host: "shop.example" },
        { origin: "http://shop.example:8080", host: "shop.example" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { "sec-fetch-site": "none" },
        { "sec-fetch-site": "cross-site", origin: "http://shop.example", host: "shop.example" },
        // A form can send a body of this type to any address.
        { "content-type": "text/plain", origin: "https://evil.example", host: "shop.example" }
      ]
      for (const headers of refused) {
        assert.deepStrictEqual(codeOf(yield* withCookie(cookie, headers)), [403, "cross_site"], JSON.stringify(headers))
      }
      assert.deepStrictEqual((yield* raw("/api/audit")).json(), [] as unknown)
      assert.strictEqual((yield* withCookie(cookie, { "sec-fetch-site": "same-origin" })).status, 200)
      assert.strictEqual((yield* withCookie(cookie, { origin: "http://shop.example", host: "shop.example" })).status, 200)
      assert.strictEqual(
        (yield* withCookie(cookie, { origin: "https://Shop.example", host: "10.0.0.1", "x-forwarded-host": "shop.example" })).status,
        200
      )
      assert.strictEqual((yield* withCookie("", { "x-admin-token": token, origin: "https://evil.example" })).status, 200)
    }).pipe(service))

  it.scoped("behind a proxy that does not pass Host on is refused with both names and the remedy, which the log has once a minute", () => {
    const lines: Array<string> = []
    return Effect.gen(function*() {
      const refused = yield* signIn({ token }, { origin: "http://192.168.1.5", host: "127.0.0.1:57778" })
      const detail =
        "origin: expected a page of this service, which this request asks for as \"127.0.0.1:57778\", got one of \"http://192.168.1.5\"; " +
        "if that is this service behind a proxy, let the proxy pass Host on (in nginx: proxy_set_header Host $http_host)"
      assert.deepStrictEqual([...codeOf(refused), refused.json()["detail"]], [403, "cross_site", detail])
      yield* signIn({ token }, { origin: "http://192.168.1.6", host: "127.0.0.1:57778" })
      const logged = lines.filter((line) => line.includes("192.168.1."))
      assert.lengthOf(logged, 1)
      assert.include(JSON.parse(logged[0] ?? "").message, detail)
      const long = yield* signIn({ token }, { origin: `http://${"a".repeat(5000)}` })
      assert.isBelow(String(long.json()["detail"]).length, 600)
      assert.strictEqual((yield* signIn({ token }, { origin: "http://shop", host: "shop:80" })).status, 200)
      assert.strictEqual((yield* signIn({ token }, { origin: "https://shop", host: "SHOP:443" })).status, 200)
      assert.strictEqual((yield* signIn({ token }, { origin: "http://shop:81", host: "shop" })).status, 403)
    }).pipe(Effect.provide(httpService({ at, debugLines: lines }).layer))
  })

  it.scoped("is not opened by a page of another site", () =>
    Effect.gen(function*() {
      for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }]) {
        const answer = yield* signIn({ token }, headers)
        assert.deepStrictEqual(codeOf(answer), [403, "cross_site"])
        assert.isUndefined(answer.headers["set-cookie"])
      }
    }).pipe(service))

  // Rule 3.5.
  it.scoped("cannot be guessed: wrong sign-ins count with wrong tokens", () =>
    Effect.gen(function*() {
      for (let time = 0; time < 5; time++)
        assert.strictEqual(
          (yield* rawAdmin("/api/session", { headers: { "x-admin-token": `x${time}` } })).status,
          401
        )
      for (let time = 0; time < 5; time++) assert.strictEqual((yield* signIn({ token: `wrong ${time}` })).status, 401)
      assert.deepStrictEqual(codeOf(yield* signIn({ token })), [429, "too_many_attempts"])
      assert.deepStrictEqual(codeOf(yield* rawAdmin("/api/admin/logs")), [429, "too_many_attempts"])
    }).pipe(service))

  // Rule 3.5.
  it.scoped("that is wrong does not count as a guess: screens with an old cookie or token lock nobody out", () =>
    Effect.gen(function*() {
      for (const kind of ["m", "s"])
        for (let time = 0; time < 10; time++)
          assert.strictEqual((yield* raw("/api/admin/logs", { headers: { cookie: `turnover=${kind}.${"A".repeat(42)}${time}` } })).status,
            401)
      for (let time = 0; time < 10; time++) {
        const headers = { "x-admin-token": `tvr_${"A".repeat(42)}${time}` }
        assert.strictEqual((yield* raw("/api/admin/logs", { headers })).status, 401)
        assert.strictEqual((yield* raw("/api/admin/logs", { headers: { cookie: `turnover=${"x".repeat(time)}` } })).status, 401)
        assert.strictEqual((yield* signIn({ token: headers["x-admin-token"] })).status, 401)
      }
      assert.strictEqual((yield* signIn({ token })).status, 200)
    }).pipe(service))

  // Rule 3.5.
  it.scoped("and a named token are not blocked by what others guess at the same address", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("till", "manager")
      const phone = yield* device({ token: secret })
      for (let time = 0; time < 10; time++) yield* raw("/api/admin/audit/verify", { headers: { "x-admin-token": `guess ${time}` } })
      assert.strictEqual((yield* rawAdmin("/api/admin/audit/verify")).status, 429)
      assert.strictEqual((yield* phone.ask("/api/admin/audit/verify")).status, 200)
      assert.strictEqual((yield* raw("/api/admin/audit/verify", { headers: { "x-admin-token": secret } })).status, 200)
    }).pipe(service))

  it.scoped("shows in no log line, nor does a token or a code", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("店长", "manager")
      const invited = yield* rawAdmin("/api/admin/invitations", { ...jsonBody({ name: "小王", role: "entry" }), method: "POST" })
      const code = String(invited.json()["code"])
      const phones = [yield* device({ token: secret }), yield* device({ code })]
      yield* signIn({ code })
      const log = (yield* rawAdmin("/api/admin/logs")).text
      assert.include(log, "signed in")
      for (const hidden of [secret, code, ...phones.map(({ cookie }) => cookie.split("=")[1] ?? "")]) assert.notInclude(log, hidden)
    }).pipe(service))

  it.scoped("is opened by exactly one of a token and a code", () =>
    Effect.gen(function*() {
      for (const body of [{}, { token, code: "x" }, { token: "" }, { code: 7 }]) {
        assert.deepStrictEqual(codeOf(yield* signIn(body)), [400, "invalid_request"], JSON.stringify(body))
      }
    }).pipe(service))
})
