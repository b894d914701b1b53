import { connect } from "node:net"

const [port, count] = process.argv.slice(2).map(Number)

const atOnce = 200
const buffer = Buffer.allocUnsafe(64 * 1024)
let broadcast = 0
let arrivals = []
let begin = 0
let allArrived = () => undefined

/** A client of the event stream that records when it receives the current broadcast. */
const watch = () =>
  new Promise((resolve, reject) => {
    let lastReceived = 0
    const callback = (size) => {
      const text = buffer.latin1Slice(0, size)
      if (text.includes("\"tick\"")) resolve()
      if (lastReceived === broadcast || !text.includes("\"change\"")) return true
      lastReceived = broadcast
      arrivals.push(performance.now() - begin)
      if (arrivals.length === count) allArrived()
      return true
    }
    const socket = connect({ host: "127.0.0.1", port, onread: { buffer, callback } },
      () => socket.write("GET /api/events HTTP/1.1\r\nHost: bench\r\n\r\n"))
    socket.once("error", reject)
  })

for (let open = 0; open < count; open += atOnce) {
  await Promise.all(Array.from({ length: Math.min(atOnce, count - open) }, watch))
}

const trigger = connect({ host: "127.0.0.1", port })
trigger.on("data", () => undefined)

process.on("message", async (request) => {
  broadcast++
  arrivals = []
  const all = new Promise((resolve) => (allArrived = resolve))
  begin = performance.now()
  trigger.write(request)
  await all
  process.send(arrivals)
})
process.send("ready")
