import Sqlite from "better-sqlite3"
import { createServer } from "node:http"
import { headers, instantOf } from "./figures.mjs"

/** Plain `node:http` with better-sqlite3: each response is read and encoded on request, row by row. */
const db = new Sqlite(process.argv[2], { readonly: true })
const records = db.prepare("SELECT * FROM audit WHERE created_at >= ? ORDER BY id DESC")
const finalDays = db.prepare("SELECT date, amount_cents FROM turnover WHERE is_final = 1 ORDER BY date")

const yuan = (cents) => (cents === null ? null : cents / 100)

const item = (row) => ({
  id: row.id,
  created_at: instantOf(row.created_at),
  date: row.date,
  action: row.action,
  amount_before: yuan(row.before_cents),
  amount_after: yuan(row.after_cents),
  source: row.source,
  kind: "imported",
  reason: row.reason,
  actor: row.actor,
  hash: row.hash
})

const answers = {
  "/api/audit": (query) => {
    const days = Number(query.get("days"))
    const since = Date.parse(`${instantOf(Date.now() - (days - 1) * 86_400_000).slice(0, 10)}T00:00:00${instantOf(0).slice(19)}`)
    return ["application/json", JSON.stringify(records.all(since).map(item))]
  },
  "/api/export": () => [
    "text/csv; charset=utf-8",
    `date,amount\r\n${finalDays.all().map(({ amount_cents, date }) => `${date},${(amount_cents / 100).toFixed(2)}\r\n`).join("")}`
  ]
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://peer")
  const [type, body] = answers[pathname](searchParams)
  response.writeHead(200, { ...headers, "content-type": type, "content-length": Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, "127.0.0.1", () => process.send(server.address().port))
process.once("disconnect", () => process.exit())
