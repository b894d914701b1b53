import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { postgresStatements } from "./Postgres/Schema.ts"
import { sqliteTriggers, tables } from "./Schema.ts"

const runEach = (list: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(list, (statement) => sql.unsafe(statement), { discard: true }))

/** A migration: its statements for each kind of database. */
const migration = (statements: { readonly sqlite: ReadonlyArray<string>; readonly pg: ReadonlyArray<string> }) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.onDialectOrElse({ pg: () => runEach(statements.pg), orElse: () => runEach(statements.sqlite) }))

/**
 * Migrations only go forward: a released one is never edited; a new number follows it. The first is the schema of version 0.2.0, whose
 * databases open unchanged. A static record instead of files found at run time, so that it survives bundling.
 */
export const migrations = {
  "0014_schema": migration({ sqlite: [...tables, ...sqliteTriggers], pg: postgresStatements })
}
