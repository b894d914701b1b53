import { assert, describe } from "@effect/vitest"
import { Clock, Duration, Effect, ExecutionStrategy, Exit, Scope } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { packageRoot } from "../../../src/PackageRoot.ts"
import { feishuDouble } from "../../lib/FeishuDouble.ts"
import { awakeTo, token } from "../../lib/HttpService.ts"
import { noon } from "../../lib/NoonZone.ts"
import { tcpProxy } from "../../lib/TcpProxy.ts"
import { never, tillDouble } from "../../lib/TillDouble.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { settingClock } from "../lib/ServerClock.ts"
import { type Environment, serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"
import { check, checkBeside, open } from "./Database/TestDatabase.ts"

const until = <A>(what: Effect.Effect<A, unknown>, holds: (answer: A) => boolean): Effect.Effect<A, unknown> =>
  Effect.flatMap(what, (answer) => holds(answer) ? Effect.succeed(answer) : Effect.delay(until(what, holds), "20 millis"))

const clockAhead = (millis: number): Environment => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(packageRoot, "proofs/shiftedClock.mjs")).href}`,
  CLOCK_AHEAD: String(millis)
})

/** Three processes on one database, with a bot that keeps every request. */
const threeReplicas = (ahead = 0, settings: Record<string, unknown> = {}) =>
  Effect.gen(function*() {
    const bot = yield* feishuDouble()
    const address = yield* temporaryDatabase
    const { sql } = yield* open(address)
    if (ahead !== 0) yield* Effect.forEach(settingClock(ahead), (statement) => sql.unsafe(statement))
    const environment = ahead === 0 ? {} : clockAhead(ahead)
    const start = Effect.gen(function*() {
      const folder = yield* serviceFolder
      const file = join(folder, "config.json")
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), chat_webhook_url: bot.url, ...settings }))
      const process = yield* serviceProcess(folder, { ADMIN_TOKEN: token, DATABASE_URL: urlOf(address), ...environment })
      return { ...process, file, port: yield* process.port }
    })
    const replicas = yield* Effect.all([start, start, start], { concurrency: "unbounded" })
    const holder = Effect.map(
      sql<{ holder: string }>`SELECT holder FROM lease WHERE name = 'duty' AND expires_at > clock_timestamp()`,
      ([row]) => replicas.find(({ pid }) => row?.holder.includes(`:${pid}:`) === true)
    )
    return { bot, replicas, sql, holder }
  })

const exported = (port: number) => Effect.map(awakeTo(port, "/api/export"), ({ text }) => text)

const hour = 3_600_000

/** The cutoff of these processes, by their own clock. */
const cutoff = noon + 1.5 * hour
const atCutoff = { cutoff_time: "13:30" }

/** How far ahead a clock must be so that the cutoff comes in this many milliseconds. */
const aheadBy = (millis: number) => Effect.map(Clock.currentTimeMillis, (now) => cutoff - millis - now)

const sinceCutoff = (ahead: number) => Effect.map(Clock.currentTimeMillis, (now) => now + ahead - cutoff)

/** Prepares work before a cutoff. If the machine took too long, everything ends, and the work is prepared again for a later cutoff. */
const before = <A, E>(
  prepare: (ahead: number) => Effect.Effect<A, E, Scope.Scope>,
  millis = 5_000
): Effect.Effect<A & { ahead: number }, E, Scope.Scope> =>
  Effect.gen(function*() {
    const ahead = yield* aheadBy(millis)
    const attempt = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.sequential)
    const prepared = yield* Scope.extend(prepare(ahead), attempt)
    if ((yield* sinceCutoff(ahead)) < 0) return { ...prepared, ahead }
    yield* Scope.close(attempt, Exit.void)
    return yield* before(prepare, 2 * millis)
  })

describe("Three processes on PostgreSQL", () => {
  // Rules 5.2 and 5.13.
  checkBeside("settle a day once at its cutoff, and one of them sends its message once", () =>
    Effect.gen(function*() {
      const { bot, replicas, sql } = yield* before((ahead) => threeReplicas(ahead, { ...atCutoff, fallback_push: "always" }))
      for (const { port } of replicas) yield* until(exported(port), (text) => text.split("\r\n").length > 2)
      yield* until(Effect.sync(() => bot.requests.length), (count) => count > 0)
      // Enough time for the other processes to send, if they did.
      yield* Effect.sleep("2 seconds")
      const [counted = { audits: 0, messages: 0, epoch: 0 }] = yield* sql<{ audits: number; messages: number; epoch: number }>`
        SELECT (SELECT count(*) FROM audit) AS audits, (SELECT count(*) FROM notification) AS messages, epoch
        FROM lease WHERE name = 'duty'`
      assert.strictEqual(counted.audits, 1)
      // On a busy machine, a process may renew the lease late. The next holder begins with a start, which by this setting announces
      // the day again, while the late process may still be sending.
      assert.isAtMost(counted.messages, counted.epoch)
      assert.isAtMost(bot.requests.length, counted.messages + counted.epoch - 1)
    }))

  // Rule 7.26.
  checkBeside("let one of them send to two chats, once and in order, and another one when that one is killed",
    () =>
      Effect.gen(function*() {
        const office = yield* feishuDouble({ token: "office-hook-token" })
        const { bot, holder, replicas, sql } = yield* threeReplicas(0, { chats: [{ name: "office", url: office.url }] })
        const enter = (port: number, day: number) =>
          awakeTo(port, "/api/admin/turnover", {
            method: "PUT",
            body: JSON.stringify({ date: `2025-12-0${day}`, amount: day }),
            headers: { "x-admin-token": token, "content-type": "application/json" }
          })
        const delivered = (count: number) =>
          until(sql`SELECT id FROM notification WHERE state = 'delivered'`, ({ length }) => length === count)
        const sending = yield* until(holder, (process) => process !== undefined)
        for (const day of [1, 2]) yield* enter(replicas[0].port, day)
        yield* delivered(4)
        yield* sending?.kill("SIGKILL") ?? Effect.void
        const other = replicas.find((replica) => replica !== sending) ?? replicas[0]
        for (const day of [3, 4]) yield* enter(other.port, day)
        yield* delivered(8)
        for (const [name, chat] of [["main", bot], ["office", office]] as const) {
          // On a busy machine a reply may come too late; such a message is sent again.
          const unanswered = yield* sql`
          SELECT notification_id FROM notification_attempt JOIN notification ON notification.id = notification_id
          WHERE chat = ${name} AND verdict = 'unknown'`
          const days = chat.delivered().map(({ body }) => Number(/¥(\d)\.00/.exec(body)?.[1]))
          assert.deepStrictEqual([...new Set(days)], [1, 2, 3, 4])
          assert.isAtMost(days.length, 4 + unanswered.length)
        }
      }))

  // Rule 5.20.
  checkBeside("let one of them ask a till, or another one if that one is killed meanwhile, and store the answer once",
    () =>
      Effect.gen(function*() {
        const till = yield* tillDouble((_, number) => number === 1 ? never : { total: 3388.5 })
        const { bot, holder, sql } = yield* threeReplicas(0, {
          cutoff_time: "00:00",
          amount_source: { kind: "http", url: `${till.url}/day?date={date}`, amount: "/total" }
        })
        yield* until(Effect.sync(() => till.requests.length), (asked) => asked > 0)
        const asking = yield* until(holder, (process) => process !== undefined)
        // On a busy machine the lease may have moved already.
        const epoch = Effect.map(sql<{ epoch: number }>`SELECT epoch FROM lease WHERE name = 'duty'`, ([lease]) => Number(lease?.epoch))
        assert.isAtMost(till.requests.length, yield* epoch)
        yield* asking?.kill("SIGKILL") ?? Effect.void
        const stored = sql`SELECT amount_cents, source, is_final FROM turnover WHERE is_final = 1`
        assert.deepStrictEqual(yield* until(stored, (days) => days.length > 0), [{ amount_cents: 338_850, source: "feed", is_final: 1 }])
        yield* until(Effect.sync(() => bot.requests.length), (sent) => sent > 0)
        // Enough time for the third process to ask and to send, if it did.
        yield* Effect.sleep("2 seconds")
        assert.isAtMost(till.requests.length, yield* epoch)
        assert.deepStrictEqual(yield* sql`SELECT action FROM audit`, [{ action: "feed" }])
        assert.isAtMost(bot.requests.length, yield* epoch)
      }))

  // Rule 5.16.
  checkBeside("settle nothing at a cutoff that was replaced while one of them was paused", () =>
    Effect.gen(function*() {
      const { ahead, paused, sql } = yield* before((ahead) =>
        Effect.gen(function*() {
          const { replicas, sql } = yield* threeReplicas(ahead, atCutoff)
          const [paused, other] = replicas
          // Its connections are open, because a half-open one would block dropping databases on the server.
          yield* until(awakeTo(paused.port, "/api/health"), ({ status }) => status === 200)
          yield* paused.kill("SIGSTOP")
          for (const { file } of replicas) {
            writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), cutoff_time: "13:45" }))
          }
          const headers = { "x-admin-token": token }
          // The paused process may keep a lock for some seconds.
          yield* until(awakeTo(other.port, "/api/admin/reload_cutoff", { method: "POST", headers }), ({ status }) => status === 200)
          return { paused, sql }
        })
      )
      yield* until(sinceCutoff(ahead), (millis) => millis > 500)
      yield* paused.kill("SIGCONT")
      const next = Effect.map(awakeTo(paused.port, "/api/health"), (answer) => JSON.stringify(answer.json()["scheduler"]))
      yield* until(next, (text) => text.includes("13:45"))
      yield* Effect.sleep("2 seconds")
      assert.deepStrictEqual(yield* sql`SELECT date FROM turnover`, [])
    }))

  // Rule 5.10.
  checkBeside("settle a day as soon as the server is back that was away at its cutoff", () =>
    Effect.gen(function*() {
      const { ahead, proxy, sql } = yield* before((ahead) =>
        Effect.gen(function*() {
          const address = yield* temporaryDatabase
          const { sql } = yield* open(address)
          yield* Effect.forEach(settingClock(ahead), (statement) => sql.unsafe(statement))
          const proxy = yield* tcpProxy(address.port)
          const folder = yield* serviceFolder
          const file = join(folder, "config.json")
          writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...atCutoff }))
          const url = urlOf({ ...address, host: "127.0.0.1", port: proxy.port })
          const { port } = yield* serviceProcess(folder, { ADMIN_TOKEN: token, DATABASE_URL: url, ...clockAhead(ahead) })
          yield* port
          proxy.refuse()
          return { proxy, sql }
        })
      )
      yield* until(sinceCutoff(ahead), (millis) => millis > 8_000)
      proxy.heal()
      const [took] = yield* Effect.timed(until(sql`SELECT date FROM turnover`, (rows) => rows.length > 0))
      // 1 s on an idle machine.
      assert.isBelow(Duration.toMillis(took), 30_000)
    }))

  // Rule 5.14.
  checkBeside("leave a process whose clock is two hours ahead without the lease, and it settles nothing", () =>
    Effect.gen(function*() {
      const bot = yield* feishuDouble()
      const address = yield* temporaryDatabase
      const start = (environment: Environment) =>
        Effect.gen(function*() {
          const folder = yield* serviceFolder
          const file = join(folder, "config.json")
          writeFileSync(file,
            JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), chat_webhook_url: bot.url, cutoff_time: "13:59" }))
          const process = yield* serviceProcess(folder, { ADMIN_TOKEN: token, DATABASE_URL: urlOf(address), ...environment })
          return { ...process, port: yield* process.port }
        })
      const ahead = yield* start(clockAhead(2 * hour))
      const codes = (port: number) =>
        Effect.map(awakeTo(port, "/api/health"),
          (answer) => (answer.json()["problems"] as ReadonlyArray<{ code: string }>).map(({ code }) => code))
      yield* until(codes(ahead.port), (found) => found.includes("clock_ahead"))
      yield* Effect.sleep("3 seconds")
      const { sql } = yield* open(address)
      assert.deepStrictEqual(yield* sql`SELECT date FROM turnover`, [])
      assert.deepStrictEqual(yield* sql`SELECT holder FROM lease`, [])
      const right = yield* start({})
      yield* until(sql<{ holder: string }>`SELECT holder FROM lease`, ([row]) => row?.holder.includes(`:${right.pid}:`) === true)
      assert.notInclude(yield* codes(right.port), "clock_ahead")
    }))

  // Rules 5.14 and 8.12.
  checkBeside("accept no change with a clock that is 200 days ahead, and end no session by it", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const start = (environment: Environment) =>
        Effect.gen(function*() {
          const { port } = yield* serviceProcess(yield* serviceFolder, {
            ADMIN_TOKEN: token,
            DATABASE_URL: urlOf(address),
            ...environment
          })
          return yield* port
        })
      const right = yield* start({})
      const ahead = yield* start(clockAhead(200 * 24 * hour))
      const posted = (port: number, path: string, body: unknown) =>
        awakeTo(port, path, {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "x-admin-token": token, "content-type": "application/json", "sec-fetch-site": "same-origin" }
        })
      const { headers, status } = yield* posted(right, "/api/session", { token })
      assert.strictEqual(status, 200)
      const cookie = String(headers["set-cookie"]).split(";", 1)[0] ?? ""
      const date = new Date((yield* Clock.currentTimeMillis) + 199 * 24 * hour).toISOString().slice(0, 10)
      const refused = [
        yield* awakeTo(ahead, "/api/admin/turnover", {
          method: "PUT",
          body: JSON.stringify({ date, amount: 1 }),
          headers: { "x-admin-token": token, "content-type": "application/json" }
        }),
        yield* posted(ahead, "/api/admin/tokens", { name: "till", role: "entry" })
      ]
      for (const { headers, json, status } of refused) {
        assert.deepStrictEqual([status, headers["retry-after"], json()["error"]], [503, "30", "unavailable"])
        assert.match(String(json()["detail"]),
          /^this machine's clock is 17280\d\d\d s ahead of the database server's: set both by NTP; nothing is changed/)
      }
      const { sql } = yield* open(address)
      assert.deepStrictEqual(yield* sql`SELECT date FROM turnover`, [])
      assert.deepStrictEqual(yield* sql`SELECT name FROM token WHERE id > 0`, [])
      // The session stays valid on both processes, and so does the installation's time.
      for (const port of [ahead, right]) {
        assert.isNotNull((yield* awakeTo(port, "/api/session", { headers: { cookie } })).json()["session"])
      }
      const [time] = yield* sql<{ value: string }>`SELECT value FROM installation WHERE key = 'steady_time'`
      assert.isBelow(Number(time?.value), (yield* Clock.currentTimeMillis) + hour)
    }))

  // Rule 6.8.
  check("show in the health of each that the messages of one of them wait", () =>
    Effect.gen(function*() {
      const { bot, replicas, sql } = yield* threeReplicas()
      const said = Effect.forEach(replicas, ({ port }) =>
        Effect.map(awakeTo(port, "/api/health"), (answer) =>
          (answer.json()["problems"] as ReadonlyArray<{ code: string }>).some(({ code }) => code === "messages_wait")))
      yield* sql`REVOKE UPDATE ON notification FROM current_user`
      const { status } = yield* awakeTo(replicas[0].port, "/api/admin/turnover", {
        method: "PUT",
        body: JSON.stringify({ date: "2025-12-08", amount: 1 }),
        headers: { "x-admin-token": token, "content-type": "application/json" }
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(yield* said, [false, false, false])
      yield* sql.withTransaction(Effect.all([
        sql`GRANT UPDATE ON notification TO current_user`,
        sql`UPDATE notification SET created_at = created_at - 120000`,
        sql`REVOKE UPDATE ON notification FROM current_user`
      ]))
      yield* until(said, (each) => each.every((isSaid) => isSaid))
      assert.deepStrictEqual(bot.requests, [])
      yield* sql`GRANT UPDATE ON notification TO current_user`
      yield* until(said, (each) => !each.some((isSaid) => isSaid))
    }))

  // Rules 1.8 and 7.11.
  check("send each message in its order while the sender is paused and the next one killed; only one in flight comes twice",
    () =>
      Effect.gen(function*() {
        const { bot, holder, replicas, sql } = yield* threeReplicas()
        yield* until(holder, (found) => found !== undefined)
        const dates = Array.from({ length: 12 }, (_, index) => `2025-12-${index + 10}`)
        const { status } = yield* awakeTo(replicas[0].port, "/api/admin/import", {
          method: "POST",
          body: dates.map((date) => `${date},1`).join("\n"),
          headers: { "x-admin-token": token, "content-type": "text/csv" }
        })
        assert.strictEqual(status, 200)
        const arrived = () => bot.requests.map(({ body }) => body.replace(/^.*2025年12月(\d\d)日.*$/s, "2025-12-$1"))
        const moreThan = (count: number) => until(Effect.sync(() => bot.requests.length), (now) => now > count)
        const lose = (signal: "SIGSTOP" | "SIGKILL") =>
          Effect.gen(function*() {
            const lost = yield* until(holder, (found) => found !== undefined)
            yield* lost?.kill(signal) ?? Effect.void
            const count = bot.requests.length
            // The first request may be the one that was in flight.
            const [took] = yield* Effect.timed(moreThan(count + 1))
            // It takes 4 s on an idle machine, including the wait for the bot's limits.
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
