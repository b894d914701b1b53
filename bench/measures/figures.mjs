import { assertSameAnswer } from "../lib/Answer.mjs"
import { processorMillis, startLoad, startPeer, startService } from "../lib/Processes.mjs"
import { median, perSecond, row } from "../lib/Report.mjs"

const connections = 32

const paths = {
  "metrics": "/api/metrics",
  "series7?days=90": "/api/series7?days=90",
  "revenue?days=365": "/api/revenue?days=365"
}

/** The dashboard's figures on 32 connections without pauses: with ten years of days, and with 26 years and a long audit. */
export const figures = async ({ millis, rounds, tenYears, twentySixYears, withFastify }) => {
  const load = await startLoad()
  const servers = {
    service: await startService(tenYears),
    large: await startService(twentySixYears),
    plain: await startPeer("plain", tenYears.database),
    ...(withFastify ? { fastify: await startPeer("fastify", tenYears.database) } : {})
  }
  const rows = []
  for (const [name, path] of Object.entries(paths)) {
    const chosen = Object.entries(servers).filter(([server]) => server !== "plain" || name === "metrics")
    await assertSameAnswer(chosen.map(([, { port }]) => port), path)
    const results = Object.fromEntries(chosen.map(([server]) => [server, []]))
    for (let round = 0; round <= rounds; round++) {
      for (const [server, { pid, port }] of chosen) {
        const before = processorMillis(pid)
        const result = await load.flood({ port, path, connections, millis })
        const micros = (processorMillis(pid) - before) * 1000 / (result.perSecond * millis / 1000)
        // The first round is the warm-up.
        if (round > 0) results[server].push({ ...result, micros })
      }
    }
    const ratios = (over, under, field) => results[over].map((result, index) => result[field] / results[under][index][field])
    const middle = (server, field) => median(results[server].map((result) => result[field]))
    const note = (...named) =>
      named.map((server) =>
        `${server} ${perSecond(middle(server, "perSecond"))}, ${middle(server, "micros").toFixed(1)} µs of processor each`
      ).join("; ")
    if (withFastify) {
      rows.push(
        row(`${name}: answers a second, service / Fastify`, "x", [">=", 3], ratios("service", "fastify", "perSecond"),
          note("service", "fastify"))
      )
    }
    if (name === "metrics") {
      rows.push(
        row(`${name}: answers a second, service / bare node:http`, "x", [">=", 0.9], ratios("service", "plain", "perSecond"),
          note("plain")),
        row(`${name}: p99, service / bare node:http`, "x", ["<=", 1], ratios("service", "plain", "p99"),
          `${middle("service", "p99").toFixed(2)} ms against ${middle("plain", "p99").toFixed(2)} ms`)
      )
    }
    rows.push(
      row(`${name}: 26 years and a long audit / ten years`, "x", [">=", 0.9], ratios("large", "service", "perSecond"), note("large"))
    )
  }
  await Promise.all([load, ...Object.values(servers)].map(({ stop }) => stop()))
  return rows
}
