import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Health, type HealthReport } from "../../../src/Health.ts"
import { People } from "../../../src/People.ts"
import { httpService, raw, rawAdmin } from "../../lib/HttpService.ts"

const at = "2025-12-09T13:14:40+08:00"

const replica = {
  startedAt: Date.parse("2025-12-09T13:00:00+08:00"),
  seenAt: Date.parse("2025-12-09T13:14:39+08:00"),
  version: "0.1.0",
  sending: true,
  settings: { cutoff_time: "aaaa", TZ: "bbbb" },
  configFault: null
}

const seen = [
  { ...replica, id: "till-1:11:a" },
  {
    ...replica,
    id: "till-2:22:b",
    sending: false,
    settings: { ...replica.settings, cutoff_time: "cccc" },
    configFault: "config.json: /srv/x"
  }
]

const withReplicas = Effect.map(
  Effect.flatMap(Health, ({ report }) => report).pipe(Effect.provide(httpService({ at }).layer)),
  (report): HealthReport => ({ ...report, replicas: { own: "till-2:22:b", seen } })
)

// Rule 6.8.
describe("the replicas in the health report", () => {
  it.scoped("are shown with what differs, and named for managers only", () =>
    Effect.gen(function*() {
      const health = Effect.succeed(yield* withReplicas)
      yield* Effect.gen(function*() {
        const { json, text } = yield* raw("/api/health")
        assert.notMatch(text, /till-|srv/)
        const since = "2025-12-09T13:00:00+08:00"
        const last_seen = "2025-12-09T13:14:39+08:00"
        assert.deepStrictEqual(json()["replicas"], [
          { id: null, answers: false, since, last_seen, version: "0.1.0", sending: true, differs: ["cutoff_time"], config_fault: false },
          { id: null, answers: true, since, last_seen, version: "0.1.0", sending: false, differs: [], config_fault: true }
        ])
        assert.include((yield* rawAdmin("/api/health")).text, "\"id\":\"till-1:11:a\"")
        const people = yield* People
        const asks = (role: "entry" | "manager") =>
          Effect.flatMap(people.createToken({ name: role, role, by: "admin", expiresAt: null }),
            ({ secret }) => raw("/api/health", { headers: { "x-admin-token": Redacted.value(secret) } }))
        assert.notInclude((yield* asks("entry")).text, "till-")
        assert.include((yield* asks("manager")).text, "till-2:22:b")
        assert.notInclude((yield* raw("/api/health", { headers: { "x-admin-token": "wrong" } })).text, "till-")
      }).pipe(Effect.provide(httpService({ at, health }).layer))
    }))

  it.scoped("are none on a file", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* rawAdmin("/api/health")).json()["replicas"], [])
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
