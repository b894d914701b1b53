import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { forEachSlice } from "../Concurrency/EventLoop.ts"
import { storable } from "../Domain/Text.ts"

/** Such a statement takes a few milliseconds even with large indexes, and has far fewer parameters than SQLite's limit (32,766). */
const rowsPerStatement = 200

/** Writes rows in slices of one statement each, and yields to the event loop between them. Failures are defects. */
export const inStatements = <Row, E, R>(
  rows: ReadonlyArray<Row>,
  statement: (slice: ReadonlyArray<Row>) => Effect.Effect<unknown, E, R>
): Effect.Effect<void, never, R> => Effect.orDie(forEachSlice(rows, rowsPerStatement, statement))

/** Each row of one call has the same columns. */
type NewRow = Readonly<Record<string, string | number | null>>

const wellFormed = (_key: string, value: unknown): unknown => typeof value === "string" ? storable(value) : value

/**
 * A lone half of a surrogate pair becomes U+FFFD, as in any other statement: JavaScript would escape it, and PostgreSQL refuses the
 * escape.
 */
const jsonOf = (rows: ReadonlyArray<NewRow>): string => {
  const text = JSON.stringify(rows)
  return /\\ud[89a-f]/.test(text) ? JSON.stringify(rows, wellFormed) : text
}

/**
 * Adds rows to a table, in their order; `conflict` is an `ON CONFLICT` clause. PostgreSQL gets them as one JSON value:
 * it needs longer to read thousands of parameters than to write their rows.
 */
export const insertRows =
  (sql: SqlClient.SqlClient) =>
  <Item>(table: string, items: ReadonlyArray<Item>, rowOf: (item: Item) => NewRow, conflict = ""): Effect.Effect<void> =>
    inStatements(items, (slice) => {
      const rows = slice.map(rowOf)
      const columns = Object.keys(rows[0] ?? {}).join(", ")
      return sql.onDialectOrElse({
        pg: () =>
          sql.unsafe(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1) ${conflict}`, [
            jsonOf(rows)
          ]),
        orElse: () => sql`INSERT INTO ${sql(table)} ${sql.insert(rows)} ${sql.literal(conflict)}`
      })
    })
