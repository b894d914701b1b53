import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { residentMegabytes, startLoad, startService, token } from "../lib/Processes.mjs"
import { row } from "../lib/Report.mjs"
import { shopDate } from "../lib/Site.mjs"

const lookEveryMillis = 10
const mebibyte = 1024 * 1024
const atOnce = 20

const ask = async (port, path, options = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, options)
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body.slice(0, 200)}`)
}

const send = (port, method, path, type, body) =>
  ask(port, path, { method, headers: { "content-type": type, "x-admin-token": token }, body })

const post = (port, path, type, body) => send(port, "POST", path, type, body)

/**
 * Sets `backup_dir` in the configuration of a running service, and waits for the backup that is then due. It comes after a change,
 * because a service without changes checks only each half minute. The changed day is too old to affect the figures.
 */
const backup = async ({ config, folder }, port, round) => {
  const backups = join(folder, `backups-${performance.now()}`)
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, "utf8")), backup_dir: backups }))
  await post(port, "/api/admin/reload_cutoff", "application/json", "")
  await send(port, "PUT", "/api/admin/turnover", "application/json", JSON.stringify({ date: shopDate(-900), amount: 4000 + round }))
  const isThere = () => existsSync(backups) && readdirSync(backups).some((name) => name.endsWith(".db"))
  for (const end = performance.now() + 120_000; !isThere();) {
    if (performance.now() > end) throw new Error("no backup was made within two minutes")
    await wait(lookEveryMillis)
  }
}

/** As many rows as fit into `size` mebibytes: the days of 25 years, repeated, with different amounts in each round. */
const largeCsv = (size, round) => {
  const csvBytes = size * mebibyte - 1024
  const days = Array.from({ length: 9400 }, (_, index) => `${shopDate(-1 - index)},${(4000 + round + index % 700).toFixed(2)}\r\n`).join("")
  const text = days.repeat(Math.ceil(csvBytes / days.length)).slice(0, csvBytes)
  return `date,amount\r\n${text.slice(0, text.lastIndexOf("\n") + 1)}`
}

/** Receipts as a till exports them, which are not read as `date,amount`. */
const largeTable = (size) => {
  const receipt = (index) =>
    `${shopDate(-1 - index % 900)} 1${index % 10}:00:00,R${index},paid,${(index % 700).toFixed(2)},a sale over the counter\r\n`
  const rows = Array.from({ length: Math.floor(size * mebibyte / 70) }, (_, index) => receipt(index)).join("")
  return `time,receipt no,status,amount,note\r\n${rows.slice(0, rows.lastIndexOf("\n", size * mebibyte - 1024) + 1)}`
}

/**
 * The path to request meanwhile. An import changes the figures and the length of their response, by which the load generator counts
 * responses, so it gets a different path.
 */
const meanwhile = (name) => name.startsWith("import") ? "/" : "/api/metrics"

const worksOf = (importSize) => ({
  "backup": backup,
  "20 times /metrics at once": (_, port) => Promise.all(Array.from({ length: atOnce }, () => ask(port, "/metrics"))),
  "audit?days=1": (_, port) => ask(port, "/api/audit?days=1"),
  [`import of ${importSize} MiB`]: (_, port, round) => post(port, "/api/admin/import", "text/csv", largeCsv(importSize, round)),
  [`table of ${importSize} MiB, previewed`]: (_, port) => post(port, "/api/admin/import?dry_run=1", "text/csv", largeTable(importSize))
})

/** Long work on a history of many records: how long it blocks the event loop and another request, and its memory. */
export const longWork = async ({ auditRecords, importSize, rounds, site }) => {
  const load = await startLoad()
  const rows = []
  for (const [name, work] of Object.entries(worksOf(importSize))) {
    const [blocked, waits, growth, took] = [[], [], [], []]
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
      const { max } = await load.pace({ port: service.port, path: meanwhile(name), connections: 64, every: 2 }, async () => {
        const begin = performance.now()
        await work(site, service.port, round)
        took.push(performance.now() - begin)
      })
      blocked.push(await blockedAtMost())
      clearInterval(look)
      growth.push(most - before)
      waits.push(max)
      await service.stop()
    }
    const size = `${auditRecords.toLocaleString("en-US")} audit records`
    rows.push(
      row(`${name}, ${size}: longest that another request waits`, "ms", ["<", 50], waits,
        `${Math.min(...took).toFixed(0)} to ${Math.max(...took).toFixed(0)} ms in all`),
      row(`${name}: event loop blocked at most`, "ms", ["<", 50], blocked),
      row(`${name}: resident memory grows`, "MB", ["<", name.startsWith("table") ? 400 : 150], growth)
    )
  }
  await load.stop()
  return rows
}
