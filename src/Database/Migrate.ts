import { Migrator, SqlClient, type SqlError } from "@effect/sql"
import { Data, Effect, Schedule } from "effect"
import { DatabaseUnavailable } from "./DatabaseUnavailable.ts"

export type Migrations = Record<string, Effect.Effect<void, unknown, SqlClient.SqlClient>>

class Unfinished extends Data.TaggedError("Unfinished")<{ readonly found: number; readonly known: number }> {}

const fiveSeconds = Schedule.intersect(Schedule.spaced("250 millis"), Schedule.recurs(20))

const newestOf = (migrations: Migrations): number =>
  Math.max(0, ...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

const newestApplied = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ readonly newest: number }>`SELECT coalesce(max(migration_id), 0) AS newest FROM effect_sql_migrations`,
    ([row]) => row?.newest ?? 0
  ))

const unavailable = (why: string) => new DatabaseUnavailable({ message: `the database cannot be brought up to date: ${why}` })

const explain = (error: Migrator.MigrationError | SqlError.SqlError): string => {
  const cause = "reason" in error && error.cause instanceof Error ? `: ${error.cause.message}` : ""
  return `${error.message ?? "unknown reason"}${cause}`
}

/**
 * Brings the schema to the newest known migration. The migrator takes any error for a migration already under way and
 * reports success, so the newest number in the table is looked at before anyone relies on it.
 */
export const migrate = (migrations: Migrations): Effect.Effect<void, DatabaseUnavailable, SqlClient.SqlClient> => {
  const known = newestOf(migrations)
  return Migrator.make({})({ loader: Migrator.fromRecord(migrations) }).pipe(
    Effect.catchAllDefect((defect) =>
      defect instanceof Migrator.MigrationError ? Effect.fail(defect) : Effect.die(defect)),
    Effect.zipRight(newestApplied),
    Effect.mapError((error) => unavailable(explain(error))),
    Effect.flatMap((found): Effect.Effect<void, Unfinished | DatabaseUnavailable> => {
      if (found < known) return Effect.fail(new Unfinished({ found, known }))
      if (found === known) return Effect.void
      return Effect.fail(unavailable(`it was written by a newer version (schema ${found}, this version knows ${known})`))
    }),
    Effect.retry({ schedule: fiveSeconds, while: (error) => error._tag === "Unfinished" }),
    Effect.catchTag("Unfinished", ({ found, known }) =>
      Effect.fail(unavailable(`its schema is at ${found}, this version needs ${known}, and migrating had no effect`)))
  )
}
