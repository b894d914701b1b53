import { residentMegabytes, startLoad, startService } from "../lib/Processes.mjs"
import { row } from "../lib/Report.mjs"

const sampleEveryMillis = 10

const documents = { "export": "/api/export", "audit?days=3660": "/api/audit?days=3660" }

/** Reads the complete response, chunk by chunk; returns its length in bytes. */
const download = async (port, path) => {
  const { body, status } = await fetch(`http://127.0.0.1:${port}${path}`)
  if (status !== 200) throw new Error(`${path}: expected 200, got ${status}`)
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return bytes
}

/** Long documents: their memory, and how long other requests wait meanwhile. Each measurement has a new process. */
export const longDocuments = async ({ auditRecords, rounds, twentySixYears }) => {
  const load = await startLoad()
  const rows = []
  for (const [name, path] of Object.entries(documents)) {
    const growth = []
    const waits = []
    let bytes = 0
    let millis = 0
    for (let round = 0; round < rounds; round++) {
      const service = await startService(twentySixYears)
      await load.flood({ port: service.port, path: "/api/metrics", connections: 8, millis: 300 })
      const before = residentMegabytes(service.pid)
      let most = before
      const sampling = setInterval(() => (most = Math.max(most, residentMegabytes(service.pid))), sampleEveryMillis)
      const { max } = await load.pace({ port: service.port, path: "/api/metrics", connections: 64, every: 2 }, async () => {
        const begin = performance.now()
        bytes = await download(service.port, path)
        millis = performance.now() - begin
      })
      clearInterval(sampling)
      growth.push(most - before)
      waits.push(max)
      await service.stop()
    }
    const size = `${(bytes / 1e6).toFixed(1)} MB in ${millis.toFixed(0)} ms`
    rows.push(
      row(`${name}, 26 years, ${auditRecords.toLocaleString("en-US")} audit records: resident memory grows`, "MB", ["<", 20], growth, size),
      row(`${name}: longest that another request waits`, "ms", ["<", 50], waits)
    )
  }
  await load.stop()
  return rows
}
