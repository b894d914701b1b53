import type { IncomingMessage, ServerResponse } from "node:http"
import { Behind } from "../../Api/Errors.ts"
import { respondWith } from "./ErrorWriter.ts"

/** Sent by a proxy that can use another process: the most seconds since this process last had contact with its database. */
const header = "turnover-max-age"
/** Milliseconds. If the last contact with the database is more recent, the header is not read, so the check costs nothing. */
const always = 1_500

const seconds = /^[1-9]\d{0,3}$/

/**
 * Refuses a request if this process is cut off from its database for longer than the request's proxy accepts. Nothing has begun
 * by then, and a header distinguishes this 504 from a proxy's own, so the proxy may send any request to another process.
 */
export const refusedForAge = (behindMillis: () => number) => (request: IncomingMessage, response: ServerResponse): boolean => {
  const behind = behindMillis()
  if (behind < always) return false
  const asked = request.headers[header]
  if (typeof asked !== "string" || !seconds.test(asked) || behind <= Number(asked) * 1_000) return false
  const detail = `the process has not heard from its database for ${
    Math.floor(behind / 1_000)
  } s, expected ${asked} at most: nothing is begun`
  respondWith(request, response, Behind.make({ detail }), { "retry-after": "1", "turnover-behind": "1" })
  return true
}
