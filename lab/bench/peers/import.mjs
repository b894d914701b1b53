import Sqlite from "better-sqlite3"

/** Plain better-sqlite3: inserts the rows that the service has stored into the same empty tables, in one transaction. */
const [from, to] = process.argv.slice(2)
const tables = ["turnover", "audit", "notification"]
const source = new Sqlite(from, { readonly: true })
const schema = source.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid").pluck()
  .all()
const rows = tables.map((table) => source.prepare(`SELECT * FROM ${table} ORDER BY rowid`).raw().all())

const target = new Sqlite(to)
target.pragma("journal_mode = WAL")
target.pragma("synchronous = FULL")
for (const statement of schema) target.exec(statement)

const insert = tables.map((table, index) =>
  target.prepare(`INSERT INTO ${table} VALUES (${(rows[index][0] ?? []).map(() => "?").join(", ")})`)
)
const begin = performance.now()
target.transaction(() => {
  insert.forEach((statement, index) => {
    for (const row of rows[index]) statement.run(row)
  })
})()
process.send({ millis: performance.now() - begin, rows: rows.map(({ length }) => length) })
process.disconnect()
