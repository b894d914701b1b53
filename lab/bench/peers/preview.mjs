import Sqlite from "better-sqlite3"
import { readFileSync } from "node:fs"

/** Plain better-sqlite3: looks up the stored amount of each row of a CSV, and counts the rows that are new, changed and unchanged. */
const [database, csv] = process.argv.slice(2)
const db = new Sqlite(database, { readonly: true })
const stored = db.prepare("SELECT amount_cents FROM turnover WHERE date = ?").pluck()
const begin = performance.now()
const counts = { new: 0, changed: 0, unchanged: 0 }
const rows = readFileSync(csv, "utf8").split("\r\n").slice(1, -1)
for (const row of rows) {
  const [date, amount] = row.split(",")
  const before = stored.get(date)
  counts[before === undefined ? "new" : before === Math.round(Number(amount) * 100) ? "unchanged" : "changed"]++
}
process.send({ millis: performance.now() - begin, counts })
process.disconnect()
