import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

interface ValueRow {
  readonly value: string
}

/** The values that an installation keeps across restarts: a text by its key, in the table `installation`. */
export const installation = (sql: SqlClient.SqlClient) => {
  const insert = (key: string, value: string) => sql`INSERT INTO installation ${sql.insert({ key, value })} ON CONFLICT (key)`
  return {
    get: (key: string) => Effect.map(sql<ValueRow>`SELECT value FROM installation WHERE key = ${key}`, ([row]) => row?.value),
    set: (key: string, value: string) => sql`${insert(key, value)} DO UPDATE SET value = excluded.value`,
    /** Stores a value if the key has none. */
    add: (key: string, value: string) => sql`${insert(key, value)} DO NOTHING`,
    /** Adds one, and returns the new number. */
    increment: (key: string) =>
      Effect.map(
        sql<ValueRow>`${insert(key, "1")} DO UPDATE SET value = CAST(CAST(installation.value AS BIGINT) + 1 AS TEXT) RETURNING value`,
        ([row]) => Number(row?.value)
      )
  }
}
