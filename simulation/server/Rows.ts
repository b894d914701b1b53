import { engine } from "./Engine.ts"
import { createTables } from "./Schema.ts"
import type { Effects, Row, Statement } from "./Statement.ts"
import { watchRows } from "./WatchedRows.ts"

/** The changes of a transaction, in order. */
export type Log = ReadonlyArray<Statement>

/**
 * The rows of the modelled server. One SQLite connection has the changes of one transaction at a time, another one reads what is
 * committed. Before another transaction makes changes, those on the connection are undone; later they are repeated, statement by
 * statement. Because of the locks, the result is the same.
 */
export const rows = (file: string) => {
  const writer = engine(file)
  writer.db.pragma("journal_mode = WAL")
  createTables(writer.db)
  writer.db.pragma("foreign_keys = ON")
  watchRows(writer.db)
  const reader = engine(file)
  reader.db.pragma("query_only = ON")

  /** The transaction whose changes are on the writer's connection. */
  let loaded: object | undefined

  const unload = () => {
    if (loaded !== undefined) writer.db.exec("ROLLBACK")
    loaded = undefined
  }

  const load = (transaction: object, log: Log) => {
    if (loaded === transaction) return
    unload()
    writer.db.exec("BEGIN IMMEDIATE")
    loaded = transaction
    for (const statement of log) writer.run(statement)
  }

  return {
    /** Reads what is committed, together with the transaction's own changes. */
    read: (statement: Statement, transaction: object, log: Log): Effects => {
      if (log.length === 0) return reader.run(statement)
      load(transaction, log)
      return writer.run(statement)
    },
    /** Changes rows in a transaction. If another transaction has locked one of the rows, it changes nothing. */
    change: <Blocker>(
      statement: Statement,
      transaction: object,
      log: Log,
      blockerOf: (touched: ReadonlySet<string>) => Blocker | undefined
    ): { readonly effects: Effects } | { readonly blocker: Blocker } => {
      load(transaction, log)
      writer.db.exec("SAVEPOINT statement")
      let blocker: Blocker | undefined
      try {
        const effects = writer.run(statement)
        blocker = blockerOf(effects.touched)
        if (blocker === undefined) {
          writer.db.exec("RELEASE statement")
          return { effects }
        }
      } catch (error) {
        writer.db.exec("ROLLBACK TO statement; RELEASE statement")
        throw error
      }
      writer.db.exec("ROLLBACK TO statement; RELEASE statement")
      return { blocker }
    },
    commit: (transaction: object, log: Log) => {
      if (log.length === 0) return
      load(transaction, log)
      writer.db.exec("COMMIT")
      loaded = undefined
    },
    /** The connection's changes are no longer exactly those of the transaction. */
    forget: (transaction: object) => {
      if (loaded === transaction) unload()
    },
    tables: () => reader.db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as ReadonlyArray<Row>,
    close: () => {
      unload()
      reader.db.close()
      writer.db.close()
    }
  }
}

export type Rows = ReturnType<typeof rows>
