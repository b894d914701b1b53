import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { awakeTo, connectTo, head, token } from "../../lib/HttpService.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"
import { check, open } from "./Database/TestDatabase.ts"

/** A process, and a transaction that holds the shop's row, so that every change waits for it. */
const behindLock = Effect.gen(function*() {
  const address = yield* temporaryDatabase
  const process = yield* serviceProcess(yield* serviceFolder, { ADMIN_TOKEN: token, DATABASE_URL: urlOf(address) })
  const port = yield* process.port
  const { sql } = yield* open(address, { idleInTransaction: 120_000 })
  const lock = yield* sql.reserve
  yield* lock.execute("BEGIN; UPDATE shop SET version = version", [], undefined)
  return {
    process,
    port,
    release: lock.execute("ROLLBACK", [], undefined),
    /** Waits until the first change has begun and the server has its statement. */
    isWaiting: Effect.repeat(
      Effect.delay(sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%UPDATE shop%'`, "20 millis"),
      { until: (rows) => rows.length > 0 }
    ),
    stored: Effect.map(sql<{ date: string }>`SELECT date FROM audit ORDER BY id`, (rows) => rows.map(({ date }) => date))
  }
})

/** Sends a change on a separate connection, without waiting for the response. */
const sent = (port: number, method: string, path: string, type: string, body: string) =>
  Effect.tap(connectTo(port), (client) =>
    client.send(
      head(method, path, { "x-admin-token": token, "content-type": type, "content-length": Buffer.byteLength(body) }) + body
    ))

const put = (port: number, date: string) => sent(port, "PUT", "/api/admin/turnover", "application/json", `{"date":"${date}","amount":1}`)

const dates = ["2025-12-01", "2025-12-02", "2025-12-03"]

describe("A change that waits for the shop's row", () => {
  // Rule 1.12.
  check("is never carried out once its client has left, whether it is the first to wait or not", () =>
    Effect.gen(function*() {
      const { isWaiting, port, release, stored } = yield* behindLock
      const clients = yield* Effect.forEach(dates, (date) => put(port, date))
      yield* isWaiting
      yield* Effect.forEach(clients, ({ destroy }) => destroy)
      // The process reads its sockets in turn, so it has read the ends of these connections first.
      yield* Effect.replicateEffect(awakeTo(port, "/api/metrics"), 3)
      yield* release
      const { status } = yield* awakeTo(port, "/api/admin/turnover", {
        method: "PUT",
        body: `{"date":"2025-12-08","amount":1}`,
        headers: { "x-admin-token": token, "content-type": "application/json" }
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(yield* stored, ["2025-12-08"])
    }))

  // Rules 1.6 and 1.12.
  check("is never carried out once a stop has cut its client off", () =>
    Effect.gen(function*() {
      const { isWaiting, port, process, release, stored } = yield* behindLock
      const clients = yield* Effect.forEach(dates, (date) => sent(port, "POST", "/api/admin/import", "text/csv", `${date},1`))
      yield* isWaiting
      yield* process.kill("SIGTERM")
      yield* Effect.forEach(clients, ({ closed }) => closed)
      yield* release
      const { code, stderr } = yield* process.ended
      assert.strictEqual(code, 0, stderr)
      assert.deepStrictEqual(yield* stored, [])
    }))
})
