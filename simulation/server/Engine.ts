import Sqlite from "better-sqlite3"
import type { Piece } from "./Dialect.ts"
import type { Effects, Notification, Row, Statement } from "./Statement.ts"

const stored = (value: unknown): unknown =>
  typeof value === "boolean"
    ? Number(value)
    : value instanceof Date
    ? value.getTime()
    : Array.isArray(value)
    ? JSON.stringify(value)
    : value

/** A SQLite connection with PostgreSQL's functions, which runs planned statements. */
export const engine = (file: string) => {
  let touched = new Set<string>()
  let notified: Array<Notification> = []
  let running: Pick<Statement, "now" | "applicationName"> = { now: 0, applicationName: "" }

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

  const runPiece = ({ text, values: indexes }: Piece, values: ReadonlyArray<unknown>, raw: boolean) => {
    const statement = prepare(text)
    const given = indexes.map((index) => stored(values[index]))
    if (!statement.reader) {
      statement.run(...given)
      return []
    }
    return statement.raw(raw).all(...given)
  }

  /** Changes rows as a part of a WITH does. The rows that it returns become a table for the rest of the statement. */
  const runWithin = (piece: Piece & { readonly name: string }, values: ReadonlyArray<unknown>) => {
    const rows = runPiece(piece, values, false) as ReadonlyArray<Row>
    const returning = prepare(piece.text)
    if (!returning.reader) return undefined
    const columns = returning.columns().map(({ name }) => name)
    const text = rows.length === 0
      ? `SELECT ${columns.map(() => "NULL").join(", ")} WHERE 0`
      : `VALUES ${rows.map(() => `(${columns.map(() => "?").join(", ")})`).join(", ")}`
    return {
      text: `${piece.name} (${columns.join(", ")}) AS (${text})`,
      values: rows.flatMap((row) => columns.map((column) => row[column]))
    }
  }

  return {
    db,
    /** Runs a statement. After a fault, it is only partly done. */
    run: (statement: Statement): Effects => {
      running = statement
      touched = new Set()
      notified = []
      const { plan, rowMode, values } = statement
      const tables = plan.changesWithin.flatMap((piece) => runWithin(piece, values) ?? [])
      if (tables.length === 0) return { rows: runPiece(plan.main, values, rowMode === "array"), touched, notified }
      const before = tables.flatMap((table) => table.values)
      const main: Piece = {
        text: `WITH ${tables.map(({ text }) => text).join(", ")} ${plan.main.text.replace(/^WITH /, ", ")}`,
        values: [...before.keys(), ...plan.main.values.map((index) => before.length + index)]
      }
      return { rows: runPiece(main, [...before, ...values], rowMode === "array"), touched, notified }
    }
  }
}
