import { connect } from "node:net"
import { residentMegabytes, startLoad, startService } from "../lib/Processes.mjs"
import { row } from "../lib/Report.mjs"

const lookEveryMillis = 10
/** How long it may take until every client has its first bytes: the service works on all responses in turn. */
const beginMillis = 30_000
const request = "GET /api/audit?days=3660 HTTP/1.1\r\nHost: bench\r\n\r\n"

const passed = (millis) => new Promise((resolve) => setTimeout(resolve, millis))

/** A client that requests a long response, or gets its refusal, and reads nothing after the first bytes. */
const stalledReader = (port) => {
  const socket = connect({ host: "127.0.0.1", port }, () => socket.write(request))
  const begun = new Promise((resolve) => socket.once("data", () => resolve(socket.pause())).once("close", resolve))
  socket.on("error", () => undefined)
  return { begun, close: () => socket.destroy() }
}

/** Many stalled readers at once: the memory that they need, and how long others wait meanwhile. Each round has a new process. */
export const slowReaders = async ({ readers, rounds, stalledMillis, twentySixYears }) => {
  const load = await startLoad()
  const memory = []
  const waits = []
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const service = await startService(twentySixYears)
    let most = 0
    const look = setInterval(() => (most = Math.max(most, residentMegabytes(service.pid))), lookEveryMillis)
    const { max } = await load.pace({ port: service.port, path: "/api/metrics", connections: 256, every: 2 }, async () => {
      const stalled = Array.from({ length: readers }, () => stalledReader(service.port))
      await Promise.race([Promise.all(stalled.map(({ begun }) => begun)), passed(beginMillis)])
      await passed(stalledMillis)
      for (const { close } of stalled) close()
    })
    clearInterval(look)
    memory.push(most)
    waits.push(max)
    await service.stop("SIGKILL")
  }
  await load.stop()
  const count = readers.toLocaleString("en-US")
  return [
    row(`${count} stalled readers of audit?days=3660: resident memory at most`, "MB", ["<", 400], memory,
      `${stalledMillis / 1000} s after all have their first bytes`),
    row(`${count} stalled readers: longest that another request waits`, "ms", ["<", 1000], waits)
  ]
}
