import type { SqlClient } from "@effect/sql"

/**
 * How statements of one transaction that do not depend on each other are run. On a server they share a round trip. A file has no
 * round trips, and its engine may end a transaction at a failure; simultaneous statements would then be stored.
 */
export interface Beside {
  readonly concurrency: "unbounded" | 1
}

export const besideOf = (sql: SqlClient.SqlClient): Beside =>
  sql.onDialectOrElse({ pg: () => ({ concurrency: "unbounded" }), orElse: () => ({ concurrency: 1 }) })
