import { STATUS_CODES, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { HeadersTooLarge, invalidRequest, type Problem, RequestTimeout, Unavailable } from "../Api/Problem.ts"
import { onApi } from "./Headers.ts"

const headersOf = (body: string) => ({
  ...onApi,
  "content-type": "application/json",
  "content-length": String(Buffer.byteLength(body)),
  connection: "close"
})

const refuse = (response: ServerResponse, problem: Problem, headers: Readonly<Record<string, string>> = {}): void => {
  const body = JSON.stringify(problem)
  response.writeHead(problem.status, { ...headersOf(body), ...headers }).end(body)
}

const stopping = Unavailable.make({ detail: "the service is starting or stopping, try again in a second" })

/** Before the service is wired, and after it has stopped. */
export const notReady = (_request: unknown, response: ServerResponse): void => refuse(response, stopping, { "retry-after": "1" })

const hostMissing = invalidRequest([{ field: "host", message: "is required, got nothing" }])

/** HTTP/1.1 demands a host of every request. */
export const noHost = (response: ServerResponse): void => refuse(response, hostMissing)

const problemOf = (code: unknown): Problem => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return HeadersTooLarge.make({ detail: "expected at most 16 KiB of headers, got more" })
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return RequestTimeout.make({ detail: "expected the whole request in its time, got part of it" })
    default:
      return invalidRequest([{ field: "request", message: "expected HTTP/1.1, got bytes that are not" }])
  }
}

/** Answers bytes that never became a request, and closes their connection. */
export const malformed = (error: Error, socket: Duplex): void => {
  const answering: unknown = Reflect.get(socket, "_httpMessage")
  const begun = typeof answering === "object" && answering !== null && Reflect.get(answering, "headersSent") === true
  // Within an answer that is on its way nothing can be said.
  if (!socket.writable || begun) {
    socket.destroy()
    return
  }
  const problem = problemOf(Reflect.get(error, "code"))
  const body = JSON.stringify(problem)
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`).join("")
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head}\r\n${body}`, () => socket.destroy())
}
