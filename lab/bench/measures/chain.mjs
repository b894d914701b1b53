import { assertSameAnswer } from "../lib/Answer.mjs"
import { comparison, flooded } from "../lib/Flood.mjs"
import { startLoad, startPeer, startService } from "../lib/Processes.mjs"
import { row } from "../lib/Report.mjs"

/** A spelling that is not served ready-made. */
const path = "/api/metrics?"

/** The processor time of a request that passes through router, gate and middleware, compared with a plain server of HttpApi. */
export const chain = async ({ millis, rounds, site }) => {
  const load = await startLoad()
  const results = { service: [], plain: [] }
  for (let round = 0; round < rounds; round++) {
    const servers = { service: await startService(site), plain: await startPeer("httpApi", site.database) }
    await assertSameAnswer(Object.values(servers).map(({ port }) => port), path)
    const flood = (name) => flooded(load, servers[name], { path, millis })
    // The first flood is the warm-up.
    for (const name of Object.keys(servers)) await flood(name)
    for (const name of Object.keys(servers)) results[name].push(await flood(name))
    await Promise.all(Object.values(servers).map(({ stop }) => stop()))
  }
  await load.stop()
  const { note, ratios } = comparison(results)
  return [
    row("metrics behind the fast path: processor time, service / a plain HttpApi server", "x", ["<=", 1.2],
      ratios("service", "plain", "micros"), note("service", "plain"))
  ]
}
