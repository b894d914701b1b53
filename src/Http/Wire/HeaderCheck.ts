import type { IncomingMessage, ServerResponse } from "node:http"
import { type ErrorBody, HeadersTooLarge, invalidRequest, MisdirectedRequest } from "../../Api/Errors.ts"
import { faultAt, missing, saying } from "../../Codes/Fault.ts"
import { type AllowedHosts, isAllowed } from "../../Config/AllowedHosts.ts"
import { respondWith } from "./ErrorWriter.ts"

const hostMissing = invalidRequest([faultAt("host", missing)])
const hostRepeated = invalidRequest([faultAt("host", saying("one_only", "expected one, got more"))])
const misdirected = MisdirectedRequest.make({ detail: "host: expected one that ALLOWED_HOSTS names, got another" })
const tooManyHeaders = (most: number) => HeadersTooLarge.make({ detail: `expected at most ${most} headers, got more` })

/** @param rawHeaders names and values, one after the other */
const countHosts = (rawHeaders: ReadonlyArray<string>): number => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1
  }
  return hosts
}

/**
 * The fault of a request's headers, for any path: too many headers, not exactly one host (RFC 9112, 3.2; HTTP/1.0 needs none), or a
 * host that is not allowed.
 */
const faultOfHeaders = (
  { headers: { host }, httpVersion, rawHeaders }: IncomingMessage,
  mostHeaders: number,
  allowed: AllowedHosts
): ErrorBody | undefined => {
  if (rawHeaders.length > 2 * mostHeaders) return tooManyHeaders(mostHeaders)
  if (countHosts(rawHeaders) > 1) return hostRepeated
  if (host === undefined && httpVersion === "1.1") return hostMissing
  return allowed === undefined || isAllowed(allowed, host ?? "") ? undefined : misdirected
}

/** Sends an error if the headers of a request have a fault. Returns false if they have none. */
export const refusedForHeaders =
  (mostHeaders: number, allowed: AllowedHosts) => (request: IncomingMessage, response: ServerResponse): boolean => {
    const fault = faultOfHeaders(request, mostHeaders, allowed)
    if (fault === undefined) return false
    respondWith(request, response, fault)
    return true
  }
