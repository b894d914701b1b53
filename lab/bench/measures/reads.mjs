import { textDifference } from "../../../test/lib/Difference.mjs"
import { processorMillis, startPeer, startService } from "../lib/Processes.mjs"
import { median, row } from "../lib/Report.mjs"

/** Each response with its path and the goal of its ratio. */
const documents = { "audit?days=365": ["/api/audit?days=365", 1], "export": ["/api/export", 1.5] }

/** The text of a response, on a connection that is kept. */
const read = async (port, path) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  if (response.status !== 200) throw new Error(`${path}: expected 200, got ${response.status}`)
  return response.text()
}

/** The kernel counts processor time in steps of 10 ms, so fewer than five steps are no measurement. */
const enoughMillis = 50

/** Processor milliseconds of a response, measured over at least `answers` responses and over enough of them for a measurable time. */
const cost = async ({ pid, port }, path, answers) => {
  const before = processorMillis(pid)
  let answer = 0
  while (answer < answers || processorMillis(pid) - before < enoughMillis) {
    await read(port, path)
    answer++
  }
  return (processorMillis(pid) - before) / answer
}

/** The processor time of long reads, compared with a program that reads and encodes each row for each response. */
export const longReads = async ({ answers, auditRecords, rounds, site }) => {
  const service = await startService(site)
  const peer = await startPeer("reads", site.database)
  const rows = []
  for (const [name, [path, goal]] of Object.entries(documents)) {
    const [ours, theirs] = await Promise.all([service, peer].map(({ port }) => read(port, path)))
    const differs = textDifference(ours, theirs)
    if (differs !== undefined) throw new Error(`${path}: expected equal answers, ${differs}, which is the peer's`)
    const costs = { service: [], peer: [] }
    for (let round = 0; round <= rounds; round++) {
      const one = await cost(service, path, answers)
      const other = await cost(peer, path, answers)
      // The first round is the warm-up.
      if (round === 0) continue
      costs.service.push(one)
      costs.peer.push(other)
    }
    const measure = `${name}, ${
      auditRecords.toLocaleString("en-US")
    } records a year: processor time, service / node:http and better-sqlite3`
    const note = `${median(costs.service).toFixed(2)} ms against ${median(costs.peer).toFixed(2)} ms, ${(ours.length / 1e3).toFixed(0)} kB`
    rows.push(row(measure, "x", ["<", goal], costs.service.map((millis, index) => millis / costs.peer[index]), note))
  }
  await Promise.all([service, peer].map(({ stop }) => stop()))
  return rows
}
