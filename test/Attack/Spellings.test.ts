import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { admission } from "../../src/Domain/Person.ts"
import { Gate } from "../../src/Http/Access/Gate.ts"
import { createToken } from "../lib/Browser.ts"
import { codeOf, connect, head, httpService, jsonBody, raw, rawAdmin } from "../lib/HttpService.ts"
import { places } from "../lib/Places.ts"
import { type Asked, everybody, holds, nobody, verdictOf } from "../lib/Spellings.ts"
import { members } from "../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"

const privately = { config: { file: members({ access: "private" }) } }

/** About a hundred requests. */
const patience = 240_000

/** Checks each response: only one spelling of a path is accepted, and it needs the declared access. */
const asDeclared = (access: "open" | "private") => ({ answer, isPlain, isRequest, method, need, who }: Asked, shown: string) => {
  assert.isBelow(answer.status, 500, shown)
  if (isPlain) return assert.strictEqual(verdictOf(answer), admission(need, { access, metrics: "private" }, who), shown)
  assert.strictEqual(answer.status, isRequest ? 404 : 400, shown)
  if (isRequest && method !== "HEAD") assert.deepStrictEqual(codeOf(answer), [404, "not_found"], shown)
}

/** Whether a handler, or a page's file, has produced the response. */
const isLetThrough = ({ answer: { headers, status, text } }: Asked): boolean =>
  !([400, 401, 403, 405].includes(status) && !text.includes("expected JSON")) &&
  !(status === 303 && /^(?:\.\.\/)*sign-in\?/.test(headers.location ?? "")) &&
  !(status === 404 && (text === "" || text.includes("expected a path that /docs describes")))

// Rules 3.6, 8.2 and 8.10.
describe("a path", () => {
  it.scoped("has one spelling in an open service, and that needs what is declared",
    () => Effect.flatMap(everybody, (visitors) => holds(500, visitors, asDeclared("open"))).pipe(Effect.provide(httpService({ at }).layer)),
    patience)

  it.scoped("has one spelling in a private service, and that needs what is declared",
    () =>
      Effect.flatMap(everybody, (visitors) => holds(500, visitors, asDeclared("private"))).pipe(
        Effect.provide(httpService({ at, ...privately }).layer)
      ), patience)

  it.scoped("opens no admin endpoint where they are closed, however it is spelled",
    () =>
      holds(300, [nobody], ({ answer, isPlain, isRequest, method, need }, shown) => {
        if (!isPlain) return assert.strictEqual(answer.status, isRequest ? 404 : 400, shown)
        if (!["entry", "manager", "admin"].includes(need)) return
        if (method === "HEAD") assert.strictEqual(answer.status, 403, shown)
        else assert.deepStrictEqual(codeOf(answer), [403, "admin_disabled"], shown)
      }).pipe(Effect.provide(httpService({ at, env: { ADMIN_TOKEN: "" } }).layer)), patience)

  it.scoped("in another spelling does nothing for the admin either", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("屏幕", "view")
      const body = { ...jsonBody({ name: "thief", role: "admin" }), method: "POST" }
      for (const headers of [{ "x-admin-token": secret }, {}])
        for (const path of ["/%61pi/admin/tokens", "/api/admin/token%73", "http://x/api/admin/tokens"])
          assert.deepStrictEqual(codeOf(yield* rawAdmin(path, { ...body, headers: { ...body.headers, ...headers } })), [404, "not_found"],
            path)
      assert.lengthOf((yield* rawAdmin("/api/admin/tokens")).json()["items"] as ReadonlyArray<unknown>, 1)
    }).pipe(Effect.provide(httpService({ at, ...privately }).layer)))

  it.scoped("in another spelling is refused before the body arrives", () =>
    Effect.gen(function*() {
      const connection = yield* connect
      yield* connection.send(head("POST", "/%61pi/admin/tokens", { "content-length": 9_000_000_000 }))
      yield* connection.heard(/ 404 /)
      yield* connection.destroy
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

describe("every route", () => {
  it.scoped("has its need enforced by itself, also where other spellings are read",
    () =>
      Effect.flatMap(everybody, (visitors) =>
        holds(500, visitors, (asked, shown) => {
          assert.isBelow(asked.answer.status, 500, shown)
          if (isLetThrough(asked)) assert.strictEqual(admission(asked.need, { access: "private", metrics: "private" }, asked.who), "pass",
              shown)
        })).pipe(Effect.provide(httpService({ at, ...privately, checks: { isPlain: () => true } }).layer)), patience)

  it.scoped("refuses what has not passed the gate", () =>
    Effect.gen(function*() {
      for (const { method, path } of places.filter(({ path }) => path !== "/nothing-here")) {
        for (const headers of [{}, { "x-admin-token": "test-token-0123456789" }]) {
          const body = ["PUT", "POST", "PATCH"].includes(method) ? { body: "{}" } : {}
          assert.strictEqual((yield* raw(`${path}?_=1`, { method, headers, ...body })).status, 500, `${method} ${path}`)
        }
      }
    }).pipe(Effect.provide(
      httpService({
        at,
        checks: {
          gate: Layer.succeed(Gate, {
            crossSite: Effect.dieMessage("no site is asked for"),
            guard: (_need, app) => app,
            visitor: Effect.succeed(undefined)
          })
        }
      }).layer
    )), patience)
})
