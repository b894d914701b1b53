import Sqlite from "better-sqlite3"
import { type Piece, type Plan, planOf } from "./Dialect.ts"
import { createTables } from "./Schema.ts"

/** A statement with what its functions return, so that repeating it gives the same rows. */
export interface Statement {
  readonly plan: Plan
  readonly values: ReadonlyArray<unknown>
  readonly rowMode: "array" | undefined
  /** The server's clock, milliseconds. */
  readonly now: number
  readonly applicationName: string
}

export type Row = Readonly<Record<string, unknown>>

export interface Notification {
  readonly channel: string
  readonly payload: string
}

/** What a statement has done. */
export interface Effects {
  readonly rows: ReadonlyArray<unknown>
  /** Each changed row as `table:key`. */
  readonly touched: ReadonlySet<string>
  readonly notified: ReadonlyArray<Notification>
}

/** The changes of a transaction, in order. */
export type Log = ReadonlyArray<Statement>

interface Column {
  readonly name: string
  readonly pk: number
}

const stored = (value: unknown): unknown =>
  typeof value === "boolean"
    ? Number(value)
    : value instanceof Date
    ? value.getTime()
    : Array.isArray(value)
    ? JSON.stringify(value)
    : value

/** Has each changed row reported. A transaction locks what it has changed. */
const watchRows = (db: Sqlite.Database) => {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all() as Array<
    string
  >
  for (const table of tables) {
    const keys = (db.pragma(`table_info(${table})`) as Array<Column>).filter(({ pk }) => pk > 0).map(({ name }) => name)
    const key = (row: string) => keys.map((name) => `${row}.${name}`).join(" || ',' || ")
    for (const [event, rows] of [["INSERT", ["NEW"]], ["UPDATE", ["OLD", "NEW"]], ["DELETE", ["OLD"]]] as const) {
      db.exec(`CREATE TEMP TRIGGER watched_${table}_${event} AFTER ${event} ON main.${table}
        BEGIN ${rows.map((row) => `SELECT touched('${table}:' || ${key(row)});`).join(" ")} END`)
    }
  }
}

const plans = new Map<string, Plan>()

export const plan = (text: string): Plan => {
  const known = plans.get(text) ?? planOf(text)
  plans.set(text, known)
  return known
}

/**
 * The rows of the modelled server: one SQLite connection with the changes of one transaction at a time, and one that
 * reads what is committed. Another transaction's changes are undone and later repeated, statement by statement; its
 * locks make that the same.
 */
export const rows = (file: string) => {
  let touched = new Set<string>()
  let notified: Array<Notification> = []
  let running: Pick<Statement, "now" | "applicationName"> = { now: 0, applicationName: "" }

  const open = () => {
    const db = new Sqlite(file)
    db.pragma("synchronous = OFF")
    db.function("clock_timestamp", () => running.now)
    db.function("now", () => running.now)
    db.function("make_interval", (seconds: unknown) => Number(seconds) * 1000)
    db.function("current_setting", (name: unknown) => (name === "application_name" ? running.applicationName : null))
    db.function("touched", (key: unknown) => {
      touched.add(String(key))
      return null
    })
    db.function("pg_notify", (channel: unknown, payload: unknown) => {
      notified.push({ channel: String(channel), payload: String(payload) })
      return ""
    })
    const prepared = new Map<string, Sqlite.Statement>()
    const prepare = (text: string) => {
      const found = prepared.get(text) ?? db.prepare(text)
      prepared.set(text, found)
      return found
    }
    return { db, prepare }
  }

  const writer = open()
  writer.db.pragma("journal_mode = WAL")
  createTables(writer.db)
  writer.db.pragma("foreign_keys = ON")
  watchRows(writer.db)
  const reader = open()
  reader.db.pragma("query_only = ON")

  const runPiece = (
    { prepare }: ReturnType<typeof open>,
    { text, values: indexes }: Piece,
    values: ReadonlyArray<unknown>,
    raw: boolean
  ) => {
    const statement = prepare(text)
    const given = indexes.map((index) => stored(values[index]))
    if (!statement.reader) {
      statement.run(...given)
      return []
    }
    return statement.raw(raw).all(...given)
  }

  /** Carries a statement out on a connection; a fault leaves it half done. */
  const run = (on: ReturnType<typeof open>, statement: Statement): Effects => {
    running = statement
    touched = new Set()
    notified = []
    const { plan, rowMode, values } = statement
    const tables = plan.changesWithin.flatMap((piece) => {
      const rows = runPiece(on, piece, values, false) as ReadonlyArray<Row>
      const returning = on.prepare(piece.text)
      if (!returning.reader) return []
      const columns = returning.columns().map(({ name }) => name)
      const text = rows.length === 0
        ? `SELECT ${columns.map(() => "NULL").join(", ")} WHERE 0`
        : `VALUES ${rows.map(() => `(${columns.map(() => "?").join(", ")})`).join(", ")}`
      return [{
        text: `${piece.name} (${columns.join(", ")}) AS (${text})`,
        values: rows.flatMap((row) => columns.map((column) => row[column]))
      }]
    })
    if (tables.length === 0) return { rows: runPiece(on, plan.main, values, rowMode === "array"), touched, notified }
    const before = tables.flatMap((table) => table.values)
    const main: Piece = {
      text: `WITH ${tables.map(({ text }) => text).join(", ")} ${plan.main.text.replace(/^WITH /, ", ")}`,
      values: [...before.keys(), ...plan.main.values.map((index) => before.length + index)]
    }
    return { rows: runPiece(on, main, [...before, ...values], rowMode === "array"), touched, notified }
  }

  /** Whose changes stand on the writer's connection. */
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
    for (const statement of log) run(writer, statement)
  }

  return {
    /** Reads what is committed, and the changes of the transaction if it has any. */
    read: (statement: Statement, transaction: object, log: Log): Effects => {
      if (log.length === 0) return run(reader, statement)
      load(transaction, log)
      return run(writer, statement)
    },
    /** Changes rows in a transaction, unless another one blocks a row that it touches. */
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
        const effects = run(writer, statement)
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
    /** Its changes, or some of them, are no longer what the connection has. */
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
