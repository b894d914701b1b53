import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { type ErrorBody, HeadersTooLarge, invalidRequest, MisdirectedRequest, RequestTimeout, Unavailable } from "../../Api/Errors.ts"
import { faultAt, missing, saying } from "../../Codes/Fault.ts"
import { type AllowedHosts, isAllowed } from "../../Config/Network.ts"
import { onApi, problemJson, wantsProblemJson } from "../Headers.ts"

const headersOf = (body: string, contentType = "application/json") => ({
  ...onApi,
  "content-type": contentType,
  "content-length": String(Buffer.byteLength(body)),
  connection: "close"
})

/** Sends an error as the response, outside the handlers, and closes the connection. */
const respondWith = (
  request: IncomingMessage,
  response: ServerResponse,
  error: ErrorBody,
  headers: Readonly<Record<string, string>> = {}
): void => {
  const body = JSON.stringify(error)
  const contentType = wantsProblemJson(request.headers.accept) ? problemJson : undefined
  response.writeHead(error.status, { ...headersOf(body, contentType), ...headers }).end(body)
}

/**
 * Writes an error to a connection without a request, and closes the connection. If part of a response is already sent, it only
 * closes.
 */
const endWith = (socket: Duplex, error: ErrorBody, isResponding: boolean): void => {
  if (!socket.writable || isResponding) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(error)
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`).join("")
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${head}\r\n${body}`, () => socket.destroy())
}

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

const stopping = Unavailable.make({ detail: "the service is starting or stopping, try again in a second" })

/** Responds to requests before the handlers exist, and after they have stopped. */
export const notReady = (request: IncomingMessage, response: ServerResponse): void =>
  respondWith(request, response, stopping, { "retry-after": "1" })

const errorOf = (code: unknown): ErrorBody => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return HeadersTooLarge.make({ detail: "expected at most 16 KiB of headers, got more" })
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return RequestTimeout.make({ detail: "expected the whole request in its time, got part of it" })
    default:
      return invalidRequest([faultAt("request", saying("http", "expected HTTP/1.1, got bytes that are not"))])
  }
}

/** The responses on the connections. */
interface Responses {
  readonly isResponding: (socket: Duplex) => boolean
}

/** Responds to bytes that are not a request. */
export const malformed = ({ isResponding }: Responses) => (error: Error, socket: Duplex): void =>
  endWith(socket, errorOf(Reflect.get(error, "code")), isResponding(socket))

const isNoProxy = invalidRequest([faultAt("request", saying("http", "expected a method that asks for a resource, got CONNECT"))])

/**
 * Refuses CONNECT: the service is no proxy. Node has detached the socket, so without a listener a socket error would end
 * the process.
 */
export const noTunnel = ({ isResponding }: Responses) => (_request: IncomingMessage, socket: Duplex): void => {
  socket.on("error", () => socket.destroy())
  endWith(socket, isNoProxy, isResponding(socket))
}
