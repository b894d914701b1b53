import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpServerResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { Admitted, needs } from "../../src/Api/Access.ts"
import * as Gate from "../../src/Http/Access/Gate.ts"
import { isPlain, needOf, requiredNames, routeOf, routesOf } from "../../src/Http/Routes.ts"
import { httpService } from "../lib/HttpService.ts"
import { places } from "../lib/Places.ts"

const endpoint = HttpApiEndpoint.get("news", "/api/news")
const apiOf = <E extends HttpApiEndpoint.HttpApiEndpoint.Any>(added: E) => HttpApi.make("toy").add(HttpApiGroup.make("news").add(added))

// Rule 8.2.
describe("a new endpoint", () => {
  it("with a need and a check is a route", () =>
    assert.deepStrictEqual(routesOf(apiOf(endpoint.annotateContext(needs("view")).middleware(Admitted))), [
      { method: "GET", path: "/api/news", need: "view" }
    ]))

  it("without a need fails at start", () => assert.throws(() => routesOf(apiOf(endpoint.middleware(Admitted))), "news declares no need"))

  it("that reaches its handler without a check fails at start", () =>
    assert.throws(() => routesOf(apiOf(endpoint.annotateContext(needs("view")))), "news does not check that the gate was passed"))

  it.scoped("that is served without a declaration fails at start", () =>
    Effect.gen(function*() {
      const stray = HttpApiBuilder.Router.use((router) => router.get("/stray", HttpServerResponse.empty()))
      const { layer } = httpService({ at: "2025-12-09T13:14:40+08:00", checks: { gate: Layer.merge(Gate.layer, stray) } })
      const exit = yield* Effect.exit(Layer.build(layer))
      assert.include(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "started", "GET /stray declares no need")
    }))
})

// Rule 3.6.
describe("the plain form of a path", () => {
  it.each(["/", "/admin", "/api/days/2025-12-08", "/static/hashed/a-B_9.~js", "/.well-known/x", "/a..b", "/...", "/x?/../%61;#"])("is %s",
    (url) => assert.isTrue(isPlain(url)))

  const others = [
    "",
    "*",
    "x",
    "//",
    "/a/",
    "/a//b",
    "//a",
    "/.",
    "/..",
    "/a/.",
    "/a/../b",
    "/%61",
    "/a%2fb",
    "/a;b",
    "/a#b",
    "/a\\b",
    "/a b",
    "/é",
    "http://x/a",
    "/a:b",
    "/a@b",
    "/a+b",
    "/a,b",
    "/?a".replace("?", "%3f")
  ]
  it.each(others)("is not %s", (url) => {
    assert.isFalse(isPlain(url))
    assert.strictEqual(routeOf(url), "other")
  })

  it("has every path of the service", () => {
    for (const { path } of places) assert.isTrue(isPlain(path), path)
  })
})

describe("names that a request has to send", () => {
  it("are those of all paths and headers, and what a query needs", () =>
    assert.sameMembers([...requiredNames], ["id", "date", "month", "period", "from", "to", "idempotency-key"]))
})

describe("the need of a route", () => {
  it("of another method is not that of a path", () => {
    assert.strictEqual(needOf({ method: "GET", path: "/api/metrics" }), "view")
    assert.throws(() => needOf({ method: "POST", path: "/api/metrics" }), "POST /api/metrics declares no need")
  })
})
