import { createServer } from "node:http"
import { headers } from "./figures.mjs"

/** Event streams by plain `node:http` writes; a request to any other path refreshes every client. */
const clients = new Set()

const server = createServer((request, response) => {
  if (request.url !== "/api/events") {
    for (const client of clients) client.write("data: {\"type\":\"change\"}\n\n")
    return response.end()
  }
  response.writeHead(200, { ...headers, "content-type": "text/event-stream", "x-accel-buffering": "no" })
  response.write("retry: 3000\n\ndata: {\"type\":\"tick\"}\n\n")
  clients.add(response)
  response.once("close", () => clients.delete(response))
})
server.listen(0, "127.0.0.1", () => process.send(server.address().port))
process.once("disconnect", () => process.exit())
