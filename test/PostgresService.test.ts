import { afterAll, assert, beforeAll } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { turnover } from "./Cli/CommandProcess.ts"
import { check } from "./Database/Postgres/TestDatabase.ts"
import { urlOf } from "./lib/Databases.ts"
import { codeOf, jsonBody, rawTo, token } from "./lib/HttpService.ts"
import { describePostgres, temporaryDatabase } from "./lib/PostgresServer.ts"
import { password } from "./lib/PostgresUser.ts"
import { buildBundle, removeBundle, serviceFolder, serviceProcess } from "./lib/ServiceProcess.ts"
import { tcpProxy } from "./lib/TcpProxy.ts"
import { members } from "./lib/TestService.ts"

beforeAll(buildBundle)
afterAll(removeBundle)

const admin = { "x-admin-token": token }
const correct = (port: number, amount: number) =>
  rawTo(port, "/api/admin/turnover", {
    ...jsonBody({ date: "2025-12-08", amount }),
    headers: { ...admin, "content-type": "application/json" }
  })
const revenue = (port: number) => Effect.map(rawTo(port, "/api/export"), ({ text }) => text)
const statusOf = (port: number) => Effect.map(rawTo(port, "/api/health"), (answer) => answer.json()["status"])
const until = <A>(what: Effect.Effect<A, unknown>, holds: (answer: A) => boolean) =>
  Effect.repeat(what, { until: holds, schedule: Schedule.spaced("100 millis") })

describePostgres("The service on PostgreSQL", "a server", () => {
  // Rules 1.3, 1.7 and 1.8.
  check("keeps its days over a kill, serves beside a second process, and stops with 0", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const environment = { ADMIN_TOKEN: token, DATABASE_URL: urlOf(yield* temporaryDatabase) }
      const first = yield* serviceProcess(folder, environment)
      const port = yield* first.port
      assert.strictEqual((yield* correct(port, 3629.76)).status, 200)
      const health = (yield* rawTo(port, "/api/health")).json()
      assert.deepInclude(health["database"], { ok: true, kind: "postgres" })
      const second = yield* serviceProcess(folder, environment)
      const other = yield* second.port
      assert.include(yield* revenue(other), "2025-12-08,3629.76")
      assert.strictEqual((yield* correct(other, 3629.77)).status, 200)
      yield* until(revenue(port), (text) => text.includes("2025-12-08,3629.77"))
      yield* first.kill("SIGKILL")
      yield* first.ended
      assert.strictEqual((yield* correct(other, 3629.78)).status, 200)
      yield* second.kill("SIGTERM")
      assert.strictEqual((yield* second.ended).code, 0)
    }))

  check("shows what a command has written, whose doctor and audit find all well", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const env = { ADMIN_TOKEN: token, DATABASE_URL: urlOf(yield* temporaryDatabase) }
      const early = yield* turnover(folder, ["audit", "verify"], { env })
      assert.include(early.stdout + early.stderr, "start the service first")
      const port = yield* (yield* serviceProcess(folder, env)).port
      const corrected = yield* turnover(folder, ["correct", "2025-12-08", "12.34"], { env })
      assert.strictEqual(corrected.code, 0, corrected.stdout + corrected.stderr)
      yield* until(revenue(port), (text) => text.includes("2025-12-08,12.34"))
      assert.include((yield* turnover(folder, ["audit", "verify"], { env })).stdout, "the chain holds")
      const { stdout } = yield* turnover(folder, ["doctor"], { env })
      for (const sentence of ["takes writes", "which sends", "has schema", "the chain holds"]) assert.include(stdout, sentence)
      assert.notInclude(stdout, password)
      const backup = yield* turnover(folder, ["backup", "copy.db"], { env })
      assert.strictEqual(backup.code, 1)
      assert.include(backup.stdout + backup.stderr, "pg_dump")
    }))

  // Rule 8.3.
  check("refuses a viewer's next request for figures once a command has revoked the token", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      writeFileSync(join(folder, "config.json"), JSON.stringify(members({ access: "private" })))
      const env = { ADMIN_TOKEN: token, DATABASE_URL: urlOf(yield* temporaryDatabase) }
      const port = yield* (yield* serviceProcess(folder, env)).port
      const { headers, ...body } = jsonBody({ name: "screen", role: "view" })
      const created = yield* rawTo(port, "/api/admin/tokens", { ...body, method: "POST", headers: { ...admin, ...headers } })
      const viewer = { headers: { "x-admin-token": String(created.json()["secret"]) } }
      const read = Effect.map(rawTo(port, "/api/metrics", viewer), ({ status }) => status)
      assert.deepStrictEqual([yield* read, yield* read, yield* read], [200, 200, 200])
      const revoked = yield* turnover(folder, ["token", "revoke", "screen"], { env })
      assert.strictEqual(revoked.code, 0, revoked.stdout + revoked.stderr)
      assert.strictEqual(yield* read, 401)
    }))

  check("copies an installation from a file to a server, and back", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const to = urlOf(yield* temporaryDatabase)
      assert.strictEqual((yield* turnover(folder, ["correct", "2025-12-08", "12.34"])).code, 0)
      const copied = yield* turnover(folder, ["copy", "--to", to])
      assert.strictEqual(copied.code, 0, copied.stderr)
      assert.include(copied.stdout, "copied and verified: 1 day, ¥12.34 in all, 1 audit record")
      const again = yield* turnover(folder, ["copy", "--to", to])
      assert.strictEqual(again.code, 1)
      assert.include(again.stderr, "the target is not empty")
      assert.notInclude(again.stderr + copied.stdout, password)
      const back = yield* turnover(folder, ["copy", "--to", "file:back.db"], { env: { DATABASE_URL: to } })
      assert.strictEqual(back.code, 0, back.stderr)
      const { stdout } = yield* turnover(folder, ["audit", "verify"], { env: { DATABASE_URL: "file:back.db" } })
      assert.include(stdout, "the chain holds: 1 record")
    }))

  // Rules 1.10 and 3.13.
  check("answers reads without its server, refuses writes, and goes on when it is back", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      const environment = { ADMIN_TOKEN: token, DATABASE_URL: urlOf({ ...address, host: "127.0.0.1", port: proxy.port }) }
      const port = yield* (yield* serviceProcess(folder, environment)).port
      assert.strictEqual((yield* correct(port, 1)).status, 200)
      proxy.refuse()
      yield* until(statusOf(port), (status) => status === "down")
      assert.include(yield* revenue(port), "2025-12-08,1.00")
      const refused = yield* correct(port, 2)
      assert.deepStrictEqual(codeOf(refused), [503, "unavailable"])
      assert.strictEqual(refused.headers["retry-after"], "1")
      proxy.heal()
      yield* until(statusOf(port), (status) => status === "ok")
      assert.strictEqual((yield* correct(port, 3)).status, 200)
      assert.include(yield* revenue(port), "2025-12-08,3.00")
    }))
})
