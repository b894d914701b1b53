import { afterAll, assert, beforeAll } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { packageRoot } from "../src/PackageRoot.ts"
import { check, open } from "./Database/Postgres/TestDatabase.ts"
import { urlOf } from "./lib/Databases.ts"
import { feishuDouble } from "./lib/FeishuDouble.ts"
import { rawTo, token } from "./lib/HttpService.ts"
import { describePostgres, temporaryDatabase } from "./lib/PostgresServer.ts"
import { buildBundle, type Environment, removeBundle, serviceFolder, serviceProcess } from "./lib/ServiceProcess.ts"

beforeAll(buildBundle)
afterAll(removeBundle)

const until = <A>(what: Effect.Effect<A, unknown>, holds: (answer: A) => boolean): Effect.Effect<A, unknown> =>
  Effect.flatMap(what, (answer) => holds(answer) ? Effect.succeed(answer) : Effect.delay(until(what, holds), "20 millis"))

/** Three processes on one database, with a bot that keeps every request. */
const threeReplicas = (environment: Environment = {}, settings: Record<string, unknown> = {}) =>
  Effect.gen(function*() {
    const bot = yield* feishuDouble()
    const address = yield* temporaryDatabase
    const { sql } = yield* open(address)
    const start = Effect.gen(function*() {
      const folder = yield* serviceFolder
      const file = join(folder, "config.json")
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), chat_webhook_url: bot.url, ...settings }))
      const process = yield* serviceProcess(folder, { ADMIN_TOKEN: token, DATABASE_URL: urlOf(address), ...environment })
      return { ...process, port: yield* process.port }
    })
    const replicas = yield* Effect.all([start, start, start], { concurrency: "unbounded" })
    const holder = Effect.map(
      sql<{ holder: string }>`SELECT holder FROM lease WHERE name = 'duty' AND expires_at > clock_timestamp()`,
      ([row]) => replicas.find(({ pid }) => row?.holder.includes(`:${pid}:`) === true)
    )
    return { bot, replicas, sql, holder }
  })

const exported = (port: number) => Effect.map(rawTo(port, "/api/export"), ({ text }) => text)

const hour = 3_600_000
/** A clock 15 s before half past one in the zone of these processes, where it is after noon. */
const beforeHalfPastOne = Effect.map(Clock.currentTimeMillis, (now): Environment => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(packageRoot, "proofs/shiftedClock.mjs")).href}`,
  CLOCK_AHEAD: String(1.5 * hour - 15_000 - now % hour)
}))

describePostgres("Three processes on PostgreSQL", "a server", () => {
  // Rules 5.2 and 5.13.
  check("settle a day once at its cutoff, and one of them sends its message once", () =>
    Effect.gen(function*() {
      const { bot, replicas, sql } = yield* threeReplicas(yield* beforeHalfPastOne, { cutoff_time: "13:30", fallback_push: "always" })
      for (const { port } of replicas) yield* until(exported(port), (text) => text.split("\r\n").length > 2)
      yield* until(Effect.sync(() => bot.requests.length), (count) => count > 0)
      // Time for the others to send as well, were they to.
      yield* Effect.sleep("2 seconds")
      const counted = yield* sql<{ audits: number; messages: number }>`
        SELECT (SELECT count(*) FROM audit) AS audits, (SELECT count(*) FROM notification) AS messages`
      assert.deepStrictEqual(counted, [{ audits: 1, messages: 1 }])
      assert.strictEqual(bot.requests.length, 1)
    }))

  // Rules 1.8 and 7.11.
  check("send each message in its order while the sender is paused and the next one killed; only one in flight comes twice",
    () =>
      Effect.gen(function*() {
        const { bot, holder, replicas, sql } = yield* threeReplicas()
        yield* until(holder, (found) => found !== undefined)
        const dates = Array.from({ length: 12 }, (_, index) => `2025-12-${index + 10}`)
        const { status } = yield* rawTo(replicas[0].port, "/api/admin/import", {
          method: "POST",
          body: dates.map((date) => `${date},1`).join("\n"),
          headers: { "x-admin-token": token, "content-type": "text/csv" }
        })
        assert.strictEqual(status, 200)
        const arrived = () => bot.requests.map(({ body }) => /2025-12-\d\d/.exec(body)?.[0] ?? body)
        const moreThan = (count: number) => until(Effect.sync(() => bot.requests.length), (now) => now > count)
        const lose = (signal: "SIGSTOP" | "SIGKILL") =>
          Effect.gen(function*() {
            const lost = yield* until(holder, (found) => found !== undefined)
            yield* lost?.kill(signal) ?? Effect.void
            const count = bot.requests.length
            // The first may be the request that was in flight.
            const [took] = yield* Effect.timed(moreThan(count + 1))
            // 4 s on an idle machine, the wait for the bot's limits included.
            assert.isBelow(Duration.toMillis(took), 30_000)
            return lost
          })
        yield* moreThan(1)
        const paused = yield* lose("SIGSTOP")
        yield* lose("SIGKILL")
        yield* paused?.kill("SIGCONT") ?? Effect.void
        yield* until(sql`SELECT id FROM notification WHERE state <> 'delivered'`, (rows) => rows.length === 0)
        yield* Effect.sleep("3 seconds")
        const seen = arrived()
        assert.deepStrictEqual([...new Set(seen)], dates)
        const again = seen.filter((date, index) => seen.indexOf(date) !== index)
        assert.isAtMost(again.length, 2)
      }))
})
