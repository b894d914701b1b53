import { connect, type Socket } from "node:net"
import { parentPort, workerData } from "node:worker_threads"

/** The watcher's options, and its reports. */
export interface WatcherData {
  readonly port: number
  readonly streams: number
  /** Refreshes within this many milliseconds belong to one change. */
  readonly quietMillis: number
}

export type WatcherReport =
  | { readonly kind: "open"; readonly millis: number }
  /** When the first and the last stream received the refresh, by the machine's clock. */
  | { readonly kind: "refreshed"; readonly first: number; readonly last: number; readonly streams: number }
  | { readonly kind: "fault"; readonly sentence: string }

const { port, quietMillis, streams } = workerData as WatcherData
const report = (message: WatcherReport) => parentPort?.postMessage(message)
const now = () => performance.timeOrigin + performance.now()

/** Keeps event streams open on plain sockets, and reports when all of them have received a refresh. */
const watch = () => {
  const began = now()
  const sockets = new Set<Socket>()
  const refreshedStreams = new Set<Socket>()
  let open = 0
  let first = 0
  let last = 0
  let quiet: NodeJS.Timeout | undefined

  const settle = () => {
    report({ kind: "refreshed", first, last, streams: refreshedStreams.size })
    refreshedStreams.clear()
  }

  const opened = () => {
    open++
    if (open === streams) report({ kind: "open", millis: now() - began })
  }

  const refreshed = (socket: Socket) => {
    // A second refresh of the same change does not count.
    if (refreshedStreams.has(socket)) return
    last = now()
    if (refreshedStreams.size === 0) first = last
    refreshedStreams.add(socket)
    clearTimeout(quiet)
    quiet = setTimeout(settle, quietMillis)
  }

  for (let index = 0; index < streams; index++) {
    const socket = connect({ host: "127.0.0.1", port }, () => socket.write("GET /api/events HTTP/1.1\r\nHost: soak\r\n\r\n"))
    let greeted = false
    sockets.add(socket)
    socket.on("data", (chunk) => {
      if (!greeted && !chunk.includes("HTTP/1.1 200"))
        report({ kind: "fault", sentence: `a stream was refused: ${chunk.toString("latin1", 0, 100)}` })
      if (!greeted) opened()
      greeted = true
      if (chunk.includes("\"change\"")) refreshed(socket)
    })
    socket.on("error", (error) => report({ kind: "fault", sentence: `a stream broke: ${error.message}` }))
    socket.on("close", () => report({ kind: "fault", sentence: "a stream was closed" }))
  }
  parentPort?.once("message", () => {
    for (const socket of sockets) socket.removeAllListeners().destroy()
    process.exit(0)
  })
}

watch()
