import { assert, describe, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import { Effect, Schedule } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { feishuDouble } from "../../lib/FeishuDouble.ts"
import { codeOf, connectTo, csvBody, head, jsonBody, rawTo, token } from "../../lib/HttpService.ts"
import { type Environment, serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"

const admin = { "x-admin-token": token }
const correction = { date: "2025-12-08", amount: 3629.76 }

const started = (folder: string, environment?: Environment) =>
  Effect.flatMap(serviceProcess(folder, environment), (service) => Effect.map(service.port, (port) => ({ ...service, port })))

/** A port that is in use: a service that tries to open it reports so. */
const takenPort = Effect.map(
  Effect.acquireRelease(
    Effect.async<ReturnType<typeof createServer>>((resume) => {
      const server = createServer()
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ),
  (server) => {
    const address = server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  }
)

const zoneOf = (port: number) =>
  Effect.map(rawTo(port, "/api/health"), (answer) => (answer.json()["time_zone"] as { readonly name: string }).name)

describe("the first start", () => {
  // Rule 1.1.
  it.scopedLive("needs the shipped configuration and no environment", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const { ended, kill, port } = yield* started(folder, { TZ: undefined })
      assert.isTrue(existsSync(join(folder, "data/turnover.db")))
      assert.isTrue(existsSync(join(folder, "data/app.log")))
      assert.include((yield* rawTo(port, "/")).text, "<!doctype html>")
      assert.strictEqual((yield* rawTo(port, "/api/health")).json()["status"], "ok")
      assert.strictEqual(yield* zoneOf(port), "Asia/Shanghai")
      assert.deepStrictEqual(codeOf(yield* rawTo(port, "/api/admin/logs")), [403, "admin_disabled"])
      yield* kill("SIGTERM")
      assert.include((yield* ended).stderr, "ADMIN_TOKEN is not set, so nobody can sign in until the shop is set up")
    }))

  it.scopedLive("warns of a weak admin token, without showing it", () =>
    Effect.gen(function*() {
      const { ended, kill } = yield* started(yield* serviceFolder, { ADMIN_TOKEN: "sesame" })
      yield* kill("SIGTERM")
      const { stderr } = yield* ended
      assert.include(stderr, "ADMIN_TOKEN has 6 characters, expected at least 12")
      assert.notInclude(stderr, "sesame")
    }))

  // Rule 1.2.
  it.scopedLive("reads .env; variables of the process override it", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      writeFileSync(join(folder, ".env"), `ADMIN_TOKEN=${token}\nTZ=Europe/Berlin\nLOG_FILE=logs/a.log\n`)
      const { port } = yield* started(folder, { TZ: "Asia/Tokyo" })
      assert.strictEqual(yield* zoneOf(port), "Asia/Tokyo")
      assert.strictEqual((yield* rawTo(port, "/api/admin/logs", { headers: admin })).status, 200)
      assert.isTrue(existsSync(join(folder, "logs/a.log")))
    }))
})

describe.concurrent("a signal", () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // Rule 1.6.
    it.scopedLive(`${signal} ends streams, finishes the request in flight, and the process with 0`, () =>
      Effect.gen(function*() {
        const folder = yield* serviceFolder
        const { ended, kill, port } = yield* started(folder, { ADMIN_TOKEN: token })
        const stream = yield* connectTo(port)
        yield* stream.send(head("GET", "/api/events"))
        yield* stream.heard(/tick/)
        const request = yield* connectTo(port)
        const body = JSON.stringify(correction)
        yield* request.send(head("PUT", "/api/admin/turnover", {
          ...admin,
          "expect": "100-continue",
          "content-length": body.length
        }))
        yield* request.heard(/100 Continue/)
        yield* kill(signal)
        assert.match(yield* stream.closed, /\r\n0\r\n\r\n$/)
        yield* request.send(body)
        assert.match(yield* request.closed, /HTTP\/1.1 200 OK.*\{"ok":true,.*\}$/s)
        assert.strictEqual((yield* ended).code, 0)
      }))
  }

  // Rule 1.6.
  it.scopedLive("that is repeated at once does not cut the stop short, a later one does", () =>
    Effect.gen(function*() {
      const body = JSON.stringify(correction)
      const stoppedWhileAsked = Effect.gen(function*() {
        const { ended, kill, port } = yield* started(yield* serviceFolder, { ADMIN_TOKEN: token })
        const request = yield* connectTo(port)
        yield* request.send(head("PUT", "/api/admin/turnover", { ...admin, expect: "100-continue", "content-length": body.length }))
        yield* request.heard(/100 Continue/)
        for (const signal of ["SIGTERM", "SIGINT", "SIGTERM"] as const) yield* kill(signal)
        return { ended, kill, request }
      })
      const patient = Effect.gen(function*() {
        const { ended, request } = yield* stoppedWhileAsked
        yield* request.send(body)
        assert.match(yield* request.closed, /HTTP\/1.1 200 OK/)
        assert.strictEqual((yield* ended).code, 0)
      })
      const hasty = Effect.gen(function*() {
        const { ended, kill } = yield* stoppedWhileAsked
        yield* Effect.sleep("1500 millis")
        yield* kill("SIGTERM")
        assert.isNull((yield* ended).code)
      })
      yield* Effect.all([patient, hasty], { concurrency: 2 })
    }))

  it.scopedLive("SIGTERM starts no message while a request finishes", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const bot = yield* feishuDouble()
      writeFileSync(join(folder, "config.json"), JSON.stringify({ chat_webhook_url: bot.url }))
      const { ended, kill, port } = yield* started(folder, { ADMIN_TOKEN: token })
      const request = yield* connectTo(port)
      const body = JSON.stringify(correction)
      yield* request.send(head("PUT", "/api/admin/turnover", { ...admin, expect: "100-continue", "content-length": body.length }))
      yield* request.heard(/100 Continue/)
      const until = (holds: () => boolean) =>
        Effect.repeat(Effect.sync(holds), { until: (does) => does, schedule: Schedule.spaced("10 millis") })
      const stream = yield* connectTo(port)
      yield* stream.send(head("GET", "/api/events"))
      yield* stream.heard(/tick/)
      const csv = Array.from({ length: 9 }, (_, index) => `2025-12-0${index + 1},10\n`).join("")
      const imported = yield* rawTo(port, "/api/admin/import", { ...csvBody(csv), headers: { ...admin, "content-type": "text/csv" } })
      assert.strictEqual(imported.status, 200)
      yield* until(() => bot.requests.length > 0)
      yield* kill("SIGTERM")
      yield* stream.closed
      const begun = bot.requests.length
      yield* Effect.sleep("2500 millis")
      // One request may have been in flight, and there was time for three.
      assert.isAtMost(bot.requests.length, begun + 1)
      yield* request.send(body)
      assert.match(yield* request.closed, /HTTP\/1.1 200 OK/)
      assert.strictEqual((yield* ended).code, 0)
      const again = yield* started(folder)
      yield* until(() => bot.delivered().length > begun + 1)
      yield* again.kill("SIGTERM")
    }))

  it.scopedLive("SIGTERM cuts off no answer that a slow reader is still being sent", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      writeFileSync(join(folder, "config.json"), JSON.stringify({ chat_webhook_url: "console:", import_notify: "none" }))
      const { ended, kill, port } = yield* started(folder, { ADMIN_TOKEN: token })
      const days = Array.from({ length: 3660 }, (_, index) => new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10))
      const csv = days.map((day) => `${day},10\n`).join("")
      const imported = yield* rawTo(port, "/api/admin/import", { ...csvBody(csv), headers: { ...admin, "content-type": "text/csv" } })
      assert.strictEqual(imported.status, 200)
      const reader = yield* connectTo(port)
      // More than the system's buffers can hold, so that the rest stays in the service.
      yield* reader.send(head("GET", "/api/revenue?days=3660").repeat(80))
      yield* reader.heard(/200 OK/)
      yield* reader.pause
      yield* Effect.sleep("500 millis")
      yield* kill("SIGTERM")
      yield* Effect.sleep("300 millis")
      yield* reader.resume
      const answers = (yield* reader.closed).split(/HTTP\/1\.1 (?:200 OK|503 Service Unavailable)\r\n/).slice(1)
      assert.isNotEmpty(answers)
      for (const answer of answers) {
        const [fields = "", body = ""] = answer.split("\r\n\r\n")
        assert.strictEqual(body.length, Number(/content-length: (\d+)/i.exec(fields)?.[1]))
      }
      assert.strictEqual((yield* ended).code, 0)
    }))
})

describe("an import file that is not a regular file", () => {
  it.scopedLive("degrades health, and delays neither the start nor a stop", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      execFileSync("mkfifo", [join(folder, "days.csv")])
      const { ended, kill, port } = yield* started(folder, { AUTO_IMPORT_ON_START: "1", AUTO_IMPORT_FILE: "days.csv" })
      const health = (yield* rawTo(port, "/api/health")).json()
      assert.deepStrictEqual([health["status"], health["auto_import"]], ["degraded", {
        ok: false,
        code: "import_file",
        params: {},
        detail: "AUTO_IMPORT_FILE cannot be read: see the log"
      }])
      yield* kill("SIGTERM")
      const { code, stderr } = yield* ended
      assert.strictEqual(code, 0)
      assert.include(stderr, "AUTO_IMPORT_FILE days.csv: expected a regular file, got a pipe")
    }))
})

describe("a start that cannot succeed", () => {
  interface Refusal {
    readonly what: string
    readonly environment?: Environment
    readonly prepare?: (folder: string) => void
    /** The expected lines of standard error. */
    readonly says: ReadonlyArray<string | RegExp>
  }

  const config = (members: object) => (folder: string) => writeFileSync(join(folder, "config.json"), JSON.stringify(members))
  const garbage = "this is no database, ".repeat(1000)
  const database =
    "expected file:./data/turnover.db, file:/absolute/path, a path such as ./data/turnover.db, sqlite:///absolute/path, sqlite::memory: or postgres://user:password@host:5432/name"

  const refusals: ReadonlyArray<Refusal> = [
    {
      what: "a port in use",
      // The day is due, but a service without a port must not settle it.
      prepare: config({ chat_webhook_url: "console:", cutoff_time: "00:00" }),
      says: [
        /^PORT, HOST: expected an address that is free to listen on, got EADDRINUSE: another program listens on port \d+, stop it or set another PORT$/
      ]
    },
    {
      what: "a database where the system makes no folder",
      environment: { DATABASE_URL: "/proc/nowhere/turnover.db" },
      says: [/^the database \/proc\/nowhere\/turnover\.db cannot be used: ENOENT: /]
    },
    {
      what: "a host that is no address of this machine",
      prepare: config({ chat_webhook_url: "console:" }),
      environment: { HOST: "192.0.2.1" },
      says: ["HOST: expected an address of this machine, such as 0.0.0.0, :: or 127.0.0.1, got 192.0.2.1 (EADDRNOTAVAIL)"]
    },
    {
      what: "a host that is no address",
      prepare: config({ chat_webhook_url: "console:" }),
      environment: { HOST: "*" },
      says: [/^HOST: expected an address of this machine, such as 0\.0\.0\.0, :: or 127\.0\.0\.1, got \* \(E\w+\)$/]
    },
    {
      what: "two faults in the configuration",
      prepare: config({ chat_webhook_url: "console:", cutoff_time: "25:00", weekend_range: [2, 1] }),
      says: [/^config\.json: weekend_range: expected \[min, max\] /, /^config\.json: cutoff_time: expected .*, got "25:00"$/]
    },
    {
      what: "no webhook",
      prepare: config({ shop_name: "x" }),
      says: ["config.json: chat_webhook_url: is required, got nothing"]
    },
    {
      what: "no configuration",
      environment: { CONFIG_FILE: "none.json" },
      says: ["none.json: expected a readable file, got NotFound"]
    },
    {
      what: "two faults in the environment",
      environment: { TZ: "Mars/Olympus", LOG_LEVEL: "loud" },
      says: [
        "environment: TZ: expected an IANA time zone such as Asia/Shanghai, got \"Mars/Olympus\"",
        /^environment: LOG_LEVEL: expected one of .*, got "loud"$/
      ]
    },
    {
      what: "a damaged database",
      prepare: (folder) => {
        mkdirSync(join(folder, "data"))
        writeFileSync(join(folder, "data/turnover.db"), garbage)
      },
      says: [/^the database \.\/data\/turnover\.db is not an intact SQLite database: /]
    },
    {
      what: "files of a database that is missing",
      prepare: (folder) => {
        mkdirSync(join(folder, "data"))
        for (const name of ["turnover.db-wal", "turnover.db.lock"]) writeFileSync(join(folder, "data", name), "")
      },
      says: [
        "the database ./data/turnover.db is missing, but turnover.db-wal, turnover.db.lock are beside its place: expected the database that they belong to, put it back or restore a backup; to begin with an empty one, remove them first"
      ]
    },
    {
      what: "a log file that is a folder",
      prepare: (folder) => mkdirSync(join(folder, "data/app.log"), { recursive: true }),
      says: ["LOG_FILE: expected a file that can be written, got data/app.log (not a regular file)"]
    },
    {
      what: "an address of another kind",
      environment: { DATABASE_URL: "mysql://shop:hunter2@db/turnover" },
      says: [`DATABASE_URL: found a mysql: address, ${database}`]
    }
  ]

  // Rule 1.5.
  it.scopedLive("prints a line for each fault before it opens its port", () =>
    Effect.gen(function*() {
      const port = yield* takenPort
      yield* Effect.forEach(refusals, ({ environment, prepare, says, what }) =>
        Effect.scoped(Effect.gen(function*() {
          const folder = yield* serviceFolder
          prepare?.(folder)
          const service = yield* serviceProcess(folder, { PORT: String(port), ADMIN_TOKEN: token, ...environment })
          const { code, stderr, stdout } = yield* service.ended
          assert.deepStrictEqual([code, stdout], [1, ""], `${what}: ${stderr}`)
          // Without a terminal the log goes to standard error as JSON.
          const lines = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("{"))
          assert.strictEqual(lines.length, says.length, `${what}: ${stderr}`)
          says.forEach((sentence, index) => {
            if (typeof sentence === "string") assert.strictEqual(lines[index], sentence, what)
            else assert.match(lines[index] ?? "", sentence, what)
          })
          assert.notInclude(stderr, "hunter2", what)
          const stored = join(folder, "data/turnover.db")
          if (what === "a damaged database") assert.strictEqual(readFileSync(stored, "utf8"), garbage)
          else if (what === "a port in use" || what.startsWith("a host")) {
            assert.deepStrictEqual(new Sqlite(stored).prepare("SELECT * FROM turnover").all(), [])
          } else assert.isFalse(existsSync(stored), what)
        })), { concurrency: 2, discard: true })
    }))
})

describe("the daily backup", () => {
  it.scopedLive("is made on a thread of the same bundle", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const config = join(folder, "config.json")
      writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, "utf8")), backup_dir: "backups" }))
      const { kill, port, ended } = yield* started(folder, { ADMIN_TOKEN: token })
      // A commit makes the service check for a due backup, which it otherwise does only each half minute.
      assert.strictEqual((yield* rawTo(port, "/api/admin/turnover", { ...jsonBody(correction), headers: admin })).status, 200)
      yield* Effect.repeat(Effect.sleep("20 millis"), {
        until: () => readFileSync(join(folder, "data/app.log"), "utf8").includes("backup made")
      })
      assert.match((yield* rawTo(port, "/metrics")).text, /^turnover_last_backup_timestamp_seconds \d/m)
      yield* kill("SIGTERM")
      assert.strictEqual((yield* ended).code, 0)
    }))
})
