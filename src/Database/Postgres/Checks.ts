import { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlError } from "@effect/sql"
import { Cause, Effect, Layer } from "effect"
import { type Check, failed, passed, unavailableReasons, warning } from "../../Codes/HealthProblem.ts"
import { messageOf } from "../../Wording.ts"
import { newestOf, refusalOf, schemaOf } from "../Migrate.ts"
import { migrations } from "../Migrations.ts"
import { write } from "../Write.ts"
import { describe, type PostgresAddress } from "./Address.ts"
import * as Client from "./Client.ts"
import { connectFit, type Facts, refusalOfServer } from "./Client/Requirements.ts"
import { defaultLimits } from "./Client/Session.ts"
import { failureWithin, serverReasonOf, sqlError } from "./Failure.ts"
import { holder } from "./Hold.ts"

/** A row of `pg_stat_replication`; its columns are null for a user without the right to read them. */
interface Standby {
  readonly sync_state: string | null
}

interface Replication {
  readonly standbys: ReadonlyArray<Standby>
  readonly synchronousNames: string
  readonly synchronousCommit: string
}

/** What a failover would lose. */
export const standbysAs = ({ standbys, synchronousCommit, synchronousNames }: Replication): Check => {
  const count = standbys.length
  if (count === 0) {
    return synchronousNames === ""
      ? passed("standbys", "the server has none: it is the only copy beside its backups")
      : warning("standbys", "none is connected, but synchronous_standby_names is set: each commit waits for one",
        "start the standby, or clear synchronous_standby_names")
  }
  if (standbys.every(({ sync_state }) => sync_state === null)) {
    return warning("standbys", `${count}, and the user may not see whether one is synchronous`, "grant pg_monitor to the user")
  }
  if (!standbys.some(({ sync_state }) => sync_state === "sync" || sync_state === "quorum")) {
    return warning("standbys", `${count}, none synchronous: a failover can lose acknowledged changes`,
      "set synchronous_standby_names on the server")
  }
  return synchronousCommit === "local"
    ? warning("standbys", `${count}, at least one synchronous, but synchronous_commit is local: no commit waits for it`,
      "set synchronous_commit to on for the user")
    : passed("standbys", `${count}, at least one synchronous`)
}

const checkStandbys = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const standbys = yield* sql<Standby>`SELECT sync_state FROM pg_stat_replication`
  const [settings] = yield* sql<Omit<Replication, "standbys">>`SELECT
    current_setting('synchronous_standby_names') AS "synchronousNames", current_setting('synchronous_commit') AS "synchronousCommit"`
  return standbysAs({ synchronousNames: "", synchronousCommit: "on", ...settings, standbys })
})

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
const checkWrites: Effect.Effect<ReadonlyArray<Check>, SqlError.SqlError, SqlClient.SqlClient> = Effect.map(
  Effect.all([missingRights, storing]),
  ([missing, tried]) => [...missing, tried]
)

/** The connection already requires that each of these facts is acceptable, so these checks cannot fail. */
export const checkFacts = (
  name: string,
  { fsync, fullPageWrites, isDirect, schema, synchronousCommit, version }: Facts & { readonly isDirect: boolean }
): ReadonlyArray<Check> => [
  passed("server", `${name} has PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000} and takes writes`),
  passed("rights", `the user may create tables in the schema ${schema}`),
  passed("pooler", isDirect ? "none: the server is reached directly" : "in session mode, as it has to be"),
  passed("durability", `fsync ${fsync}, full_page_writes ${fullPageWrites}, synchronous_commit ${synchronousCommit}`)
]

/** Checks the stored data. With an older schema, days and messages cannot be read before the upgrade. */
type CheckContents = (isUpToDate: boolean) => Effect.Effect<ReadonlyArray<Check>, SqlError.SqlError, SqlClient.SqlClient>

/** Checks a PostgreSQL server and the service's data on it. It creates and upgrades nothing. */
export const checkServer = (address: PostgresAddress, checkContents: CheckContents): Effect.Effect<ReadonlyArray<Check>> =>
  Effect.gen(function*() {
    const { facts, session } = yield* Effect.mapError(connectFit(address, "turnover doctor", defaultLimits), refusalOfServer(address))
    const { sql } = yield* Client.make(session)
    const name = describe(address)
    const server = [...checkFacts(name, facts)]
    return yield* Effect.gen(function*() {
      const serving = yield* Effect.mapError(holder(session), sqlError)
      server.push(passed("serving", serving === undefined ? "no process serves it now" : `${serving.name} serves it`), yield* checkStandbys)
      const schema = yield* schemaOf
      const known = newestOf(migrations)
      if (schema === null)
        return [
          ...server,
          warning("database", `${name} is empty`, "the first start fills it; otherwise check DATABASE_URL")
        ]
      if (schema === 0) return [...server, failed("database", `${name} is not a database of this service`, "check DATABASE_URL")]
      const refusal = refusalOf(schema, migrations)
      if (refusal !== undefined) return [...server, failed("database", refusal.why, refusal.remedy)]
      const upToDate = schema === known
        ? passed("database", `${name} has schema ${schema}`)
        : warning("database", `${name} has schema ${schema}, older than ${known}`,
          "back it up with pg_dump, then start the service, which upgrades it")
      return [
        ...server,
        upToDate,
        ...schema === known ? yield* checkWrites : [],
        ...yield* checkContents(schema === known)
      ]
    }).pipe(Effect.provide(Layer.succeed(SqlClient.SqlClient, sql)))
  }).pipe(
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.catchTag("DatabaseUnavailable", ({ message }) =>
      Effect.succeed([failed("database", message, "the service does not start without it")])),
    Effect.catchAllCause((cause) => {
      const error = Cause.squash(cause)
      return Effect.succeed([
        failed("database", `cannot be read to its end: ${messageOf(error)}`, "run doctor again once the server answers")
      ])
    })
  )
