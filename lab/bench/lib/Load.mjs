import { connect } from "node:net"
import { createHistogram } from "node:perf_hooks"
import { answer, requestText } from "./Answer.mjs"

/**
 * The load generator, in its own process: plain sockets, one fixed request, responses counted by their bytes. A client that parses
 * responses would be slower than the servers measured here.
 */
const requestOf = ({ path, port }) => Buffer.from(requestText(port, path))

const successDigit = "2".charCodeAt(0)
const statusOffset = "HTTP/1.1 ".length

/** A connection that sends one request at a time. `answered` receives the milliseconds of each response. */
const client = (port, request, length, answered) => {
  const buffer = Buffer.allocUnsafe(64 * 1024)
  let missing = 0
  let sentAt = 0
  const callback = (size) => {
    if (missing === length && buffer[statusOffset] !== successDigit) throw new Error("expected a 2xx response, got another status")
    missing -= size
    if (missing < 0) throw new Error("expected a response of the measured length, got a longer one")
    if (missing === 0) answered(self, performance.now() - sentAt)
    return true
  }
  const socket = connect({ host: "127.0.0.1", port, noDelay: true, onread: { buffer, callback } })
  socket.once("close", () => {
    if (missing > 0) throw new Error("a connection was closed before its answer")
  })
  const self = {
    opened: new Promise((resolve) => socket.once("connect", resolve)),
    send: () => {
      missing = length
      sentAt = performance.now()
      socket.write(request)
    },
    close: () => {
      missing = 0
      socket.destroy()
    }
  }
  return self
}

const summary = (histogram, count, millis) => ({
  perSecond: count / millis * 1000,
  p99: histogram.percentile(99) / 1000,
  max: histogram.max / 1000
})

const opened = async (job, answered) => {
  const request = requestOf(job)
  const { length } = await answer(job.port, job.path)
  const clients = Array.from({ length: job.connections }, () => client(job.port, request, length, answered))
  await Promise.all(clients.map((each) => each.opened))
  return clients
}

/** As many requests as the server can handle: each connection sends the next one as soon as it has a response. */
const flood = async (job) => {
  const histogram = createHistogram()
  let count = 0
  let end = Infinity
  let done
  const over = new Promise((resolve) => (done = resolve))
  const clients = await opened(job, (self, millis) => {
    histogram.record(Math.max(1, Math.round(millis * 1000)))
    count++
    if (performance.now() < end) self.send()
    else done()
  })
  const begin = performance.now()
  end = begin + job.millis
  for (const each of clients) each.send()
  await over
  const result = summary(histogram, count, performance.now() - begin)
  for (const each of clients) each.close()
  return result
}

/** Sends one request every `job.every` milliseconds, even if earlier ones have no response yet, until a stop message. */
const pace = async (job, stopped) => {
  const histogram = createHistogram()
  const idle = []
  let count = 0
  idle.push(...await opened(job, (self, millis) => {
    histogram.record(Math.max(1, Math.round(millis * 1000)))
    count++
    idle.push(self)
  }))
  const clients = [...idle]
  const begin = performance.now()
  const timer = setInterval(() => idle.shift()?.send(), job.every)
  process.send("pacing")
  await stopped
  clearInterval(timer)
  // The requests in flight still count.
  while (idle.length < clients.length) await new Promise((resolve) => setTimeout(resolve, 1))
  const result = summary(histogram, count, performance.now() - begin)
  for (const each of clients) each.close()
  return result
}

let stop
process.on("message", async (job) => {
  if (job.kind === "stop") return stop()
  const result = job.kind === "flood" ? await flood(job) : await pace(job, new Promise((resolve) => (stop = resolve)))
  process.send(result)
})
process.send("ready")
