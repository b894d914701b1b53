import { request } from "node:http"
import { startLoad, startService } from "../lib/Processes.mjs"
import { median, row } from "../lib/Report.mjs"
import { shopDate } from "../lib/Site.mjs"

const clients = 4
/** The days of the longest list, from today on back. */
const longest = 3600

const passed = (millis) => new Promise((resolve) => setTimeout(resolve, millis))

/** Requests one list as a browser does, and reads it without unpacking it. */
const read = (port, path) =>
  new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "gzip, deflate, br" }
    request({ host: "127.0.0.1", port, path, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`))
      response.resume().once("end", resolve)
    }).once("error", reject).end()
  })

/** Clients that request years of days with their goals, each time from a date that nobody has requested before. */
export const ranges = async ({ millis, rounds, site }) => {
  const load = await startLoad()
  const [waits, alone, took] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const service = await startService(site)
    let count = 0
    let over = false
    const client = async () => {
      while (!over) {
        const begin = performance.now()
        await read(service.port, `/api/days?from=${shopDate(count++ % 600 - longest)}&to=${shopDate(0)}`)
        took.push(performance.now() - begin)
      }
    }
    const paced = (work) => load.pace({ port: service.port, path: "/api/metrics", connections: 64, every: 2 }, work)
    alone.push((await paced(() => passed(millis))).p99)
    const { p99 } = await paced(async () => {
      const all = Array.from({ length: clients }, client)
      await passed(millis)
      over = true
      await Promise.all(all)
    })
    waits.push(p99)
    await service.stop()
  }
  await load.stop()
  const middle = median(took)
  return [
    row("4 clients of days?from with goals, each a range of its own: metrics meanwhile, p99", "ms", ["<", 30], waits,
      `${median(alone).toFixed(1)} ms without them; a list in ${middle.toFixed(0)} ms, ${took.length} in all`)
  ]
}
