import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { awakeTo, codeOf, jsonBody, token } from "../../lib/HttpService.ts"
import { tcpProxy } from "../../lib/TcpProxy.ts"
import { members } from "../../lib/TestService.ts"
import { within } from "../../lib/Within.ts"
import { turnover } from "../commands/CommandProcess.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { password } from "../lib/PostgresUser.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"
import { checkBeside, open } from "./Database/TestDatabase.ts"

const admin = { "x-admin-token": token }
const correct = (port: number, amount: number) =>
  awakeTo(port, "/api/admin/turnover", {
    ...jsonBody({ date: "2025-12-08", amount }),
    headers: { ...admin, "content-type": "application/json" }
  })
const revenue = (port: number) => Effect.map(awakeTo(port, "/api/export"), ({ text }) => text)
const statusOf = (port: number) => Effect.map(awakeTo(port, "/api/health"), (answer) => answer.json()["status"])
const until = <A>(what: Effect.Effect<A, unknown>, holds: (answer: A) => boolean) =>
  Effect.repeat(what, { until: holds, schedule: Schedule.spaced("100 millis") })

describe("The service on PostgreSQL", () => {
  // Rules 1.3, 1.7 and 1.8.
  checkBeside("keeps its days over a kill, serves beside a second process, and stops with 0", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const environment = { ADMIN_TOKEN: token, DATABASE_URL: urlOf(yield* temporaryDatabase) }
      const first = yield* serviceProcess(folder, environment)
      const port = yield* first.port
      assert.strictEqual((yield* correct(port, 3629.76)).status, 200)
      const health = (yield* awakeTo(port, "/api/health")).json()
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

  checkBeside("shows what a command has written, whose doctor and audit find all well", () =>
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
  checkBeside("refuses a viewer's next request for figures once a command has revoked the token", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      writeFileSync(join(folder, "config.json"), JSON.stringify(members({ access: "private" })))
      const env = { ADMIN_TOKEN: token, DATABASE_URL: urlOf(yield* temporaryDatabase) }
      const port = yield* (yield* serviceProcess(folder, env)).port
      const { headers, ...body } = jsonBody({ name: "screen", role: "view" })
      const created = yield* awakeTo(port, "/api/admin/tokens", { ...body, method: "POST", headers: { ...admin, ...headers } })
      const viewer = { headers: { "x-admin-token": String(created.json()["secret"]) } }
      const read = Effect.map(awakeTo(port, "/api/metrics", viewer), ({ status }) => status)
      assert.deepStrictEqual([yield* read, yield* read, yield* read], [200, 200, 200])
      const revoked = yield* turnover(folder, ["token", "revoke", "screen"], { env })
      assert.strictEqual(revoked.code, 0, revoked.stdout + revoked.stderr)
      assert.strictEqual(yield* read, 401)
    }))

  checkBeside("copies an installation from a file to a server, and back", () =>
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

  checkBeside("copies a served database only on demand, and says what may be missing; no database to itself or to memory",
    () =>
      Effect.gen(function*() {
        const folder = yield* serviceFolder
        const env = { ADMIN_TOKEN: token, DATABASE_URL: urlOf(yield* temporaryDatabase) }
        const service = yield* serviceProcess(folder, env)
        assert.strictEqual((yield* correct(yield* service.port, 12.34)).status, 200)
        const refused = yield* turnover(folder, ["copy", "--to", "file:copy.db"], { env })
        assert.strictEqual(refused.code, 1)
        assert.match(refused.stderr, /the source is served by 1 process \(.+\): expected none, stop them first/)
        const copied = yield* turnover(folder, ["copy", "--to", "file:copy.db", "--while-served"], { env })
        assert.strictEqual(copied.code, 0, copied.stderr)
        assert.include(copied.stdout, "copied and verified: 1 day, ¥12.34 in all, 1 audit record")
        assert.include(copied.stdout, "is not in the copy")
        assert.notInclude(copied.stdout, "set DATABASE_URL")
        const itself = yield* turnover(folder, ["copy", "--to", env.DATABASE_URL], { env })
        assert.include(itself.stderr, "--to: found the database of DATABASE_URL itself")
        const memory = yield* turnover(folder, ["copy", "--to", "sqlite::memory:"], { env })
        assert.include(memory.stderr, "--to: found a database in memory, which ends with this command")
        yield* service.kill("SIGTERM")
        yield* service.ended
        const stopped = yield* turnover(folder, ["copy", "--to", "file:stopped.db"], { env })
        assert.include(stopped.stdout, "set DATABASE_URL to the new address", stopped.stderr)
      }))

  checkBeside("is not copied while a process is paused, however long ago that was", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const address = yield* temporaryDatabase
      const env = { ADMIN_TOKEN: token, DATABASE_URL: urlOf(address) }
      const service = yield* serviceProcess(folder, env)
      assert.strictEqual((yield* correct(yield* service.port, 12.34)).status, 200)
      yield* service.kill("SIGSTOP")
      yield* Effect.scoped(Effect.gen(function*() {
        const { sql } = yield* open(address)
        yield* sql`UPDATE replica SET seen_at = seen_at - interval '1 hour'`
      }))
      const refused = yield* turnover(folder, ["copy", "--to", "file:copy.db"], { env })
      yield* service.kill("SIGCONT")
      assert.strictEqual(refused.code, 1, refused.stdout)
      assert.match(refused.stderr, /the source is served by 1 process \(\S+\): expected none, stop them first/)
      yield* service.kill("SIGTERM")
      yield* service.ended
    }))

  // Rule 6.8.
  checkBeside("names the true reason in its health: a locked table, and commits that are only durable by the service",
    () =>
      Effect.gen(function*() {
        const folder = yield* serviceFolder
        const address = yield* temporaryDatabase
        const { sql } = yield* open(address, { idleInTransaction: 60_000 })
        const port = yield* (yield* serviceProcess(folder, { ADMIN_TOKEN: token, DATABASE_URL: urlOf(address) })).port
        const codes = Effect.map(awakeTo(port, "/api/health"), (answer) => {
          const { problems, status } = answer.json() as { problems: ReadonlyArray<{ code: string }>; status: string }
          return [status, ...problems.map(({ code }) => code)].join(" ")
        })
        yield* until(codes, (found) => found === "ok")
        const lock = yield* Effect.fork(sql.withTransaction(Effect.zipRight(sql`LOCK TABLE notification_count`, Effect.never)))
        yield* until(codes, (found) => found.startsWith("down database_busy"))
        yield* Fiber.interrupt(lock)
        yield* until(codes, (found) => found === "ok")
        yield* sql.unsafe(`ALTER DATABASE ${address.database} SET synchronous_commit = off`)
        yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${address.database} AND pid <> pg_backend_pid()`
        yield* until(codes, (found) => found === "degraded synchronous_commit_off")
        assert.strictEqual((yield* correct(port, 4)).status, 200)
      }))

  // Rules 1.10 and 3.13.
  checkBeside("answers reads without its server, refuses writes, and goes on when it is back", () =>
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
      // Rule 1.13: a proxy can send these to another process.
      const asked = { headers: { ...admin, "turnover-max-age": "3" } }
      yield* until(awakeTo(port, "/api/metrics", asked), ({ status }) => status !== 200)
      const behind = yield* awakeTo(port, "/api/metrics", asked)
      assert.deepStrictEqual([...codeOf(behind), behind.headers["turnover-behind"]], [504, "behind", "1"])
      const change = jsonBody({ date: "2025-12-08", amount: 2 })
      // It takes 4 ms on an idle machine; without the header it would wait 3 s for a connection.
      const put = yield* within(2_000,
        () => awakeTo(port, "/api/admin/turnover", { ...change, headers: { ...change.headers, ...asked.headers } }))
      assert.deepStrictEqual(codeOf(put), [504, "behind"])
      assert.strictEqual((yield* awakeTo(port, "/api/metrics", { headers: admin })).status, 200)
      proxy.heal()
      yield* until(awakeTo(port, "/api/metrics", asked), ({ status }) => status === 200)
      yield* until(statusOf(port), (status) => status === "ok")
      assert.strictEqual((yield* correct(port, 3)).status, 200)
      assert.include(yield* revenue(port), "2025-12-08,3.00")
    }))
})
