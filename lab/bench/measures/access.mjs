import { inTurn } from "../lib/InTurn.mjs"
import { startLoad, startService } from "../lib/Processes.mjs"
import { row } from "../lib/Report.mjs"
import { signedIn } from "../lib/Session.mjs"

const paths = { "metrics": "/api/metrics", "series7?days=90": "/api/series7?days=90" }

/** A session of a site. It outlives the process that created it. */
const sessionOf = async (site) => {
  const { port, stop } = await startService(site)
  const session = await signedIn(port)
  await stop()
  return session
}

/** The cost of checking each request's session: a private service with a cookie, compared with an open one without. */
export const byCookie = async ({ closed, millis, open, rounds }) => {
  const load = await startLoad()
  const { name, value } = await sessionOf(closed)
  const headers = { private: [`Cookie: ${name}=${value}`] }
  const rows = []
  for (const [what, path] of Object.entries(paths)) {
    const { note, ratios } = await inTurn({ load, path, millis, rounds, headers, sites: { open, private: closed } })
    rows.push(
      row(`${what} by a session's cookie: answers a second, private / open`, "x", [">=", 0.8], ratios("private", "open"),
        note("open", "private"))
    )
  }
  await load.stop()
  return rows
}
