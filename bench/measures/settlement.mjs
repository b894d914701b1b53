import { connect } from "node:net"
import { hoursEast } from "../lib/noon.mjs"
import { startService } from "../lib/Processes.mjs"
import { row } from "../lib/Report.mjs"
import { newSite } from "../lib/Site.mjs"

const dayMillis = 86_400_000
/** Longer than the second within which the service looks at the clock again, so that it knows the cutoff beforehand. */
const leadMillis = 1300
const cutoffUtcMillis = (12.5 - hoursEast) * 3_600_000

const machineNow = () => performance.timeOrigin + performance.now()

/** The first instant, not before `since`, at which `heard` was given the text. */
const ear = () => {
  let expected
  return {
    heard: (chunk) => {
      if (expected === undefined || machineNow() < expected.since || !chunk.includes(expected.text)) return
      expected.resolve(machineNow())
      expected = undefined
    },
    hear: (text, since) => new Promise((resolve) => (expected = { text, since, resolve }))
  }
}

/**
 * Day after day in one running service: the wall clock is put to shortly before the next cutoff and then runs by itself.
 * Settled is when the event stream says that figures changed, after the commit; out is when the chat's message is there.
 */
export const settlement = async ({ days }) => {
  const settled = ear()
  const told = ear()
  const service = await startService(newSite({ cutoff_time: "12:30" }), {
    clock: true,
    prepare: (child) => child.stdout.on("data", told.heard)
  })
  const events = connect({ host: "127.0.0.1", port: service.port })
  events.on("data", settled.heard)
  events.write("GET /api/events HTTP/1.1\r\nHost: bench\r\n\r\n")
  const settledAfter = []
  const toldAfter = []
  // Tomorrow's cutoff first: today's may be past.
  let cutoff = (Math.floor(Date.now() / dayMillis) + 1) * dayMillis + cutoffUtcMillis
  for (let day = 0; day < days; day++, cutoff += dayMillis) {
    const dueAt = Math.round(machineNow()) + leadMillis
    const heard = [settled.hear("force_refresh", dueAt), told.hear(`日期：${new Date(cutoff).toISOString().slice(0, 10)}`, dueAt)]
    service.child.send(cutoff - dueAt)
    const [settledAt, toldAt] = await Promise.all(heard)
    settledAfter.push(settledAt - dueAt)
    toldAfter.push(toldAt - dueAt)
  }
  events.destroy()
  await service.stop()
  return [
    row("settled after the cutoff's instant", "ms", ["<", 50], settledAfter, `${days} days on a real clock`),
    row("message out after the cutoff's instant", "ms", ["<", 150], toldAfter, "by the console bot")
  ]
}
