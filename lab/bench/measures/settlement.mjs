import { connect } from "node:net"
import { hoursEast } from "../lib/noon.mjs"
import { startService } from "../lib/Processes.mjs"
import { row } from "../lib/Report.mjs"
import { newSite } from "../lib/Site.mjs"

const dayMillis = 86_400_000
/**
 * Milliseconds before the cutoff to which the clock is set. More than the second between two reads of the clock, so that the
 * service has set its timer for the cutoff.
 */
const leadMillis = 1300
const cutoffUtcMillis = (12.5 - hoursEast) * 3_600_000

const machineNow = () => performance.timeOrigin + performance.now()

/** Waits for a text in a stream. `expect` resolves with the first instant, not before `since`, at which a chunk contains the text. */
const listener = () => {
  let expected
  return {
    receive: (chunk) => {
      if (expected === undefined || machineNow() < expected.since || !chunk.includes(expected.text)) return
      expected.resolve(machineNow())
      expected = undefined
    },
    expect: (text, since) => new Promise((resolve) => (expected = { text, since, resolve }))
  }
}

/** An event stream of a service, as a client receives it. */
const streamOf = (port, receive) => {
  const socket = connect({ host: "127.0.0.1", port })
  socket.on("data", receive)
  socket.write("GET /api/events HTTP/1.1\r\nHost: bench\r\n\r\n")
  return socket
}

/**
 * Settles day after day in a running service, on a file or on the server of its `url`. The wall clock is set shortly
 * before the next cutoff and then runs on. A day counts as settled when the first event stream announces a change, after the
 * commit; its message counts as sent when the console bot prints it.
 */
export const settlement = async ({ days, setServerClock = () => undefined, url }) => {
  const events = listener()
  const messages = listener()
  await setServerClock(0)
  const { child, port, stop } = await startService({ ...newSite({ cutoff_time: "12:30" }), ...(url === undefined ? {} : { url }) }, {
    preload: "movedClock",
    prepare: (child) => child.stdout.on("data", messages.receive)
  })
  const socket = streamOf(port, events.receive)
  const settledAfter = []
  const sentAfter = []
  // Tomorrow's cutoff is the first one, because today's may be past.
  let cutoff = (Math.floor(Date.now() / dayMillis) + 1) * dayMillis + cutoffUtcMillis
  for (let day = 0; day < days; day++, cutoff += dayMillis) {
    const dueAt = Math.round(machineNow()) + leadMillis
    await setServerClock(cutoff - dueAt)
    const [, month, date] = new Date(cutoff).toISOString().slice(0, 10).split("-").map(Number)
    const expected = [events.expect("\"change\"", dueAt), messages.expect(`未清点 ${month}月${date}日 `, dueAt)]
    child.send(cutoff - dueAt)
    const [settledAt, sentAt] = await Promise.all(expected)
    settledAfter.push(settledAt - dueAt)
    sentAfter.push(sentAt - dueAt)
  }
  socket.destroy()
  await stop()
  const where = url === undefined ? "" : " on PostgreSQL"
  return [
    row(`settled after the cutoff's instant${where}`, "ms", ["<", 50], settledAfter, `${days} days on a real clock`),
    row(`message out after the cutoff's instant${where}`, "ms", ["<", 150], sentAfter, "by the console bot")
  ]
}
