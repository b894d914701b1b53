import { caller } from "../Http.ts"

const paths = [
  "/api/metrics",
  "/api/series7",
  "/api/series7?days=90",
  "/api/revenue",
  "/api/revenue?days=365",
  "/api/audit",
  "/api/health",
  "/api/export",
  "/"
]
const connections = 32

/** Connections that read the dashboard's endpoints, each with one request at a time, until they are stopped. */
export const readers = (port: number) => {
  const http = caller(port, { connections })
  const faults: Array<string> = []
  const millis: Array<number> = []
  let requests = 0
  let stopped = false

  const read = async (offset: number) => {
    for (let index = offset; !stopped; index++) {
      const path = paths[index % paths.length] ?? "/"
      try {
        const answer = await http.call(path)
        requests++
        if (requests % 100 === 0) millis.push(answer.millis)
        if (answer.status !== 200) faults.push(`GET ${path}: ${answer.status}`)
      } catch (error) {
        faults.push(`GET ${path}: ${error instanceof Error ? error.message : String(error)}`)
      }
      if (faults.length > 20) return
    }
  }
  const reading = Promise.all(Array.from({ length: connections }, (_, index) => read(index)))

  return {
    faults,
    requests: () => requests,
    /** A percentile of the response times, in milliseconds, from a sample. */
    percentile: (percent: number) => [...millis].sort((a, b) => a - b)[Math.floor((millis.length * percent) / 100)] ?? 0,
    stop: async () => {
      stopped = true
      await reading
      http.close()
    }
  }
}
