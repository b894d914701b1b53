import { createServer, type IncomingHttpHeaders } from "node:http"

export interface Delivery {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The parsed body; null if it is no JSON. */
  readonly json: Readonly<Record<string, unknown>> | null
}

export interface Reply {
  readonly status: number
  readonly body: string
}

const jsonOf = (text: string): Delivery["json"] => {
  try {
    return JSON.parse(text) as Delivery["json"]
  } catch {
    return null
  }
}

/** A bot that only records what it gets, and takes everything unless a test says otherwise. */
export const plainBot = async () => {
  const deliveries: Array<Delivery> = []
  let reply = (_: Delivery): Reply => ({ status: 200, body: "noted by the plain bot" })
  const server = createServer((request, response) => {
    const parts: Array<Buffer> = []
    request.on("data", (part: Buffer) => parts.push(part)).on("end", () => {
      const body = Buffer.concat(parts).toString("utf8")
      const { headers, method = "", url = "" } = request
      const delivery = { method, url, headers, body, json: jsonOf(body) }
      deliveries.push(delivery)
      const { body: said, status } = reply(delivery)
      response.writeHead(status, { "content-type": "text/plain" }).end(said)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    deliveries,
    url: `http://127.0.0.1:${port}/hook`,
    replies: (next: (delivery: Delivery) => Reply) => {
      reply = next
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

export type PlainBot = Awaited<ReturnType<typeof plainBot>>
