import type Sqlite from "better-sqlite3"

interface Column {
  readonly name: string
  readonly pk: number
}

/** Makes SQLite report each changed row to the function `touched`. A transaction locks the rows that it has changed. */
export const watchRows = (db: Sqlite.Database): void => {
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
