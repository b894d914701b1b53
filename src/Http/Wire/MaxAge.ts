import type { IncomingMessage, ServerResponse } from "node:http"
import { Behind } from "../../Api/Errors.ts"
import { respondWith } from "./ErrorWriter.ts"

/** A proxy with several processes sends this header: the most seconds since this process last had contact with its database. */
const header = "turnover-max-age"
/** Milliseconds. After a more recent contact the header is not read, so the check costs nothing. */
const always = 1_500

const seconds = /^[1-9]\d{0,3}$/

/**
 * Refuses a request if this process has been cut off from its database for longer than the proxy accepts. The request has changed
 * nothing by then, and a header distinguishes this 504 from the proxy's own, so the proxy may send any request to another process.
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
