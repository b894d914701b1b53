import { Migrator, SqlClient, SqlError } from "@effect/sql"
import { Effect } from "effect"
import { DatabaseUnavailable, notUpgraded, unusable } from "./DatabaseUnavailable.ts"
import { kindOf } from "./Postgres/Failure.ts"

export type Migrations = Record<string, Effect.Effect<void, unknown, SqlClient.SqlClient>>

export const newestOf = (migrations: Migrations): number => Math.max(0, ...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

/** Valid SQL for both kinds of database. */
const newestAppliedText = "SELECT coalesce(max(migration_id), 0) AS newest FROM effect_sql_migrations"

const newestApplied = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql.unsafe<{ readonly newest: number }>(newestAppliedText),
    ([row]) => row?.newest ?? 0
  ))

/** The schema's number; 0 for tables that are not of this service, null without any table. */
export const schemaOf: Effect.Effect<number | null, SqlError.SqlError, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql.onDialectOrElse({
    pg: () => sql<{ readonly name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
    orElse: () => sql<{ readonly name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table'`
  })
  if (tables.length === 0) return null
  return tables.some(({ name }) => name === "effect_sql_migrations") ? yield* newestApplied : 0
})

const oldestOf = (migrations: Migrations): number => Math.min(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

/** The version that upgrades a database from before the first migration that this one has. */
const upgrading = "0.2.0"

/** Why a database with this schema cannot be used, and what to do; undefined if it can, once it is upgraded. */
export const refusalOf = (schema: number, migrations: Migrations): { readonly why: string; readonly remedy: string } | undefined => {
  const [oldest, newest] = [oldestOf(migrations), newestOf(migrations)]
  return schema > newest
    ? { why: `was written by a newer version (schema ${schema}, this version knows ${newest})`, remedy: "install that version again" }
    : schema > 0 && schema < oldest
    ? {
      why: `was written by an earlier version (schema ${schema}, this version begins at ${oldest})`,
      remedy: `open it once with ${upgrading}`
    }
    : undefined
}

/** The schema of an existing database, and the one it will be upgraded to. */
export interface Upgrade {
  readonly from: number
  readonly to: number
}

export const refuseOlder = ({ from, to }: Upgrade): DatabaseUnavailable =>
  new DatabaseUnavailable({
    message: `the database has schema ${from} and this version needs ${to}: start the service, which upgrades it after a backup`
  })

type MigrationFailed = Migrator.MigrationError | SqlError.SqlError

const causeOf = (error: MigrationFailed): unknown => "reason" in error ? error.cause : error

/** A connection lost during the migration is not a fault of the schema. */
const unavailableFor = (error: MigrationFailed): DatabaseUnavailable => {
  const cause = causeOf(error)
  if (cause instanceof SqlError.SqlError && kindOf(cause) !== "refused") return unusable(cause.message)
  return notUpgraded(`${error.message ?? "unknown reason"}${"reason" in error && cause instanceof Error ? `: ${cause.message}` : ""}`)
}

/**
 * On a server, all migrations are one transaction. The migrator's table is created first: a query of a missing table would abort the
 * transaction.
 */
const inOneTransaction = <A, E, R>(migrating: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.onDialectOrElse({
      pg: (): Effect.Effect<A, E | SqlError.SqlError, R> =>
        sql.withTransaction(Effect.zipRight(
          sql.unsafe(`CREATE TABLE IF NOT EXISTS effect_sql_migrations (
            migration_id INTEGER PRIMARY KEY,
            created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
            name TEXT NOT NULL
          )`),
          migrating
        )),
      orElse: (): Effect.Effect<A, E | SqlError.SqlError, R> => migrating
    }))

/**
 * Upgrades the schema to the newest known migration; if there is a schema already, it runs `before` first. The migrator treats any
 * error as another migration in progress and reports success, so the newest applied number is checked afterwards.
 */
export const migrate = <R = never>(
  migrations: Migrations,
  before: (upgrade: Upgrade) => Effect.Effect<void, DatabaseUnavailable, R> = () => Effect.void
): Effect.Effect<void, DatabaseUnavailable, SqlClient.SqlClient | R> => {
  const known = newestOf(migrations)
  const prepare = schemaOf.pipe(
    Effect.mapError(unavailableFor),
    Effect.flatMap((found) => {
      const refusal = refusalOf(found ?? 0, migrations)
      if (refusal !== undefined) return Effect.fail(notUpgraded(`it ${refusal.why}: ${refusal.remedy}`))
      return found !== null && found < known ? before({ from: found, to: known }) : Effect.void
    })
  )
  const migrated = inOneTransaction(Migrator.make({})({ loader: Migrator.fromRecord(migrations) })).pipe(
    Effect.catchAllDefect((defect) => defect instanceof Migrator.MigrationError ? Effect.fail(defect) : Effect.die(defect)),
    Effect.zipRight(newestApplied),
    Effect.mapError(unavailableFor),
    Effect.flatMap((found) => {
      return found === known
        ? Effect.void
        : Effect.fail(notUpgraded(`its schema is at ${found}, this version needs ${known}, and migrating had no effect`))
    })
  )
  return Effect.zipRight(prepare, migrated)
}
