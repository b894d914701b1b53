import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { residentMegabytes, root, startLoad, startService, token } from "../lib/Processes.mjs"
import { median, row } from "../lib/Report.mjs"
import { history, newSite, shopDate, toCsv } from "../lib/Site.mjs"

const sendTable = async (service, csv) => {
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

const peer = async (name, ...args) => (await once(fork(`${root}/lab/bench/peers/${name}.mjs`, args), "message"))[0]

/** A CSV of days over HTTP, with audit, chain and one message per row, compared with plain inserts of the same rows. */
export const importing = async ({ days, rounds }) => {
  const csv = toCsv(history(days))
  const service = []
  const plain = []
  for (let round = 0; round < rounds; round++) {
    const site = newSite({ import_notify: "per_row" })
    const running = await startService(site)
    service.push(await sendTable(running, csv))
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

const mebibyte = 1024 * 1024

/** As many rows as fit into `mebibytes`: the days of 25 years, repeated, with different amounts in each round. */
const largeCsv = (mebibytes, round) => {
  const csvBytes = mebibytes * mebibyte - 1024
  const days = Array.from({ length: 9400 }, (_, index) => `${shopDate(-1 - index)},${(4000 + round + index % 700).toFixed(2)}\r\n`).join("")
  const text = days.repeat(Math.ceil(csvBytes / days.length)).slice(0, csvBytes)
  return `date,amount\r\n${text.slice(0, text.lastIndexOf("\n") + 1)}`
}

const lookEveryMillis = 10

/** The largest import beside a long history: how long it blocks the event loop and another request, and its memory. */
export const largeImport = async ({ mebibytes, rounds, site }) => {
  const load = await startLoad()
  const [blocked, waits, growth] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const service = await startService(site, { preload: "watchedLoop" })
    const blockedAtMost = async () => {
      service.child.send("blocked")
      return (await once(service.child, "message"))[0]
    }
    await load.flood({ port: service.port, path: "/api/metrics", connections: 8, millis: 300 })
    const before = residentMegabytes(service.pid)
    let most = before
    const look = setInterval(() => (most = Math.max(most, residentMegabytes(service.pid))), lookEveryMillis)
    await blockedAtMost()
    // The import changes the figures and the length of their response, by which the load generator counts responses.
    const { max } = await load.pace({ port: service.port, path: "/", connections: 64, every: 2 }, () =>
      sendTable(service, largeCsv(mebibytes, round)))
    blocked.push(await blockedAtMost())
    clearInterval(look)
    growth.push(most - before)
    waits.push(max)
    await service.stop()
  }
  await load.stop()
  const name = `import of ${mebibytes} MiB`
  return [
    row(`${name}: longest wait of another request`, "ms", ["<", 50], waits),
    row(`${name}: event loop blocked at most`, "ms", ["<", 50], blocked),
    row(`${name}: resident memory grows`, "MB", ["<", 150], growth)
  ]
}
