import { SqlClient, type SqlError } from "@effect/sql"
import { Effect } from "effect"
import { type Check, failed, passed } from "../../../Codes/Check.ts"
import { unavailableReasons } from "../../../Codes/Unavailable.ts"
import { write } from "../../Write.ts"
import { failureWithin, serverReasonOf } from "../Failure.ts"

/** The service needs no right to change audit rows, because it never changes them. */
const rights = `SELECT string_agg(tablename, ' ' ORDER BY tablename) AS missing FROM pg_tables
  WHERE schemaname = current_schema() AND NOT (has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT')
    AND has_table_privilege(format('%I.%I', schemaname, tablename), 'INSERT')
    AND (tablename IN ('audit', 'effect_sql_migrations') OR has_table_privilege(format('%I.%I', schemaname, tablename), 'UPDATE')))`

const advice = "changes are refused with 503 until it is fixed"

/** The service's own sentence for such a failure, or the server's message. */
const why = (error: SqlError.SqlError): string => {
  const failure = failureWithin(error)
  const reason = serverReasonOf(failure)
  return reason === undefined || reason === "no_answer" ? failure.message : `${unavailableReasons[reason]} (${failure.message})`
}

const missingRights = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<{ readonly missing: string | null }>(rights)
  const missing = row?.missing ?? null
  return missing === null ? [] : [failed("rights", `the user may not change ${missing}`, "give it the rights of the tables' owner")]
})

/** Begins a change as the service does, and rolls it back. */
const storing = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.match(write(sql)(Effect.fail("undone" as const)), {
    onSuccess: () => passed("writes", "a change can be stored"),
    onFailure: (error) =>
      error === "undone"
        ? passed("writes", "a change can be stored: tried, and rolled back")
        : failed("writes", why(error), advice)
  }))

/** Tries to store a change, and rolls it back. */
export const checkWrites: Effect.Effect<ReadonlyArray<Check>, SqlError.SqlError, SqlClient.SqlClient> = Effect.map(
  Effect.all([missingRights, storing]),
  ([missing, tried]) => [...missing, tried]
)
