import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { createToken, device, signIn } from "../lib/Browser.ts"
import { codeOf, connect, head, httpService, jsonBody, raw, rawAdmin, token } from "../lib/HttpService.ts"
import { changes, places, reads } from "../lib/Places.ts"
import { storeDay, turnover } from "../lib/Stored.ts"
import { members } from "../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"
const shop = { host: "shop.example" }

const service = (access: "open" | "private" = "open") =>
  Effect.provide(
    httpService({ at, config: { file: members({ access }) }, before: storeDay(turnover("2025-12-08")), watch: "1 hour" }).layer
  )

/** About a hundred requests. */
const patience = 25_000

/** Reads also store when a credential was last used. */
const noted = ["last_used_at"]

/** Every row of every table. */
const stored = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ readonly name: string }>`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`
  const rows = yield* Effect.forEach(tables, ({ name }) => sql`SELECT * FROM ${sql(name)}`)
  return JSON.stringify(tables.map(({ name }, index) => [name, rows[index]]), (key, value: unknown) => noted.includes(key) ? null : value)
})

/** Checks that the requests in between stored nothing. */
const changesNothing = <A, E, R>(asked: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const before = yield* stored
    assert.include(before, "123456")
    yield* asked
    assert.strictEqual(yield* stored, before)
  })

describe("a GET or HEAD", () => {
  it.scoped("changes nothing in the database, on every declared path, as the admin, whatever method it names elsewhere",
    () =>
      Effect.gen(function*() {
        const { secret } = yield* createToken("a program", "admin")
        const { cookie } = yield* device({ token })
        yield* changesNothing(Effect.gen(function*() {
          for (const { path } of changes.concat(reads)) {
            for (const credential of [{ cookie }, { "x-admin-token": secret }]) {
              const method = path === "/api/events" ? "HEAD" : "GET"
              const override = { "x-http-method-override": "DELETE", "x-method-override": "PUT" }
              yield* raw(`${path}?_method=DELETE&reason=x`, { method, headers: { ...credential, ...override } })
            }
            yield* raw(path, { method: "HEAD", headers: { cookie } })
          }
          yield* TestClock.adjust("1 second")
        }))
      }).pipe(service()), patience)
})

describe("with a session's cookie", () => {
  /** Every change, requested by a browser that is signed in as the admin. */
  const refused = (headers: Record<string, string>, body?: string) =>
    Effect.gen(function*() {
      const { cookie } = yield* device({ token })
      yield* changesNothing(Effect.forEach(changes.filter(({ need }) => need !== "nothing"), ({ method, path }) =>
        Effect.map(raw(path, { method, headers: { cookie, ...shop, ...headers }, ...(body === undefined ? {} : { body }) }), (answer) =>
          assert.deepStrictEqual(codeOf(answer), [403, "cross_site"], `${method} ${path} ${JSON.stringify(headers)}`))))
    }).pipe(service())

  const form = { "content-type": "application/x-www-form-urlencoded" }

  it.scoped("a cross-site form changes nothing, on every declared path",
    () =>
      refused({ ...form, origin: "https://evil.example", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
        "date=2025-12-08&amount=1"), patience)

  it.scoped("a form that passes for JSON changes nothing, on every declared path",
    () => refused({ "content-type": "text/plain", origin: "https://evil.example" }, "{\"date\":\"2025-12-08\",\"amount\":1}"), patience)

  it.scoped("a cross-origin fetch changes nothing, on every declared path", () =>
    Effect.all([
      refused({ "content-type": "application/json", origin: "http://other.shop.example", "sec-fetch-site": "same-site" }, "{}"),
      refused({ "content-type": "application/json", origin: "http://shop.example:8080" }, "{}")
    ]), patience)

  it.scoped("Origin: null changes nothing, on every declared path", () => refused({ ...form, origin: "null" }, ""), patience)

  it.scoped("a request that names no page changes nothing, on every declared path", () => refused({}), patience)

  it.scoped("no answer allows another origin to read it", () =>
    Effect.gen(function*() {
      const { cookie } = yield* device({ token })
      for (const { path } of places) {
        for (const method of ["OPTIONS", "HEAD"]) {
          const asked = { cookie, ...shop, origin: "https://evil.example", "access-control-request-method": "PUT" }
          const { headers } = yield* raw(path, { method, headers: asked })
          assert.deepStrictEqual(Object.keys(headers).filter((name) => name.startsWith("access-control-")), [], `${method} ${path}`)
        }
      }
    }).pipe(service()), patience)
})

describe("clickjacking", () => {
  for (const access of ["open", "private"] as const) {
    it.scoped(`finds no page and no answer of ${access === "open" ? "an open" : "a private"} service that can be framed`, () =>
      Effect.gen(function*() {
        for (const { method, path } of places) {
          for (const headers of [{}, { "x-admin-token": token }]) {
            // The body is not JSON, so nothing changes.
            const answer = yield* raw(path, { method, headers, ...(["PUT", "POST", "PATCH"].includes(method) ? { body: "{" } : {}) })
            assert.strictEqual(answer.headers["x-frame-options"], "DENY", `${method} ${path} ${answer.status}`)
            if (!String(answer.headers["content-type"]).startsWith("text/html"))
              continue
            assert.include(answer.headers["content-security-policy"], "frame-ancestors 'none'", path)
          }
        }
      }).pipe(service(access)), patience)
  }

  it.scoped("finds none among the responses to bytes that are not a request", () =>
    Effect.gen(function*() {
      for (const sent of ["nonsense\r\n\r\n", head("GET", "/", { "x-large": "x".repeat(20_000) }), "GET / HTTP/1.1\r\n\r\n"]) {
        const connection = yield* connect
        yield* connection.send(sent)
        assert.match(yield* connection.heard(/\r\n\r\n/), /\r\nx-frame-options: DENY\r\n/i, sent.slice(0, 20))
      }
    }).pipe(service()))
})

describe("an invitation that is replayed", () => {
  const invitation = Effect.map(rawAdmin("/api/admin/invitations", { ...jsonBody({ name: "小王", role: "entry" }), method: "POST" }),
    (answer) => String(answer.json()["code"]))

  it.scoped("signs nobody in a second time, whoever sends it, and does not end the first session", () =>
    Effect.gen(function*() {
      const code = yield* invitation
      const phone = yield* device({ code })
      for (const headers of [{}, { cookie: phone.cookie }]) {
        const answer = yield* signIn({ code }, headers)
        assert.deepStrictEqual(codeOf(answer), [410, "invitation_ended"])
        assert.isUndefined(answer.headers["set-cookie"])
      }
      assert.strictEqual((yield* phone.ask("/api/session")).status, 200)
    }).pipe(service()))

  it.scoped("at the same moment signs one device in", () =>
    Effect.gen(function*() {
      const code = yield* invitation
      const answers = yield* Effect.all(Array.from({ length: 8 }, () => signIn({ code })), { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 7 }, () => 410)])
      const { items } = (yield* rawAdmin("/api/admin/sessions")).json() as { items: ReadonlyArray<unknown> }
      assert.lengthOf(items, 1)
    }).pipe(service()))
})
