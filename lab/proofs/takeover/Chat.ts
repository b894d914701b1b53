import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A message that has arrived. */
export interface Arrival {
  readonly id: string
  /** Milliseconds of this program's clock. */
  readonly at: number
  readonly type: string
  readonly date: string | undefined
}

/** A receiver of Standard Webhooks that takes a moment for each message. */
export interface Chat {
  readonly url: string
  readonly arrivals: ReadonlyArray<Arrival>
  readonly close: () => void
}

export const startChat = async (delay: () => number): Promise<Chat> => {
  const arrivals: Array<Arrival> = []
  const server = createServer((request, response) => {
    const parts: Array<Buffer> = []
    request.on("data", (part: Buffer) => parts.push(part)).on("end", () => {
      const { data, type } = JSON.parse(Buffer.concat(parts).toString("utf8"))
      arrivals.push({ id: String(request.headers["webhook-id"]), at: performance.now(), type, date: data?.date })
      setTimeout(() => response.writeHead(204).end(), delay())
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
