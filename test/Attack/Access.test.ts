import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { admission, type Person, Role } from "../../src/Domain/Person.ts"
import { createToken, device } from "../lib/Browser.ts"
import { httpService, raw, rawAdmin, type RawAnswer, token } from "../lib/HttpService.ts"
import { type Place, places } from "../lib/Places.ts"
import { storeDay, turnover } from "../lib/Stored.ts"
import { members } from "../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"

const shopName = "不给外人看的店"

const privately = (more: Record<string, unknown> = {}) =>
  httpService({ at, config: { file: members({ access: "private", shop_name: shopName, ...more }) } }).layer

/** A request whose body is not JSON: if it is let through, it is refused for its body, and nothing changes. */
const ask = ({ method, path }: Place, headers: Record<string, string>) =>
  raw(path, { method, headers, ...(["PUT", "POST", "PATCH"].includes(method) ? { body: "{" } : {}) })

const verdictOf = ({ headers, status, text }: RawAnswer): string => {
  if (status === 401 || status === 303 && /^(?:\.\.\/)?sign-in\?/.test(headers.location ?? "")) return "unauthorized"
  return status === 403 && (text === "" || text.includes("\"forbidden\"")) ? "forbidden" : "pass"
}

const tokens = Effect.map(
  Effect.forEach(Role.literals, (role) => Effect.map(createToken(`a ${role}`, role), ({ secret }) => [role, secret] as const)),
  (made) => [...made, [undefined, ""] as const]
)

const person = (role: Role): Person => ({ name: role, role, token: 1, session: null })

/** Some 250 requests. */
const patience = 240_000

const walk = (access: "open" | "private") =>
  Effect.gen(function*() {
    for (const [role, secret] of yield* tokens) {
      for (const place of places) {
        const answer = yield* ask(place, role === undefined ? {} : { "x-admin-token": secret })
        const expected = admission(place.need, { access, metrics: "private" }, role === undefined ? undefined : person(role))
        assert.strictEqual(verdictOf(answer), expected, `${place.method} ${place.path} as ${role ?? "nobody"}`)
        if (expected !== "pass") assert.notInclude(answer.text, shopName)
      }
    }
  })

// Rules 6.1, 8.2 and 8.10.
describe("access to every path, with every role and none,", () => {
  it.scoped("is what its declaration needs if the service is open", () => Effect.provide(walk("open"), httpService({ at }).layer), patience)

  it.scoped("is closed to clients without a credential if the service is private", () => Effect.provide(walk("private"), privately()),
    patience)
})

// Rule 8.10.
describe("a private service", () => {
  it.scoped("shows clients without a credential whether it works, and nothing else of its health", () =>
    Effect.gen(function*() {
      assert.sameMembers(Object.keys((yield* raw("/api/health")).json()), ["status", "version"])
      assert.property((yield* rawAdmin("/api/health")).json(), "scheduler")
      const guess = yield* raw("/api/health", { headers: { "x-admin-token": "wrong" } })
      assert.sameMembers(Object.keys(guess.json()), ["status", "version"])
    }).pipe(Effect.provide(privately())))

  it.scoped("shows a client without a credential nothing of the shop: in no body, header, redirect or error", () =>
    Effect.gen(function*() {
      const unknown = ["/favicon.ico", "/robots.txt", "/api", "/static/manifest.webmanifest", "/static/icon-192.png", "/%00", "/join?x=1"]
      const asked = [
        ...places,
        ...places.map(({ path }) => ({ method: "OPTIONS", path })),
        ...unknown.map((path) => ({ method: "GET", path }))
      ]
      for (const { method, path } of asked) {
        for (const headers of [{ accept: "application/problem+json" }, { cookie: `turnover=s.${"A".repeat(43)}` }]) {
          const { headers: answered, text } = yield* raw(path, { method, headers })
          const all = `${JSON.stringify(answered)} ${text}`
          for (const hidden of [shopName, encodeURIComponent(shopName), "1234.56", "123456"])
            assert.notInclude(all, hidden, `${method} ${path}`)
        }
      }
    }).pipe(Effect.provide(httpService({
      at,
      config: { file: members({ access: "private", shop_name: shopName }) },
      before: storeDay(turnover("2025-12-08"))
    }).layer)), patience)

  it.scoped("answers a viewer's figures, again and again, until the viewer's session ends", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("屏幕", "view")
      const screen = yield* device({ token: secret })
      for (
        const path of ["/api/metrics", "/api/metrics", "/api/series7", "/api/revenue?days=7", "/api/export", "/openapi.json", "/metrics"]
      ) {
        assert.strictEqual((yield* screen.ask(path)).status, 200, path)
        assert.strictEqual((yield* raw(path, { headers: { "x-admin-token": secret } })).status, 200, path)
        assert.strictEqual((yield* raw(path)).status, 401, path)
      }
      yield* rawAdmin(`/api/admin/sessions/${screen.session}`, { method: "DELETE" })
      assert.strictEqual((yield* screen.ask("/api/metrics")).status, 401)
    }).pipe(Effect.provide(privately())))

  it.scoped("counts wrong credentials wherever they are tried", () =>
    Effect.gen(function*() {
      for (const path of ["/api/health", "/api/metrics", "/metrics", "/nothing-here", "/api/series7"]) {
        yield* raw(path, { headers: { "x-admin-token": `wrong at ${path}` } })
        yield* raw(path, { headers: { "x-admin-token": `wrong again at ${path}`, cookie: `turnover=s.${"A".repeat(43)}` } })
      }
      assert.strictEqual((yield* raw("/api/audit", { headers: { "x-admin-token": token } })).status, 429)
    }).pipe(Effect.provide(privately())))

  it.scoped("leaves the metrics open if the settings say so", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* raw("/metrics")).status, 200)
      assert.strictEqual((yield* raw("/api/metrics")).status, 401)
    }).pipe(Effect.provide(privately({ metrics: "open" }))))
})
