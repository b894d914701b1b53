import { assertSameAnswer } from "./Answer.mjs"
import { processorMillis, startService } from "./Processes.mjs"

const connections = 32

/**
 * Floods the services of two sites in turn, `rounds` times: answers a second, and microseconds of processor for each.
 * Every round starts both anew, because what the compiler makes of one program differs by a tenth between processes.
 * @param headers lines to send, by the site's name
 */
export const inTurn = async ({ headers = {}, load, millis, path, rounds, sites }) => {
  const results = Object.fromEntries(Object.keys(sites).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const services = await Promise.all(Object.entries(sites).map(async ([name, site]) => ({ name, ...(await startService(site)) })))
    await assertSameAnswer(services.map(({ port }) => port), path, Object.values(headers).flat())
    for (const { name, pid, port } of services) {
      const flood = () => load.flood({ port, path, connections, millis, headers: headers[name] ?? [] })
      // The first is the warm-up.
      await flood()
      const before = processorMillis(pid)
      const { perSecond } = await flood()
      results[name].push({ perSecond, micros: (processorMillis(pid) - before) * 1000 / (perSecond * millis / 1000) })
    }
    await Promise.all(services.map(({ stop }) => stop()))
  }
  return results
}
