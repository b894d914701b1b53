import { HttpApi } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { brotliDecompressSync } from "node:zlib"
import { Api } from "../../src/Api.ts"
import { examples } from "../lib/ExampleAnswers.ts"
import { httpService, raw } from "../lib/HttpService.ts"

interface Body {
  readonly schema: unknown
}

interface Parameter {
  readonly name: string
  readonly schema: unknown
  readonly description?: string
  readonly required: boolean
}

interface Operation {
  readonly operationId: string
  readonly "x-needs"?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly security: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Body>> }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Readonly<Record<string, Body>> }>>
}

interface Document {
  readonly openapi: string
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, unknown>> }>>
    readonly securitySchemes: unknown
  }
}

const at = "2025-12-09T13:14:40+08:00"

const document = Effect.map(raw("/openapi.json"), ({ text }): Document => JSON.parse(text))

const admin = ["400", "401", "403", "429", "500"]

/** Every operation with its possible statuses. */
const statuses: Readonly<Record<string, ReadonlyArray<string>>> = {
  "get /api/metrics": ["200", "500"],
  "get /api/series7": ["200", "400", "500"],
  "get /api/revenue": ["200", "400", "500", "503"],
  "get /api/audit": ["200", "400", "500", "503"],
  "get /api/days": ["200", "400", "500", "503"],
  "get /api/days/{date}": ["200", "400", "500"],
  "get /api/reports/{period}": ["200", "400", "500"],
  "get /api/health": ["200", "500", "503"],
  "get /api/days.xlsx": ["200", "400", "500", "503"],
  "get /api/days.csv": ["200", "400", "500", "503"],
  "get /api/export": ["200", "400", "500", "503"],
  "get /api/events": ["200", "500", "503"],
  "put /api/admin/turnover": ["200", ...admin, "409", "413", "415", "422"],
  "delete /api/admin/turnover/{date}": ["200", ...admin, "404", "409", "413", "415", "422"],
  "put /api/feed/{date}": ["200", ...admin, "409", "413", "415", "422"],
  "put /api/admin/days/{date}": ["200", ...admin, "409", "413", "415", "422"],
  "get /api/admin/changes/own": ["200", ...admin],
  "post /api/admin/changes/{id}/undo": ["200", ...admin, "404", "409", "413", "415", "422"],
  "post /api/admin/test_push": ["200", ...admin, "413", "415", "422", "502"],
  "post /api/admin/source/try": ["200", ...admin, "413", "415", "422", "502"],
  "post /api/admin/import": ["200", ...admin, "409", "413", "415", "422"],
  "get /api/admin/goals": ["200", ...admin],
  "put /api/admin/goals/{month}": ["200", ...admin, "413", "415", "422"],
  "get /api/admin/logs": ["200", ...admin, "503"],
  "post /api/admin/reload_cutoff": ["200", ...admin, "422"],
  "get /api/admin/settings": ["200", ...admin, "422"],
  "put /api/admin/settings": ["200", ...admin, "409", "413", "415", "422"],
  "post /api/admin/settings/try": ["200", ...admin, "409", "413", "415", "422", "502"],
  "get /api/admin/notifications": ["200", ...admin, "503"],
  "post /api/admin/notifications/{id}/resend": ["200", ...admin, "404", "413", "415"],
  "post /api/admin/notifications/resend": ["200", ...admin, "413", "415"],
  "delete /api/admin/notifications/{id}": ["200", ...admin, "404"],
  "get /api/admin/audit/verify": ["200", ...admin],
  "get /api/admin/setup": ["200", ...admin],
  "post /api/setup/questions": ["200", "400", "401", "403", "409", "413", "415", "422", "429", "500"],
  "post /api/setup": ["200", "400", "401", "403", "409", "413", "415", "422", "429", "500"],
  "post /api/session": ["200", "400", "401", "403", "410", "413", "415", "429", "500"],
  "get /api/session": ["200", "400", "401", "429", "500"],
  "delete /api/session": ["200", ...admin],
  "get /api/admin/tokens": ["200", ...admin],
  "post /api/admin/tokens": ["200", ...admin, "409", "413", "415"],
  "patch /api/admin/tokens/{id}": ["200", ...admin, "404", "413", "415"],
  "delete /api/admin/tokens/{id}": ["200", ...admin, "404"],
  "post /api/admin/invitations": ["200", ...admin, "409", "413", "415"],
  "get /api/admin/invitations": ["200", ...admin],
  "delete /api/admin/invitations/{id}": ["200", ...admin, "404"],
  "post /api/session/invitation": ["200", "400", "401", "403", "410", "413", "415", "429", "500"],
  "post /api/session/screen": ["200", "400", "403", "429", "500"],
  "post /api/session/screen/claim": ["200", "400", "401", "403", "410", "413", "415", "429", "500"],
  "post /api/admin/screens": ["200", ...admin, "409", "410", "413", "415"],
  "get /api/admin/sessions": ["200", ...admin],
  "delete /api/admin/sessions/{id}": ["200", ...admin, "404"]
}

const operations = (spec: Document): ReadonlyArray<readonly [name: string, operation: Operation]> =>
  Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const)
  )

// Rule 6.20.
describe("openapi.json", () => {
  it.scoped("is compressed for clients that accept it, and not sent again to clients that have it", () =>
    Effect.gen(function*() {
      const plain = yield* raw("/openapi.json")
      assert.strictEqual(plain.headers["content-type"], "application/json")
      const headers = { "accept-encoding": "gzip, br" }
      const compressed = yield* raw("/openapi.json", { headers })
      assert.strictEqual(compressed.headers["content-encoding"], "br")
      assert.isTrue(brotliDecompressSync(compressed.bytes).equals(plain.bytes))
      assert.isBelow(compressed.bytes.length, plain.bytes.length / 5)
      const again = yield* raw("/openapi.json", { headers: { ...headers, "if-none-match": compressed.headers.etag ?? "" } })
      assert.deepStrictEqual([again.status, again.bytes.length], [304, 0])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("describes each operation and every status it may have", () =>
    Effect.gen(function*() {
      const spec = yield* document
      assert.strictEqual(spec.openapi, "3.1.0")
      assert.isNotEmpty(spec.info.version)
      assert.deepStrictEqual(spec.servers.map(({ url }) => url), ["/"])
      assert.sameMembers(operations(spec).map(([name]) => name), Object.keys(statuses))
      for (const [name, { description, responses, summary }] of operations(spec)) {
        assert.isNotEmpty(summary, name)
        assert.isNotEmpty(description, name)
        assert.sameMembers(Object.keys(responses), [...statuses[name] ?? []], name)
        for (const [status, response] of Object.entries(responses)) {
          assert.isNotEmpty(response.description, `${name} ${status}`)
          for (const body of Object.values(response.content)) assert.isObject(body.schema, `${name} ${status}`)
        }
      }
      assert.strictEqual(new Set(operations(spec).map(([, { operationId }]) => operationId)).size, Object.keys(statuses).length)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("describes an amount in the same words everywhere", () =>
    Effect.gen(function*() {
      const { components } = yield* document
      const amounts = ["Correction", "TestPush"].map((name) => components.schemas[name]?.properties["amount"])
      for (const amount of amounts) {
        assert.deepStrictEqual(amount, {
          type: "number",
          minimum: 0,
          maximum: 9_999_999_999.99,
          description: "in the shop's currency, at most two decimals"
        })
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("asks for the token where it is needed", () =>
    Effect.gen(function*() {
      const spec = yield* document
      assert.deepStrictEqual(spec.components.securitySchemes, {
        adminToken: { type: "apiKey", name: "x-admin-token", in: "header" },
        session: { type: "apiKey", name: "turnover", in: "cookie" }
      })
      for (const [name, { security }] of operations(spec)) {
        const isAsked = /\/api\/(admin|feed)\//.test(name) || name === "delete /api/session"
        assert.deepStrictEqual(security, isAsked ? [{ adminToken: [] }, { session: [] }] : [], name)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("names the role that each operation needs", () =>
    Effect.gen(function*() {
      const roles = Object.fromEntries(operations(yield* document).map(([name, operation]) => [name, operation["x-needs"]]))
      assert.deepInclude(roles, {
        "get /api/metrics": "view",
        "get /api/health": "nothing",
        "get /api/session": "nothing",
        "put /api/admin/turnover": "entry",
        "put /api/feed/{date}": "feed",
        "put /api/admin/days/{date}": "entry",
        "delete /api/admin/turnover/{date}": "manager",
        "get /api/admin/changes/own": "entry",
        "post /api/admin/changes/{id}/undo": "entry",
        "post /api/admin/source/try": "manager",
        "post /api/admin/import": "manager",
        "get /api/admin/logs": "admin",
        "post /api/admin/tokens": "admin"
      })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("describes each parameter and body", () =>
    Effect.gen(function*() {
      const spec = yield* document
      for (const [name, { parameters, requestBody }] of operations(spec)) {
        for (const parameter of parameters) {
          assert.isNotEmpty(parameter.description, `${name} ${parameter.name}`)
          // The import's `period` is an answer to a question about the file.
          assert.strictEqual(parameter.required,
            ["id", "date", "month", "from", "to", "period"].includes(parameter.name) && name !== "post /api/admin/import",
            `${name} ${parameter.name}`)
        }
        if (requestBody !== undefined) assert.strictEqual(requestBody.required, !/test_push$|undo$/.test(name), name)
      }
      const days = spec.paths["/api/series7"]?.["get"]?.parameters[0]
      assert.deepInclude<unknown>(days?.schema, { type: "integer", minimum: 7, maximum: 90 })
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("refers to no schema that it does not hold, nor to how it is built", () =>
    Effect.gen(function*() {
      const spec = yield* document
      const text = JSON.stringify(spec)
      for (const [, name = ""] of text.matchAll(/"\$ref":"([^"]*)"/g)) {
        assert.property(spec.components.schemas, name.replace("#/components/schemas/", ""))
      }
      assert.notMatch(text, /HttpApiDecodeError|Effect|ParseError/)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it("accepts the answers with which the pages are tested", () =>
    HttpApi.reflect(Api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint }) => {
        const answer = (examples as Readonly<Record<string, unknown>>)[endpoint.name]
        assert.isDefined(answer, endpoint.name)
        Schema.decodeUnknownSync(endpoint.successSchema as Schema.Schema<unknown>)(answer)
      }
    }))
})
