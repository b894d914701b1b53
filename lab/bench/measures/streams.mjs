import { mostOpenFiles, residentMegabytes, startLoad, startPeer, startService, startWatchers, token } from "../lib/Processes.mjs"
import { median, percentile, row } from "../lib/Report.mjs"
import { shopDate } from "../lib/Site.mjs"

const broadcastsARound = 5
const spareFiles = 200

/** Corrects yesterday: a changed figure refreshes every page. */
const correction = (amount) => {
  const body = JSON.stringify({ date: shopDate(-1), amount })
  return `PUT /api/admin/turnover HTTP/1.1\r\nHost: bench\r\nX-Admin-Token: ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}
const plainTrigger = "POST / HTTP/1.1\r\nHost: bench\r\nContent-Length: 0\r\n\r\n"

/** Thousands of event clients on one process: the service, compared with plain `node:http` writes. */
export const streams = async ({ clients: wanted, rounds, site }) => {
  const clients = Math.min(wanted, mostOpenFiles() - spareFiles)
  const load = await startLoad()
  const peers = { service: await startService(site()), plain: await startPeer("streams") }
  const memory = {}
  const watchers = {}
  for (const [name, { pid, port }] of Object.entries(peers)) {
    await load.flood({ port, path: name === "service" ? "/api/metrics" : "/", connections: 8, millis: 300 })
    const before = residentMegabytes(pid)
    watchers[name] = await startWatchers(port, clients)
    memory[name] = (residentMegabytes(pid) - before) * 1000 / clients
  }
  const last = { service: [], plain: [] }
  const waits = []
  let amount = 0
  const broadcast = async (name) => {
    const arrivals = []
    for (let count = 0; count < broadcastsARound; count++) {
      arrivals.push(...await watchers[name].broadcast(name === "service" ? correction(++amount) : plainTrigger))
    }
    last[name].push(percentile(arrivals, 99))
  }
  for (let round = 0; round <= rounds; round++) {
    await broadcast("service")
    await broadcast("plain")
  }
  // The first round is the warm-up.
  for (const name of Object.keys(last)) last[name].shift()
  for (let round = 0; round < rounds; round++) {
    const { p99 } = await load.pace({ port: peers.service.port, path: "/api/metrics", connections: 256, every: 2 }, async () => {
      for (let count = 0; count < broadcastsARound; count++) await watchers.service.broadcast(correction(++amount))
    })
    waits.push(p99)
  }
  await Promise.all([load, ...Object.values(watchers), ...Object.values(peers)].map(({ stop }) => stop("SIGKILL")))
  const count = clients.toLocaleString("en-US")
  return [
    row(`${count} event clients: a change to the last of them (p99), service / node:http writes`, "x", ["<=", 1.3],
      last.service.map((millis, index) => millis / last.plain[index]),
      `${median(last.service).toFixed(0)} ms, a correction and its commit included, against ${median(last.plain).toFixed(0)} ms`),
    row(`${count} event clients: memory a client, service / node:http writes`, "x", ["<=", 1.3], [memory.service / memory.plain],
      `${memory.service.toFixed(1)} kB against ${memory.plain.toFixed(1)} kB`),
    row(`metrics meanwhile: p99`, "ms", ["<", 50], waits)
  ]
}
