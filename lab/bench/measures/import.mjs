import { fork } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { root, startService, token } from "../lib/Processes.mjs"
import { median, row } from "../lib/Report.mjs"
import { history, newSite, toCsv } from "../lib/Site.mjs"

const sendTable = async (service, csv, query = "") => {
  const begin = performance.now()
  const response = await fetch(`http://127.0.0.1:${service.port}/api/admin/import${query}`, {
    method: "POST",
    headers: { "content-type": "text/csv", "x-admin-token": token },
    body: csv
  })
  if (response.status !== 200) throw new Error(await response.text())
  const body = await response.text()
  return { millis: performance.now() - begin, body }
}

const peer = async (name, ...args) => (await once(fork(`${root}/lab/bench/peers/${name}.mjs`, args), "message"))[0]

/** A CSV of days over HTTP, with audit, chain and one message per row, compared with plain inserts of the same rows. */
export const importing = async ({ days, rounds }) => {
  const csv = toCsv(history(days))
  const service = []
  const plain = []
  for (let round = 0; round < rounds; round++) {
    const site = newSite({ import_notify: "per_row" })
    const running = await startService(site)
    service.push((await sendTable(running, csv)).millis)
    await running.stop()
    const { millis, rows } = await peer("import", site.database, join(site.folder, "plain.db"))
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

/** The preview of a table of which half is stored, a quarter with other amounts, compared with plain lookups of the same rows. */
export const previewing = async ({ days, rounds }) => {
  const site = newSite({ import_notify: "none" })
  const table = history(days)
  const csv = toCsv(table)
  const file = join(site.folder, "table.csv")
  writeFileSync(file, csv)
  const filling = await startService(site)
  await sendTable(filling, toCsv(table.slice(0, days / 2).map((day, index) => index % 2 === 0 ? day : { ...day, cents: day.cents + 1 })))
  await filling.stop()
  const service = []
  const plain = []
  for (let round = 0; round < rounds; round++) {
    const running = await startService(site)
    const { body, millis } = await sendTable(running, csv, "?dry_run=1")
    await running.stop()
    service.push(millis)
    const bare = await peer("preview", site.database, file)
    const found = JSON.parse(body)
    for (const [change, count] of Object.entries(bare.counts)) {
      if (found[change] !== count) throw new Error(`preview: expected ${count} rows ${change}, got ${found[change]}`)
    }
    plain.push(bare.millis)
  }
  return [row(
    `preview of ${days.toLocaleString("en-US")} days: rows a second, service / plain better-sqlite3`,
    "x",
    [">=", 0.25],
    service.map((millis, index) => plain[index] / millis),
    `${median(service).toFixed(0)} ms from request to answer, the first of its process, against ${median(plain).toFixed(0)} ms of lookups`
  )]
}
