import Sqlite from "better-sqlite3"
import { createServer } from "node:http"
import * as figures from "./figures.mjs"

/** The upper bound: plain `node:http`, the figures in memory, each response encoded on request. */
const db = new Sqlite(process.argv[2], { readonly: true })
const statement = db.prepare(figures.daysSince)
const ready = figures.metrics(figures.localNow(), (date) => statement.all(date))
db.close()

const server = createServer((_request, response) => {
  ready.server_now = figures.instant(figures.localNow())
  const body = JSON.stringify(ready)
  response.writeHead(200, { ...figures.headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, "127.0.0.1", () => process.send(server.address().port))
process.once("disconnect", () => process.exit())
