import { assertSameAnswer } from "../lib/Answer.mjs"
import { comparison, flooded } from "../lib/Flood.mjs"
import { startLoad, startPeer, startService } from "../lib/Processes.mjs"
import { row } from "../lib/Report.mjs"

const paths = {
  "metrics": "/api/metrics",
  "series7?days=90": "/api/series7?days=90",
  "revenue?days=365": "/api/revenue?days=365"
}

/** The dashboard's figures on 32 connections without pauses: with ten years of days, and with 26 years and a long audit. */
export const figures = async ({ millis, rounds, tenYears, twentySixYears, withFastify }) => {
  const load = await startLoad()
  const service = await startService(tenYears)
  const servers = {
    service,
    large: await startService(twentySixYears),
    plain: await startPeer("plain", tenYears.database),
    ...(withFastify ? { fastify: await startPeer("fastify", tenYears.database, service.port) } : {})
  }
  const rows = []
  for (const [name, path] of Object.entries(paths)) {
    const chosen = Object.entries(servers).filter(([server]) => server !== "plain" || name === "metrics")
    await assertSameAnswer(chosen.map(([, { port }]) => port), path)
    const results = Object.fromEntries(chosen.map(([server]) => [server, []]))
    for (let round = 0; round <= rounds; round++) {
      for (const [server, running] of chosen) {
        const result = await flooded(load, running, { path, millis })
        // The first round is the warm-up.
        if (round > 0) results[server].push(result)
      }
    }
    const { middle, note, ratios } = comparison(results)
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
