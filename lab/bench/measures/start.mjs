import { readdirSync, statSync } from "node:fs"
import { processorMillis, residentMegabytes, root, startService } from "../lib/Processes.mjs"
import { row } from "../lib/Report.mjs"

/** Services without requests, measured after an idle time. */
export const idleServices = async ({ idleMillis, rounds, site }) => {
  const services = []
  for (let round = 0; round < rounds; round++) services.push(await startService(site()))
  const since = performance.now()
  const until = (millis) => new Promise((resolve) => setTimeout(resolve, Math.max(0, since + millis - performance.now())))
  // The start continues after the port is open.
  const settled = until(idleMillis / 4).then(() => ({ at: performance.now(), used: services.map(({ pid }) => processorMillis(pid)) }))
  return async () => {
    await until(idleMillis)
    const resident = services.map(({ pid }) => residentMegabytes(pid))
    const { at, used } = await settled
    const seconds = (performance.now() - at) / 1000
    const processor = services.map(({ pid }, index) => (processorMillis(pid) - used[index]) / seconds)
    await Promise.all(services.map(({ stop }) => stop()))
    const idle = (performance.now() - since) / 1000
    return [
      row("processor time when idle", "ms a second", ["<", 3.5], processor, `over ${seconds.toFixed(0)} s`),
      row("resident memory when idle", "MB", ["<", 95], resident,
        `at least ${Math.floor(Math.min(idle, idleMillis / 1000))} s after the start`)
    ]
  }
}

export const start = async ({ rounds, site }) => {
  const ready = []
  for (let round = 0; round < rounds * 2; round++) {
    const service = await startService(site())
    ready.push(service.readyMillis / 1000)
    await service.stop()
  }
  const bundle = readdirSync(`${root}/dist/bench`).filter((file) => file.endsWith(".js"))
  const bytes = bundle.reduce((sum, file) => sum + statSync(`${root}/dist/bench/${file}`).size, 0)
  return [
    row("ready after `node dist/main.js`", "s", ["<", 0.3], ready, "a new database each time"),
    row("bundle: files beside the native binding", "file", ["<=", 2], [bundle.length], `${(bytes / 1e6).toFixed(2)} MB`)
  ]
}
