import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { awakeTo, token } from "../../lib/HttpService.ts"
import { tcpProxy } from "../../lib/TcpProxy.ts"
import { within } from "../../lib/Within.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"
import { checkBeside, open } from "./Database/TestDatabase.ts"

interface Problem {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A process and its connection path to the server. */
const linked = Effect.gen(function*() {
  const address = yield* temporaryDatabase
  const proxy = yield* tcpProxy(address.port)
  const url = urlOf({ ...address, host: "127.0.0.1", port: proxy.port })
  const port = yield* (yield* serviceProcess(yield* serviceFolder, { ADMIN_TOKEN: token, DATABASE_URL: url })).port
  const { sql } = yield* open(address, { idleInTransaction: 120_000 })
  const problems = Effect.map(awakeTo(port, "/api/health"), (answer) => answer.json()["problems"] as ReadonlyArray<Problem>)
  return {
    proxy,
    sql,
    correct: (amount: number, headers: Readonly<Record<string, string>> = {}) =>
      awakeTo(port, "/api/admin/turnover", {
        method: "PUT",
        body: JSON.stringify({ date: "2025-12-08", amount }),
        headers: { "x-admin-token": token, "content-type": "application/json", ...headers }
      }),
    /** A token that each change reads again. */
    issued: Effect.map(
      awakeTo(port, "/api/admin/tokens", {
        method: "POST",
        body: JSON.stringify({ name: "till", role: "manager" }),
        headers: { "x-admin-token": token, "content-type": "application/json", "sec-fetch-site": "same-origin" }
      }),
      (answer) => String(answer.json()["secret"])
    ),
    /** Waits until health reports a problem, or no longer reports it. */
    until: (code: string, isThere: boolean) =>
      Effect.map(
        Effect.repeat(Effect.delay(problems, "200 millis"), { until: (found) => found.some((one) => one.code === code) === isThere }),
        (found) => found.find((one) => one.code === code)
      )
  }
})

describe("The connection to a PostgreSQL server", () => {
  // Rule 1.12.
  checkBeside("may take 300 ms a round trip: a change has eight of them", () =>
    Effect.gen(function*() {
      const { correct, proxy, sql } = yield* linked
      assert.strictEqual((yield* correct(1)).status, 200)
      // While the sender stores the outcome of a message, changes wait for it.
      const isSent = Effect.repeat(
        Effect.delay(sql<{ waiting: number }>`SELECT count(*) AS waiting FROM notification WHERE state = 'pending'`, "50 millis"),
        { until: ([found]) => Number(found?.waiting) === 0 }
      )
      // 2.6 s on an idle machine.
      yield* within(5_000, (tries) =>
        Effect.zipRight(
          Effect.zipRight(isSent, Effect.sync(() => proxy.delay(300))),
          Effect.map(correct(1 + tries), ({ status }) => assert.strictEqual(status, 200))
        ))
    }))

  // Rule 6.8.
  checkBeside("is named by health where it is too slow for a change, until it is not", () =>
    Effect.gen(function*() {
      const { correct, issued, proxy, until } = yield* linked
      assert.strictEqual((yield* correct(1)).status, 200)
      // Eleven round trips: together they take longer than a change may, but each is shorter than a ping of health may be.
      const long = { "x-admin-token": yield* issued, "idempotency-key": "a-slow-change" }
      proxy.delay(550)
      const refusing = yield* Effect.forkScoped(
        Effect.forever(Effect.tap(correct(2, long), ({ status }) => assert.strictEqual(status, 503)))
      )
      const found = yield* until("writes_slow", true)
      assert.isAtLeast(Number(found?.params["millis"]), 550)
      yield* Fiber.interrupt(refusing)
      proxy.delay(0)
      yield* until("writes_slow", false)
      assert.strictEqual((yield* correct(3)).status, 200)
    }))

  // Rule 1.12.
  checkBeside("has a change answered within its 5 s while the server holds its COMMIT, as one that may be stored",
    () =>
      Effect.gen(function*() {
        const { correct, sql } = yield* linked
        assert.strictEqual((yield* correct(1)).status, 200)
        yield* sql`CREATE FUNCTION wait_long() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(12); RETURN NULL; END'`
        yield* sql`CREATE CONSTRAINT TRIGGER held AFTER INSERT ON audit DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait_long()`
        // 5.3 s on an idle machine.
        yield* within(5_400, () =>
          Effect.map(correct(2), ({ status, text }) => {
            assert.strictEqual(status, 503)
            assert.include(text, "check whether the change is stored")
          }))
        yield* Effect.retry(sql`DROP TRIGGER held ON audit`, { times: 20 })
        yield* Effect.repeat(Effect.delay(correct(3), "100 millis"), { until: ({ status }) => status === 200 })
      }))
})
