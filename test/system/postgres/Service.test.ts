import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { execFileSync } from "node:child_process"
import { randomInt } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { jsonBody, rawTo, token } from "../../lib/HttpService.ts"
import { text } from "../../lib/SystemdUnit.ts"
import { turnover } from "../commands/CommandProcess.ts"
import { clusterFolder, createCluster, removeCluster, startCluster, stopCluster, superuser } from "../lib/PostgresCluster.ts"
import { ownCluster, temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { addressOf, administer, atSocket, createUser, password } from "../lib/PostgresUser.ts"
import { serviceFolder, type ServiceProcess, serviceProcess } from "../lib/ServiceProcess.ts"

interface Started extends ServiceProcess {
  readonly number: number
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly log: () => string
}

/** A process with a port that is known before it is open. */
const started = (url: string): Effect.Effect<Started, never, Scope.Scope> =>
  Effect.gen(function*() {
    const folder = yield* serviceFolder
    // Below the ports that the system gives to outgoing connections.
    const number = randomInt(20_000, 32_000)
    const logFile = join(folder, "app.log")
    const env = { ADMIN_TOKEN: token, DATABASE_URL: url, HOST: "127.0.0.1", LOG_FILE: logFile, PORT: String(number) }
    const log = () => existsSync(logFile) ? readFileSync(logFile, "utf8") : ""
    return { ...yield* serviceProcess(folder, env), number, folder, env, log }
  })

const until = (is: () => boolean) => Effect.repeat(Effect.sleep("50 millis"), { until: () => is() })

const standsBy = ({ log }: Started) => until(() => log().includes("standing by: another process serves the database"))

const isClosed = ({ number }: Started) => Effect.map(Effect.either(rawTo(number, "/api/metrics")), ({ _tag }) => _tag === "Left")

const ready = ({ env, folder }: Started) =>
  Effect.map(turnover(folder, ["ready"], { env }), ({ code, stdout }) => `${stdout.trim()} ${code}`)

const exportOf = ({ number }: Started) => Effect.map(rawTo(number, "/api/export"), ({ text }) => text)

describe("Two processes of one PostgreSQL database", () => {
  // Rule 1.8.
  it.scopedLive("serve in turn: one waits with a closed port, is ready, and takes over what the other one has stored", () =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      const first = yield* started(url)
      yield* first.port
      const second = yield* started(url)
      yield* standsBy(second)
      assert.isTrue(yield* isClosed(second))
      assert.deepStrictEqual(yield* Effect.all([ready(first), ready(second)]), ["holder 0", "standby 0"])
      assert.strictEqual(yield* ready({ ...first, env: { ...first.env, PORT: "1" } }), "down 1")

      // Rule 1.11.
      yield* turnover(first.folder, ["correct", "2025-12-08", "3629.76"], { env: first.env })
      yield* Effect.repeat(Effect.delay(exportOf(first), "50 millis"), { until: (text) => text.includes("2025-12-08,3629.76") })
      const copied = yield* turnover(first.folder, ["copy", "--to", "file:./copy.db"], { env: first.env })
      assert.strictEqual(copied.code, 1)
      assert.match(copied.stderr, /is served by turnover \S+: stop that process first/)

      yield* first.kill("SIGKILL")
      yield* second.port
      assert.include(yield* exportOf(second), "2025-12-08,3629.76")
      assert.strictEqual(yield* ready(second), "holder 0")
      assert.strictEqual(yield* ready(first), "down 1")
    }))

  // Rule 1.6.
  it.scopedLive("stop with exit code 0, also the one that waits", () =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      const first = yield* started(url)
      yield* first.port
      const second = yield* started(url)
      yield* standsBy(second)
      for (const one of [second, first]) {
        yield* one.kill("SIGTERM")
        assert.strictEqual((yield* one.ended).code, 0)
      }
    }))

  // Rules 1.6 and 1.12.
  it.scopedLive("answer and stop while a COMMIT waits for a synchronous standby", () =>
    Effect.gen(function*() {
      const cluster = ownCluster()
      yield* Effect.addFinalizer(() => Effect.sync(() => removeCluster(cluster.folder)))
      yield* Effect.promise(() => createUser(cluster))
      const service = yield* started(urlOf(addressOf(cluster)))
      yield* service.port
      yield* Effect.promise(() =>
        administer(atSocket(cluster, "postgres"), "ALTER SYSTEM SET synchronous_standby_names = 'nowhere'", "SELECT pg_reload_conf()")
      )
      yield* Effect.sleep("500 millis")
      const change = jsonBody({ date: "2025-12-08", amount: 5 })
      // The standby never comes: without a limit of its own, neither the request nor the stop would end.
      const answer = yield* rawTo(service.number, "/api/admin/turnover", {
        ...change,
        headers: { ...change.headers, "x-admin-token": token }
      })
      assert.strictEqual(answer.status, 503)
      assert.include(answer.text, "check whether the change is stored")
      // Figures come from memory meanwhile.
      assert.strictEqual((yield* rawTo(service.number, "/api/metrics")).status, 200)
      yield* service.kill("SIGTERM")
      assert.strictEqual((yield* service.ended).code, 0)
    }))

  it.scopedLive("serve with the settings of the moment in which they take over, and not with a file that has a fault", () =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      const first = yield* started(url)
      yield* first.port
      const second = yield* started(url)
      yield* standsBy(second)
      const shipped = readFileSync(join(second.folder, "config.json"), "utf8")
      const set = (text: string) => writeFileSync(join(second.folder, "config.json"), text)
      set("{")
      yield* first.kill("SIGKILL")
      yield* until(() => second.log().includes("does not take over, because its settings have a fault: config.json"))
      assert.isTrue(yield* isClosed(second))
      assert.strictEqual(yield* ready(second), "standby 0")
      set(JSON.stringify({ ...JSON.parse(shipped) as object, access: "private" }))
      yield* second.port
      assert.strictEqual((yield* rawTo(second.number, "/api/metrics")).status, 401)
      assert.lengthOf(second.log().match(/does not take over/g) ?? [], 1)
      assert.include(second.log(), "settings read again before serving")
    }))

  it.scopedLive("create nothing in an empty server that came after the lost one, and serve once the documented restore has filled it", () =>
    Effect.gen(function*() {
      const steps = /^### Restore a server\n[^]*?^```sh\n([^]*?)^```/m.exec(text("docs/deployment.md"))?.[1]?.trim().split("\n") ?? []
      const [dump = "", stop, create = "", restore = "", look, start] = steps
      assert.deepStrictEqual([stop, look, start], [
        "systemctl stop turnover",
        "npx turnover doctor && npx turnover audit verify",
        "systemctl start turnover"
      ])
      const server = (port?: number) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            const folder = clusterFolder()
            createCluster(folder)
            return startCluster(folder, port)
          }),
          ({ folder }) => Effect.sync(() => removeCluster(folder))
        )
      const lost = yield* server()
      const url = urlOf({ ...addressOf(lost, "turnover"), user: "turnover" })
      const folder = yield* serviceFolder
      // Without a terminal, createuser reads the password from its standard input.
      const run = (line: string, host: string) =>
        execFileSync("setsid", ["--wait", "sh", "-c", line], {
          cwd: folder,
          env: { PATH: process.env["PATH"], DATABASE_URL: url, PGHOST: host, PGPORT: String(lost.port), PGUSER: superuser },
          input: `${password}\n${password}\n`,
          stdio: ["pipe", "ignore", "pipe"]
        })
      run(create, lost.folder)
      const first = yield* started(url)
      yield* first.port
      yield* turnover(first.folder, ["correct", "2025-12-08", "3629.76"], { env: first.env })
      const second = yield* started(url)
      yield* standsBy(second)
      run(dump, lost.folder)
      stopCluster(lost.folder)

      const { folder: socket } = yield* server(lost.port)
      yield* until(() =>
        second.log().includes("waiting for the database: the database turnover at 127.0.0.1") && second.log().includes("refuses")
      )
      run(create, socket)
      yield* until(() => [first, second].every(({ log }) => log().includes("waiting for a restore: ")))
      run(restore, socket)
      const { number } = yield* Effect.raceFirst(Effect.as(second.port, second), Effect.as(until(() =>
        first.log().split("\"ready\"").length > 2
      ), first))
      assert.include((yield* rawTo(number, "/api/export")).text, "2025-12-08,3629.76")
      for (const words of [["doctor"], ["audit", "verify"]])
        assert.strictEqual((yield* turnover(folder, words, { env: first.env })).code, 0)
    }))

  it.scopedLive("wait again in the same process after a pause in which the other one has taken over", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const first = yield* started(urlOf(address))
      yield* first.port
      const second = yield* started(urlOf(address))
      yield* standsBy(second)
      yield* first.kill("SIGSTOP")
      yield* second.port
      yield* first.kill("SIGCONT")
      yield* standsBy(first)
      assert.isTrue(yield* isClosed(first))
      assert.include(first.log(), "is lost: ")
      assert.deepStrictEqual(yield* Effect.all([ready(first), ready(second)]), ["standby 0", "holder 0"])
      yield* first.kill("SIGTERM")
      const { stderr } = yield* first.ended
      assert.lengthOf(stderr.match(/"standing by: another process serves the database"/g) ?? [], 1)
    }))
})
