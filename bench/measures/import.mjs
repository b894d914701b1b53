import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { root, startService, token } from "../lib/Processes.mjs"
import { median, row } from "../lib/Report.mjs"
import { history, newSite, toCsv } from "../lib/Site.mjs"

const serviceImport = async (service, csv) => {
  const begin = performance.now()
  const response = await fetch(`http://127.0.0.1:${service.port}/api/admin/import`, {
    method: "POST",
    headers: { "content-type": "text/csv", "x-admin-token": token },
    body: csv
  })
  if (response.status !== 200) throw new Error(await response.text())
  await response.text()
  return performance.now() - begin
}

const plainImport = async (from, to) => {
  const [{ millis, rows }] = await once(fork(`${root}/bench/peers/import.mjs`, [from, to]), "message")
  return { millis, rows }
}

/** A CSV of days over HTTP, with audit, chain and one message per row, compared with plain inserts of the same rows. */
export const importing = async ({ days, rounds }) => {
  const csv = toCsv(history(days))
  const service = []
  const plain = []
  for (let round = 0; round < rounds; round++) {
    const site = newSite({ import_notify: "per_row" })
    const running = await startService(site)
    service.push(await serviceImport(running, csv))
    await running.stop()
    const { millis, rows } = await plainImport(site.database, join(site.folder, "plain.db"))
    if (rows.some((count) => count !== days)) throw new Error(`import: expected ${days} days, records and messages, got ${rows}`)
    plain.push(millis)
  }
  return [row(
    `import of ${days.toLocaleString("en-US")} days: rows a second, service / plain better-sqlite3`,
    "x",
    [">=", 0.5],
    service.map((millis, index) => plain[index] / millis),
    `${median(service).toFixed(0)} ms from request to answer, the first of its process, against ${median(plain).toFixed(0)} ms of inserts`
  )]
}
