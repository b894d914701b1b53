import type { Connection, CustomTypesConfig, Query as DriverQuery } from "pg"
import type { Query, ServerResult } from "./Session.ts"

/** The functions that the driver calls on the statement whose result arrives. The driver's types leave them out. */
interface Statement {
  readonly submit: (connection: Connection) => unknown
  readonly handleRowDescription: (message: unknown) => void
  readonly handleDataRow: (message: unknown) => void
  readonly handleCommandComplete: (message: unknown, connection: Connection) => void
  readonly handleReadyForQuery: (connection: Connection) => void
}

/**
 * Statements that are sent at once with one Sync, for the driver's `query`. The server runs them in order. Each sees the effects of
 * those before it, and after a failure the rest do not run.
 */
export const batch = (
  Query: typeof DriverQuery,
  types: CustomTypesConfig,
  queries: ReadonlyArray<Query>,
  done: (cause: unknown, results: ReadonlyArray<ServerResult>) => void
) => {
  const results: Array<ServerResult> = []
  let failed: unknown
  const statements = queries.map(({ rowMode, text, values = [] }) => {
    const settled = (cause: unknown, result: ServerResult) => {
      failed ??= cause ?? undefined
      results.push(result)
    }
    // Every statement uses the extended protocol, even one without parameters: the simple protocol would send its own Sync.
    const config = { text, values: [...values], types, queryMode: "extended", ...(rowMode === undefined ? {} : { rowMode }) }
    return new Query(config, undefined, settled) as unknown as Statement
  })
  let completed = 0
  const current = () => statements[completed]
  return {
    submit: (connection: Connection): null => {
      const unsynced: Connection = Object.create(connection, { sync: { value: () => undefined } })
      connection.stream.cork()
      // A value that cannot be sent fails its statement at once.
      for (const statement of statements) if (failed === undefined) statement.submit(unsynced)
      connection.sync()
      connection.stream.uncork()
      return null
    },
    callback: done,
    handleRowDescription: (message: unknown) => current()?.handleRowDescription(message),
    handleDataRow: (message: unknown) => current()?.handleDataRow(message),
    handleCommandComplete: (message: unknown, connection: Connection) => {
      current()?.handleCommandComplete(message, connection)
      completed += 1
    },
    handleError: (cause: unknown) => done(cause, []),
    handleReadyForQuery: (connection: Connection) => {
      for (const statement of statements) statement.handleReadyForQuery(connection)
      done(failed, results)
    }
  }
}
