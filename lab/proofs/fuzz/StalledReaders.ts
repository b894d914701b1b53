import { createConnection } from "node:net"
import type { Caller } from "../Http.ts"
import { residentMemory, token } from "../Service.ts"

const readers = 600
const stallMillis = 3_000
/** Twelve runs on a quiet machine grew by 153 to 221. */
const mebibytesAllowed = 300
const patience = 60_000
const dayMillis = 86_400_000

const paths = ["/api/audit?days=3660", "/api/revenue?days=3660", "/api/export", "/api/admin/logs?lines=5000"]

/** Enough days for responses that are larger than the buffers between the service and a reader. */
const years = Buffer.from(
  Array.from({ length: 9_000 }, (_, index) => `${new Date(Date.parse("2025-01-01") - index * dayMillis).toISOString().slice(0, 10)},1.00`)
    .join("\n")
)

/** Requests a long response again and again, and reads nothing of it. */
const stalledReader = (port: number, path: string) => {
  const socket = createConnection({ host: "127.0.0.1", port },
    () => socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: shop\r\nX-Admin-Token: ${token}\r\n\r\n`.repeat(100)))
  socket.on("error", () => undefined)
  return socket
}

const untilGiven = async (http: Caller, path: string) => {
  for (const began = performance.now(); performance.now() - began < patience;) {
    if ((await http.call(path)).status === 200) return
  }
  throw new Error(`GET ${path}: no answer within ${patience / 1000} s of the stalled readers' end`)
}

/**
 * Hundreds of clients that do not read. Meanwhile, figures are served and memory is bounded; after the clients have left, long
 * responses are served again.
 */
export const stalledReaders = async (port: number, pid: number, http: Caller): Promise<void> => {
  const imported = await http.call("/api/admin/import", { method: "POST", headers: { "content-type": "text/csv" }, body: years })
  if (imported.status !== 200) throw new Error(`the import of ${years.length} bytes got ${imported.status} ${imported.text.slice(0, 300)}`)
  const before = residentMemory(pid)
  const sockets = Array.from({ length: readers }, (_, index) => stalledReader(port, paths[index % paths.length] ?? ""))
  let most = before
  for (const began = performance.now(); performance.now() - began < stallMillis;) {
    const { status } = await http.call("/api/metrics")
    if (status !== 200) throw new Error(`GET /api/metrics beside stalled readers: ${status}`)
    most = Math.max(most, residentMemory(pid))
  }
  for (const socket of sockets) socket.destroy()
  if (most > before + mebibytesAllowed)
    throw new Error(`memory grew from ${before.toFixed(1)} MiB to ${most.toFixed(1)} MiB with ${readers} stalled readers`)
  for (const path of paths) await untilGiven(http, path)
}
