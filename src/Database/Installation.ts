import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { randomHex } from "../RandomHex.ts"

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

const nameKey = "installation_name"

/** The random name of the installation, 16 hexadecimal digits; undefined before something has needed it. */
export const installationName = (sql: SqlClient.SqlClient) => installation(sql).get(nameKey)

/** The name of the installation, which gets one if it has none. */
export const nameInstallation = (sql: SqlClient.SqlClient) =>
  Effect.gen(function*() {
    const kept = yield* installationName(sql)
    if (kept !== undefined) return kept
    const values = installation(sql)
    const name = yield* randomHex(8)
    yield* values.add(nameKey, name)
    return (yield* installationName(sql)) ?? name
  })
