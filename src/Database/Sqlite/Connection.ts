import type { SqlConnection, SqlError } from "@effect/sql"
import type Sqlite from "better-sqlite3"
import { Effect, Stream } from "effect"

/** Waits until the connection is free, then runs one synchronous job on the database. */
export type Run = <A>(job: () => A) => Effect.Effect<A, SqlError.SqlError>

const preparedAtMost = 128

/** Caches prepared statements; the least recently used one is dropped first. */
const makePrepare = (db: Sqlite.Database) => {
  const prepared = new Map<string, Sqlite.Statement>()
  return (text: string): Sqlite.Statement => {
    const statement = prepared.get(text) ?? db.prepare(text)
    prepared.delete(text)
    prepared.set(text, statement)
    if (prepared.size > preparedAtMost) {
      for (const oldest of prepared.keys()) {
        prepared.delete(oldest)
        break
      }
    }
    return statement
  }
}

const rows = (statement: Sqlite.Statement, params: ReadonlyArray<unknown>): ReadonlyArray<object> => {
  if (statement.reader) return statement.all(...params) as Array<object>
  statement.run(...params)
  return []
}

const values = (statement: Sqlite.Statement, params: ReadonlyArray<unknown>): ReadonlyArray<ReadonlyArray<unknown>> => {
  if (!statement.reader) {
    statement.run(...params)
    return []
  }
  try {
    return statement.raw(true).all(...params) as Array<Array<unknown>>
  } finally {
    statement.raw(false)
  }
}

/** Creates connections to `db` that share its prepared statements but may run at different times. */
export const makeConnections = (db: Sqlite.Database) => {
  const prepare = makePrepare(db)
  return (run: Run): SqlConnection.Connection => {
    const execute: SqlConnection.Connection["execute"] = (text, params, transformRows) =>
      run(() => transformRows ? transformRows(rows(prepare(text), params)) : rows(prepare(text), params))
    return {
      execute,
      executeRaw: (text, params) =>
        run(() => {
          const statement = prepare(text)
          return statement.reader ? statement.all(...params) : statement.run(...params)
        }),
      executeValues: (text, params) => run(() => values(prepare(text), params)),
      executeUnprepared: (text, params, transformRows) =>
        run(() => transformRows ? transformRows(rows(db.prepare(text), params)) : rows(db.prepare(text), params)),
      // Reads all rows at once: with an open cursor, every other statement would wait for a slow reader.
      executeStream: (text, params, transformRows) => Stream.unwrap(Effect.map(execute(text, params, transformRows), Stream.fromIterable))
    }
  }
}
