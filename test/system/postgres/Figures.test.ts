import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { tokenPrefix } from "../../../src/Domain/CredentialForm.ts"
import { awakeTo, token } from "../../lib/HttpService.ts"
import { tcpProxy } from "../../lib/TcpProxy.ts"
import { within } from "../../lib/Within.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"
import { check, open } from "./Database/TestDatabase.ts"

/** A process that reaches its server through a proxy, and another one that reaches it directly. */
const two = Effect.gen(function*() {
  const address = yield* temporaryDatabase
  const proxy = yield* tcpProxy(address.port)
  const start = (url: string) =>
    Effect.gen(function*() {
      return yield* (yield* serviceProcess(yield* serviceFolder, { ADMIN_TOKEN: token, DATABASE_URL: url })).port
    })
  // The first process sends the messages, in transactions of its own.
  const writer = yield* start(urlOf(address))
  const reader = yield* start(urlOf({ ...address, host: "127.0.0.1", port: proxy.port }))
  return { address, proxy, reader, writer }
})

const enter = (port: number, amount: number) =>
  Effect.map(
    awakeTo(port, "/api/admin/turnover", {
      method: "PUT",
      body: JSON.stringify({ date: "2025-12-08", amount }),
      headers: { "x-admin-token": token, "content-type": "application/json" }
    }),
    ({ status }) => status
  )

const shown = (port: number, amount: number) =>
  Effect.repeat(Effect.delay(awakeTo(port, "/api/export"), "20 millis"), { until: ({ text }) => text.includes(`2025-12-08,${amount}.00`) })

// Rule 1.11.
describe("The figures of a process on PostgreSQL", () => {
  check("have a change of its own, and of others since, while the answer to its COMMIT does not come", () =>
    Effect.gen(function*() {
      const { proxy, reader, writer } = yield* two
      // From here on, the process sends no other COMMIT, because the checks of its start are done.
      assert.strictEqual(yield* enter(reader, 1), 200)
      // On a busy machine, a change may be refused, or may come after the end of the wait for its response. Each counts as one
      // failed attempt.
      const follows = (tries: number): Effect.Effect<void, unknown> =>
        Effect.gen(function*() {
          const [own, others] = [2 * tries, 2 * tries + 1]
          proxy.cutAt("COMMIT\0", "from its answer on, without a sign")
          const put = yield* Effect.fork(enter(reader, own))
          const followed = Effect.gen(function*() {
            yield* shown(reader, own)
            const status = yield* enter(writer, others)
            yield* shown(reader, others)
            return status
          })
          const first = yield* Effect.raceFirst(followed, Effect.map(Fiber.join(put), (status) => `the change ended with ${status}`))
          yield* Fiber.join(put)
          if (first !== 200 && tries < 5) return yield* follows(tries + 1)
          assert.strictEqual(first, 200)
        })
      yield* follows(1)
    }))

  check("follow while many requests wait for a table that is locked", () =>
    Effect.gen(function*() {
      const { address, reader, writer } = yield* two
      const { sql } = yield* open(address, { idleInTransaction: 120_000 })
      const lock = yield* sql.reserve
      yield* lock.execute("BEGIN; LOCK TABLE token", [], undefined)
      const guess = (secret: string) => awakeTo(reader, "/api/admin/tokens", { headers: { "x-admin-token": `${tokenPrefix}${secret}` } })
      yield* Effect.forEach(Array.from({ length: 20 }, (_, index) => String(index).padStart(43, "A")),
        (secret) => Effect.forkScoped(Effect.forever(Effect.ignore(guess(secret)))))
      yield* Effect.repeat(
        Effect.delay(sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`, "20 millis"),
        { until: (rows) => rows.length > 0 }
      )
      // It takes 30 ms on an idle machine. A wait for one of these requests takes 4 s, and there are more requests than connections.
      yield* within(4_000, (tries) =>
        Effect.gen(function*() {
          assert.strictEqual(yield* enter(writer, tries), 200)
          yield* shown(reader, tries)
        }))
    }))
})
