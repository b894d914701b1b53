import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Redacted, Schema } from "effect"
import { Health as Declared, HealthSummary } from "../../../src/Api/Health.ts"
import { Health, type HealthReport } from "../../../src/Health.ts"
import { People } from "../../../src/People.ts"
import { httpService, raw } from "../../lib/HttpService.ts"
import { date } from "../../lib/Stored.ts"
import { members } from "../../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"

const firstReport = Effect.map(
  Effect.flatMap(Health, ({ report }) => report).pipe(Effect.provide(httpService({ at }).layer)),
  (report): HealthReport => report
)

/** The declared forms that a body matches exactly, with all their members and no others. */
const formsOf = (body: unknown) => {
  const options = { onExcessProperty: "error" } as const
  const forms = { Health: Schema.decodeUnknownEither(Declared, options), HealthSummary: Schema.decodeUnknownEither(HealthSummary, options) }
  return Object.entries(forms).filter(([, decode]) => Either.isRight(decode(body))).map(([name]) => name)
}

// Rules 6.8 and 8.10.
describe("the health report", () => {
  const whole = { open: "Health", private: "Health" }
  const seenBy = {
    nobody: { open: "Health", private: "HealthSummary" },
    wrong: { open: "Health", private: "HealthSummary" },
    feed: { open: "Health", private: "HealthSummary" },
    view: whole,
    entry: whole,
    manager: whole,
    admin: whole
  }
  const roles = ["feed", "view", "entry", "manager", "admin"] as const

  for (const access of ["open", "private"] as const) {
    const config = { file: members({ access }) }

    it.scoped(`is exactly one of the declared forms for everybody, where the service is ${access}`, () =>
      Effect.gen(function*() {
        const reports = yield* Effect.map(firstReport, (report): ReadonlyArray<HealthReport> => [
          { ...report, missingDays: [date("2025-12-01")], futureDays: [date("2025-12-10")], notifications: null },
          {
            ...report,
            status: "down",
            autoImport: { ok: false, code: "import_rows", params: { count: 1, line: 2 }, detail: "one bad row" }
          }
        ])
        for (const report of reports) {
          yield* Effect.gen(function*() {
            const people = yield* People
            const tokens = yield* Effect.forEach(roles, (role) =>
              Effect.map(people.createToken({ name: role, role, expiresAt: null }, "admin"), ({ secret }) =>
                [role, Redacted.value(secret)] as const))
            const askers = [["nobody", ""], ["wrong", "wrong"], ...tokens] as const
            for (const [asker, token] of askers) {
              const { json, status } = yield* raw("/api/health", { headers: token === "" ? {} : { "x-admin-token": token } })
              assert.deepStrictEqual([asker, status, formsOf(json())], [asker, report.status === "down" ? 503 : 200, [
                seenBy[asker][access]
              ]])
            }
          }).pipe(Effect.provide(httpService({ at, config, health: Effect.succeed(report) }).layer))
        }
      }))
  }

  it.scoped("is declared in its two forms for both of its statuses, each without further members", () =>
    Effect.gen(function*() {
      const { components, paths } = (yield* raw("/openapi.json")).json() as unknown as {
        readonly components: { readonly schemas: Readonly<Record<string, { readonly additionalProperties: unknown }>> }
        readonly paths: Readonly<Record<string, { readonly get: { readonly responses: Readonly<Record<string, unknown>> } }>>
      }
      const { "200": works, "503": down } = paths["/api/health"]?.get.responses ?? {}
      const schema = { anyOf: [{ $ref: "#/components/schemas/Health" }, { $ref: "#/components/schemas/HealthSummary" }] }
      assert.deepInclude(works, { description: "Success" })
      assert.deepStrictEqual(down, {
        description: "The database or the scheduler does not work.",
        content: { "application/json": { schema } }
      })
      assert.deepNestedInclude(works, { "content.application/json.schema": schema })
      for (const form of ["Health", "HealthSummary"]) assert.isFalse(components.schemas[form]?.additionalProperties, form)
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
