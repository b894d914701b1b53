import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { HeadersTooLarge, invalidRequest, MisdirectedRequest, type Problem, RequestTimeout, Unavailable } from "../../Api/Errors.ts"
import { type AllowedHosts, isAllowed } from "../../Config/AllowedHosts.ts"
import { faultAt, missing, saying } from "../../Domain/Fault.ts"
import { onApi, problemJson, wantsProblemJson } from "../Headers.ts"
import type { Pipelining } from "./Pipelining.ts"

const headersOf = (body: string, contentType = "application/json") => ({
  ...onApi,
  "content-type": contentType,
  "content-length": String(Buffer.byteLength(body)),
  connection: "close"
})

const refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  problem: Problem,
  headers: Readonly<Record<string, string>> = {}
): void => {
  const body = JSON.stringify(problem)
  const contentType = wantsProblemJson(request.headers.accept) ? problemJson : undefined
  response.writeHead(problem.status, { ...headersOf(body, contentType), ...headers }).end(body)
}

const stopping = Unavailable.make({ detail: "the service is starting or stopping, try again in a second" })

/** Before the service is wired, and after it has stopped. */
export const notReady = (request: IncomingMessage, response: ServerResponse): void =>
  refuse(request, response, stopping, { "retry-after": "1" })

const hostMissing = invalidRequest([faultAt("host", missing)])
const hostRepeated = invalidRequest([faultAt("host", saying("one_only", "expected one, got more"))])
const misdirected = MisdirectedRequest.make({ detail: "host: expected one that ALLOWED_HOSTS names, got another" })
const tooManyHeaders = (most: number) => HeadersTooLarge.make({ detail: `expected at most ${most} headers, got more` })

/** Names and values, one after the other. */
const countHosts = (rawHeaders: ReadonlyArray<string>): number => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1
  }
  return hosts
}

/** What is wrong with a request whatever its path: too many headers, not its one host (RFC 9112, 3.2; HTTP/1.0 needs none), or another host. */
const faultOfHeaders = (
  { headers: { host }, httpVersion, rawHeaders }: IncomingMessage,
  mostHeaders: number,
  allowed: AllowedHosts
): Problem | undefined => {
  if (rawHeaders.length > 2 * mostHeaders) return tooManyHeaders(mostHeaders)
  if (countHosts(rawHeaders) > 1) return hostRepeated
  if (host === undefined && httpVersion === "1.1") return hostMissing
  return allowed === undefined || isAllowed(allowed, host ?? "") ? undefined : misdirected
}

/** Refuses a request for its headers; false where there is no fault. */
export const refusedForHeaders =
  (mostHeaders: number, allowed: AllowedHosts) => (request: IncomingMessage, response: ServerResponse): boolean => {
    const fault = faultOfHeaders(request, mostHeaders, allowed)
    if (fault === undefined) return false
    refuse(request, response, fault)
    return true
  }

const problemOf = (code: unknown): Problem => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return HeadersTooLarge.make({ detail: "expected at most 16 KiB of headers, got more" })
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return RequestTimeout.make({ detail: "expected the whole request in its time, got part of it" })
    default:
      return invalidRequest([faultAt("request", saying("http", "expected HTTP/1.1, got bytes that are not"))])
  }
}

/** Writes the error and closes the connection. Inside a response that is partly sent, it only closes. */
const endWith = (socket: Duplex, problem: Problem, isAnswering: boolean): void => {
  if (!socket.writable || isAnswering) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(problem)
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`).join("")
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head}\r\n${body}`, () => socket.destroy())
}

/** Answers bytes that never became a request. */
export const malformed = ({ isAnswering }: Pipelining) => (error: Error, socket: Duplex): void =>
  endWith(socket, problemOf(Reflect.get(error, "code")), isAnswering(socket))

const isNoProxy = invalidRequest([faultAt("request", saying("http", "expected a method that asks for a resource, got CONNECT"))])

/**
 * Answers a CONNECT, which takes the service for a proxy. Node has detached the socket: without a listener, an error of
 * it would end the process.
 */
export const noTunnel = ({ isAnswering }: Pipelining) => (_request: IncomingMessage, socket: Duplex): void => {
  socket.on("error", () => socket.destroy())
  endWith(socket, isNoProxy, isAnswering(socket))
}
