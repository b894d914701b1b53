import { inTurn } from "../lib/InTurn.mjs"
import { connected, startPostgres } from "../lib/Postgres.mjs"
import { startLoad, startService, token } from "../lib/Processes.mjs"
import { median, percentile, perSecond, row } from "../lib/Report.mjs"
import { history, newSite, shopDate, toCsv } from "../lib/Site.mjs"
import { plainInserts, plainNotification } from "../peers/postgres.mjs"
import { settlement } from "./settlement.mjs"

const headers = { "x-admin-token": token }

const asked = async (port, path, method, type, body) => {
  const begin = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { ...headers, "content-type": type }, body })
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
  return performance.now() - begin
}

const importInto = ({ port }, csv) => asked(port, "/api/admin/import", "POST", "text/csv", csv)

const correct = ({ port }, amount) =>
  asked(port, "/api/admin/turnover", "PUT", "application/json", JSON.stringify({ date: shopDate(-1), amount }))

const shown = (values) => `p50 ${median(values).toFixed(1)} ms, p99 ${percentile(values, 99).toFixed(1)} ms`

/** Imports days into the database of a site. */
const fill = async (site, csv) => {
  const service = await startService(site)
  await importInto(service, csv)
  await service.stop()
}

/** The dashboard's figures with the same days on both databases. They come from memory on both. */
const reads = async ({ csv, millis, onServer, rounds }) => {
  const onFile = newSite({ import_notify: "none" })
  await fill(onFile, csv)
  const load = await startLoad()
  const { middle, ratios } = await inTurn({ load, path: "/api/metrics", millis, rounds, sites: { onFile, onServer } })
  await load.stop()
  return row(
    "metrics: answers a second, PostgreSQL / SQLite",
    "x",
    [">=", 0.95],
    ratios("onServer", "onFile"),
    `${perSecond(middle("onServer", "perSecond"))} against ${perSecond(middle("onFile", "perSecond"))}`
  )
}

/** Corrections, one after another, compared with two statements of bare `pg`. */
const correcting = async ({ changes, url, writer }) => {
  const plainWriter = await connected(url)
  const plainListener = await connected(url)
  await plainWriter.query("CREATE TABLE plain (version BIGINT); INSERT INTO plain VALUES (0)")
  await plainListener.query("LISTEN plain")
  const answered = []
  const plain = []
  for (let change = 0; change < changes; change++) {
    answered.push(await correct(writer, 1 + change))
    plain.push((await plainNotification(plainWriter, plainListener)).committed)
  }
  await plainWriter.query("DROP TABLE plain")
  await Promise.all([plainWriter.end(), plainListener.end()])
  return row("correction on PostgreSQL: p99", "ms", ["<", 100], [percentile(answered, 99)],
    `${shown(answered)}; two statements of bare pg: ${shown(plain)}`)
}

const imported = ["turnover", "audit", "notification"]

const rowsOf = async (url) => {
  const client = await connected(url)
  const tables = {}
  for (const table of imported) tables[table] = (await client.query(`SELECT * FROM ${table} ORDER BY 1`)).rows
  await client.end()
  return tables
}

/** The first import of a process, with audit, chain and messages, compared with inserts of the same rows into the same tables. */
const importing = async ({ csv, days, rounds, newDatabase }) => {
  const site = (url) => ({ ...newSite({ import_notify: "per_row" }), url })
  const empty = await newDatabase()
  await (await startService(site(empty))).stop()
  const service = []
  const plain = []
  for (let round = 0; round < rounds; round++) {
    const [url, plainUrl] = [await newDatabase(empty), await newDatabase(empty)]
    const running = await startService(site(url))
    service.push(await importInto(running, csv))
    await running.stop("SIGKILL")
    const tables = await rowsOf(url)
    const counts = Object.values(tables).map(({ length }) => length)
    if (counts.some((count) => count !== days)) throw new Error(`import: expected ${days} days, records and messages, got ${counts}`)
    const client = await connected(plainUrl)
    plain.push(await plainInserts(client, tables))
    await client.end()
  }
  return row(
    `import of ${days.toLocaleString("en-US")} days on PostgreSQL: rows a second, service / multi-row inserts by pg`,
    "x",
    [">=", 0.5],
    service.map((millis, index) => plain[index] / millis),
    `${median(service).toFixed(0)} ms from request to answer, the first of its process, against ${median(plain).toFixed(0)} ms of inserts`
  )
}

/** A service on a PostgreSQL server. */
export const postgres = async ({ changes, days, importDays, millis, rounds }) => {
  const server = await startPostgres()
  if (server === undefined) return []
  const url = await server.newDatabase()
  const csv = toCsv(history(Math.min(3_650, importDays)))
  const site = () => ({ ...newSite({ import_notify: "none" }), url })
  await fill(site(), csv)
  const rows = [await reads({ csv, millis, onServer: site(), rounds })]
  const writer = await startService(site())
  rows.push(await correcting({ changes, url, writer }))
  await writer.stop()
  rows.push(await importing({ csv: toCsv(history(importDays)), days: importDays, rounds, newDatabase: server.newDatabase }))
  const shared = await server.newDatabase()
  return [
    ...rows,
    ...(await settlement({
      days,
      url: shared,
      // A process whose clock is far from the server's does not serve.
      setServerClock: (ahead) => server.setClock(shared, ahead)
    }))
  ]
}
