import { assertSameAnswer } from "../lib/Answer.mjs"
import { processorMillis, startLoad, startService } from "../lib/Processes.mjs"
import { median, perSecond, row } from "../lib/Report.mjs"
import { signedIn } from "../lib/Session.mjs"

const connections = 32

const paths = { "metrics": "/api/metrics", "series7?days=90": "/api/series7?days=90" }

/** What it costs to know each request's reader: a private service by a session's cookie, against an open one with no cookie. */
export const byCookie = async ({ closed, millis, open, rounds }) => {
  const load = await startLoad()
  const services = { open: await startService(open), private: await startService(closed) }
  const { name, value } = await signedIn(services.private.port)
  const headers = { open: [], private: [`Cookie: ${name}=${value}`] }
  const rows = []
  for (const [what, path] of Object.entries(paths)) {
    await assertSameAnswer(Object.values(services).map(({ port }) => port), path, headers.private)
    const results = { open: [], private: [] }
    for (let round = 0; round <= rounds; round++) {
      for (const [access, { pid, port }] of Object.entries(services)) {
        const before = processorMillis(pid)
        const result = await load.flood({ port, path, connections, millis, headers: headers[access] })
        const micros = (processorMillis(pid) - before) * 1000 / (result.perSecond * millis / 1000)
        // The first round is the warm-up.
        if (round > 0) results[access].push({ ...result, micros })
      }
    }
    const middle = (access, field) => median(results[access].map((result) => result[field]))
    const note = Object.keys(results).map((access) =>
      `${access} ${perSecond(middle(access, "perSecond"))}, ${middle(access, "micros").toFixed(1)} µs of processor each`
    ).join("; ")
    rows.push(
      row(`${what} by a session's cookie: answers a second, private / open`, "x", [">=", 0.8], results.private.map(({ perSecond }, index) =>
        perSecond / results.open[index].perSecond
      ), note)
    )
  }
  await Promise.all([load, ...Object.values(services)].map(({ stop }) => stop()))
  return rows
}
