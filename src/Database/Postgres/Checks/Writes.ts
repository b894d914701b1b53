import { SqlClient, type SqlError } from "@effect/sql"
import { Effect } from "effect"
import { type Check, failed, passed } from "../../../Codes/Check.ts"
import { writeFaults } from "../../../Codes/WriteFault.ts"
import { failureWithin, writeFaultOf } from "../Failure.ts"

/** The service needs no right to change audit rows, because it never changes them. */
const rights = `SELECT string_agg(tablename, ' ' ORDER BY tablename) AS missing FROM pg_tables
  WHERE schemaname = current_schema() AND NOT (has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT')
    AND has_table_privilege(format('%I.%I', schemaname, tablename), 'INSERT')
    AND (tablename IN ('audit', 'effect_sql_migrations') OR has_table_privilege(format('%I.%I', schemaname, tablename), 'UPDATE')))`

/** Begins a transaction in the way that a process does: the lease's in the server's default mode, a change's as READ WRITE. */
const tries = {
  duties: [
    "BEGIN; SET LOCAL lock_timeout = 1000",
    "INSERT INTO lease (name, holder, epoch, expires_at) VALUES ('doctor', 'doctor', 0, clock_timestamp())",
    "UPDATE lease SET expires_at = expires_at WHERE name = 'duty'",
    "ROLLBACK"
  ],
  writes: [
    "BEGIN READ WRITE; SET LOCAL lock_timeout = 1000",
    "UPDATE shop SET version = version",
    "INSERT INTO operation (version, id, replica) VALUES (-1, 'doctor', 'doctor')",
    "ROLLBACK"
  ]
} as const

const advice = "messages are not sent, or changes are refused with 503, until it is fixed"

/** The service's own sentence for such a failure, or the server's message. */
const why = (error: SqlError.SqlError): string => {
  const failure = failureWithin(error)
  const fault = writeFaultOf(failure)
  return fault === undefined || fault === "no_answer" ? failure.message : `${writeFaults[fault]} (${failure.message})`
}

const attempt = (name: keyof typeof tries, works: string): Effect.Effect<Check, never, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.scoped(Effect.flatMap(sql.reserve, (connection) =>
      Effect.forEach(tries[name], (statement) =>
        connection.executeRaw(statement, []), { discard: true })))).pipe(
      Effect.match({
        onFailure: (error) =>
          failed(name, why(error), advice),
        onSuccess: () =>
          passed(name, works)
      })
    )

const missingRights = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<{ readonly missing: string | null }>(rights)
  const missing = row?.missing ?? null
  return missing === null ? [] : [failed("rights", `the user may not change ${missing}`, "give it the rights of the tables' owner")]
})

const storing = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.flatMap(sql`SELECT 1 FROM shop`, (rows) =>
    rows.length === 0
      ? Effect.succeed(failed("writes", writeFaults.shop_missing, advice))
      : attempt("writes", "a change can be stored: tried, and rolled back")))

/** Tries to take the lease and to store a change, and rolls both back. */
export const checkWrites: Effect.Effect<ReadonlyArray<Check>, SqlError.SqlError, SqlClient.SqlClient> = Effect.map(
  Effect.all([
    missingRights,
    attempt("duties", "the lease can be taken: tried, and rolled back"),
    storing
  ]),
  ([missing, ...tried]) => [...missing, ...tried]
)
