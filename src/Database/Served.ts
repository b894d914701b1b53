import type { SqlClient, SqlError } from "@effect/sql"
import { Effect, Either, Layer } from "effect"
import { Database } from "../Database.ts"
import type { DatabaseUnavailable } from "./DatabaseUnavailable.ts"
import * as DatabaseUrl from "./DatabaseUrl.ts"
import * as Postgres from "./Postgres.ts"
import * as InstanceLock from "./Sqlite/InstanceLock.ts"

/**
 * The database of a DATABASE_URL for a service. A file is locked before it is opened, because only one service may use it. Any
 * number of processes share a server's database; one at a time holds the lease.
 */
export const layer = (url: string): Layer.Layer<Database | SqlClient.SqlClient, DatabaseUnavailable> =>
  Either.match(DatabaseUrl.parse(url), {
    // A fault of the address is reported when the database is opened.
    onLeft: () => Database.layer(url),
    onRight: DatabaseUrl.DatabaseUrl.$match({
      Sqlite: ({ filename }) => Layer.provide(Database.layer(url), InstanceLock.layer(filename)),
      Postgres: ({ address }) => Layer.provideMerge(Postgres.lease(address), Database.layer(url))
    })
  })

/** How many seconds after its last report a process counts as running: it reports every 5 s, and removes its row when it stops. */
export const aliveSeconds = 15

/**
 * The processes that serve a server's database: those that have reported recently, and those that are connected, as a paused
 * process still is. A file has only the process that locks it. A process that is paused behind a pooler, or that has lost its
 * connections, cannot be seen.
 */
export const servers = (sql: SqlClient.SqlClient): Effect.Effect<ReadonlyArray<string>, SqlError.SqlError> =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.map(
        // The names of one process's connections differ after its number.
        sql<{ readonly id: string }>`
          WITH seen AS (
            SELECT id, regexp_replace(id, '[^:]*$', '') AS process FROM (
              SELECT id FROM replica WHERE abs(extract(epoch FROM clock_timestamp() - seen_at)) < ${aliveSeconds}
              UNION SELECT substr(application_name, length('turnover ') + 1) FROM pg_stat_activity
              WHERE datname = current_database() AND application_name LIKE 'turnover %') AS named)
          SELECT min(id) AS id FROM seen
          WHERE process <> regexp_replace(substr(current_setting('application_name'), length('turnover ') + 1), '[^:]*$', '')
          GROUP BY process ORDER BY 1`,
        (rows) => rows.map(({ id }) => id)
      ),
    orElse: () => Effect.succeed([])
  })
