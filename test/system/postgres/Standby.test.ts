import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { awakeTo, codeOf, token } from "../../lib/HttpService.ts"
import { removeCluster } from "../lib/PostgresCluster.ts"
import { ownCluster, urlOf } from "../lib/PostgresServer.ts"
import { addressOf, administer, atSocket, createUser } from "../lib/PostgresUser.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"
import { check, open } from "./Database/TestDatabase.ts"

const put = (port: number, amount: number) =>
  awakeTo(port, "/api/admin/turnover", {
    method: "PUT",
    body: JSON.stringify({ date: "2025-12-08", amount }),
    headers: { "x-admin-token": token, "content-type": "application/json" }
  })

const codes = (port: number) =>
  Effect.map(awakeTo(port, "/api/health"), (answer) => {
    const { problems, status } = answer.json() as { problems: ReadonlyArray<{ code: string }>; status: string }
    return [status, ...problems.map(({ code }) => code)].join(" ")
  })

const until = (what: Effect.Effect<string, unknown>, holds: (found: string) => boolean) =>
  Effect.repeat(Effect.delay(what, "100 millis"), { until: holds })

// Rules 1.7 and 6.8.
describe("A server whose synchronous standby is missing", () => {
  check("has no change acknowledged, and health says why until none is waited for", () =>
    Effect.gen(function*() {
      const cluster = ownCluster()
      yield* Effect.addFinalizer(() => Effect.sync(() => removeCluster(cluster.folder)))
      yield* Effect.promise(() => createUser(cluster))
      const address = addressOf(cluster)
      const names = (value: string) =>
        Effect.promise(() =>
          administer(atSocket(cluster, "postgres"), "SET synchronous_commit = local",
            `ALTER SYSTEM SET synchronous_standby_names = '${value}'`, "SELECT pg_reload_conf()")
        )
      const port = yield* (yield* serviceProcess(yield* serviceFolder, { ADMIN_TOKEN: token, DATABASE_URL: urlOf(address) })).port
      assert.strictEqual((yield* put(port, 1)).status, 200)
      yield* until(codes(port), (found) => found === "ok")
      yield* names("ghost")
      const refused = yield* Effect.all([put(port, 2), put(port, 3)], { concurrency: 2 })
      assert.deepStrictEqual(refused.map(codeOf), [[503, "unavailable"], [503, "unavailable"]])
      // The change that had begun may be stored later; the other one was not begun.
      assert.strictEqual(refused.filter(({ text }) => text.includes("check whether the change is stored")).length, 1)
      yield* until(codes(port), (found) => found.startsWith("degraded commits_wait"))
      yield* names("")
      yield* until(codes(port), (found) => found === "ok")
      const { sql } = yield* open(address)
      assert.deepStrictEqual(yield* sql`SELECT id FROM audit ORDER BY id`, [{ id: 1 }, { id: 2 }])
      assert.strictEqual((yield* put(port, 4)).status, 200)
    }))
})
