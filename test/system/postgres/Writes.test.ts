import { assert, describe } from "@effect/vitest"
import { Clock, DateTime, Effect, type Scope } from "effect"
import { checkServer } from "../../../src/Database/Postgres/Checks.ts"
import { checkContents } from "../../../src/Doctor/Database.ts"
import { calendarOf, momentOf } from "../../../src/Domain/Calendar.ts"
import { awakeTo, token } from "../../lib/HttpService.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"
import { checkBeside, open } from "./Database/TestDatabase.ts"

/** A service whose database gets into trouble because of its owner's statements. */
const served = Effect.gen(function*() {
  const address = yield* temporaryDatabase
  const process = yield* serviceProcess(yield* serviceFolder, { ADMIN_TOKEN: token, DATABASE_URL: urlOf(address) })
  const port = yield* process.port
  const { sql } = yield* open(address, { idleInTransaction: 120_000 })
  const codes = Effect.map(awakeTo(port, "/api/health"),
    (answer) => (answer.json()["problems"] as ReadonlyArray<{ readonly code: string }>).map(({ code }) => code))
  return {
    sql,
    correct: awakeTo(port, "/api/admin/turnover", {
      method: "PUT",
      body: JSON.stringify({ date: "2025-12-08", amount: 1 }),
      headers: { "x-admin-token": token, "content-type": "application/json" }
    }),
    /** Waits until health reports a problem, or no longer reports it. */
    until: (code: string, isThere: boolean): Effect.Effect<unknown, unknown> =>
      Effect.repeat(Effect.delay(codes, "200 millis"), { until: (found) => found.includes(code) === isThere }),
    doctor: Effect.gen(function*() {
      const now = DateTime.unsafeMakeZoned(yield* Clock.currentTimeMillis, { timeZone: "Asia/Shanghai" })
      const checks = yield* checkServer(address, checkContents(momentOf(now, calendarOf(now.zone, { hour: 23, minute: 0 }))))
      return checks.filter(({ status }) => status === "failed").map(({ detail, name }) => `${name}: ${detail}`)
    })
  }
})

type Served = Effect.Effect.Success<typeof served>

const trouble = (
  what: string,
  { begin, code, doctor, end }: {
    readonly begin: (served: Served) => Effect.Effect<unknown, unknown, Scope.Scope>
    readonly end: (served: Served) => Effect.Effect<unknown, unknown, Scope.Scope>
    readonly code: string
    readonly doctor: RegExp
  }
) =>
  checkBeside(what, () =>
    Effect.gen(function*() {
      const found = yield* served
      assert.deepStrictEqual(yield* found.doctor, [])
      yield* begin(found)
      yield* found.until(code, true)
      assert.match((yield* found.doctor).join("\n"), doctor)
      yield* end(found)
      yield* found.until(code, false)
    }))

// Rule 6.8.
describe("Health and doctor name what keeps messages and changes back on PostgreSQL", () => {
  trouble("a right on the lease that is missing", {
    begin: ({ sql }) => sql`REVOKE UPDATE ON lease FROM current_user`,
    end: ({ sql }) => sql`GRANT UPDATE ON lease TO current_user`,
    code: "duties_vacant",
    doctor: /^rights: the user may not change lease\nduties: the database refuses the service a right/m
  })

  trouble("a right on the messages that is missing", {
    begin: (served) => Effect.zipRight(served.sql`REVOKE UPDATE ON notification FROM current_user`, served.correct),
    end: ({ sql }) => sql`GRANT UPDATE ON notification TO current_user`,
    code: "sending_fails",
    doctor: /^rights: the user may not change notification$/m
  })

  trouble("a schema that a newer version has upgraded", {
    begin: ({ sql }) => sql`INSERT INTO effect_sql_migrations (migration_id, name) VALUES (1000, 'newer')`,
    end: ({ sql }) => sql`DELETE FROM effect_sql_migrations WHERE migration_id = 1000`,
    code: "process_outdated",
    doctor: /^database: was written by a newer version \(schema 1000/m
  })

  trouble("a shop without its row, which orders all changes", {
    begin: ({ correct, sql }) =>
      Effect.gen(function*() {
        yield* sql`DELETE FROM shop`
        const refused = yield* correct
        assert.strictEqual(refused.status, 503)
        assert.include(refused.text, "the row of the table shop is missing")
        assert.deepStrictEqual(yield* sql`SELECT date FROM turnover`, [])
      }),
    end: ({ sql }) => sql`INSERT INTO shop SELECT 1, 1 + coalesce(max(version), 0) FROM operation`,
    code: "writes_shop_missing",
    doctor: /^writes: the row of the table shop is missing/m
  })

  trouble("a transaction that keeps the shop's row", {
    begin: ({ correct, sql }) =>
      Effect.gen(function*() {
        const connection = yield* sql.reserve
        yield* connection.execute("BEGIN; UPDATE shop SET version = version", [], undefined)
        const refused = yield* correct
        assert.strictEqual(refused.status, 503)
        // No COMMIT was sent, so the client need not check.
        assert.include(refused.text, "nothing is changed")
      }),
    end: ({ sql }) =>
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    code: "writes_locked",
    doctor: /^writes: another program keeps the database locked/m
  })
})
