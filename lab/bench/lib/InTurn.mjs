import { assertSameAnswer } from "./Answer.mjs"
import { comparison, flooded } from "./Flood.mjs"
import { startService } from "./Processes.mjs"

/**
 * Floods the services of two sites in turn, `rounds` times, and compares them. Every round starts both again, because the speed of
 * one program's compiled code differs by a tenth between processes.
 * @param headers lines to send, by the site's name
 */
export const inTurn = async ({ headers = {}, load, millis, path, rounds, sites }) => {
  const results = Object.fromEntries(Object.keys(sites).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const services = await Promise.all(Object.entries(sites).map(async ([name, site]) => ({ name, ...(await startService(site)) })))
    await assertSameAnswer(services.map(({ port }) => port), path, Object.values(headers).flat())
    for (const service of services) {
      const flood = () => flooded(load, service, { path, millis, headers: headers[service.name] ?? [] })
      // The first flood is the warm-up.
      await flood()
      results[service.name].push(await flood())
    }
    await Promise.all(services.map(({ stop }) => stop()))
  }
  return comparison(results)
}
