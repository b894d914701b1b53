import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import type { ErrorBody } from "../../Api/Errors.ts"
import { onApi, problemJson, wantsProblemJson } from "../Headers.ts"

const headersOf = (body: string, contentType = "application/json") => ({
  ...onApi,
  "content-type": contentType,
  "content-length": String(Buffer.byteLength(body)),
  connection: "close"
})

/** Sends an error as the response, outside the handlers, and closes the connection. */
export const respondWith = (
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
export const endWith = (socket: Duplex, error: ErrorBody, isResponding: boolean): void => {
  if (!socket.writable || isResponding) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(error)
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`).join("")
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${head}\r\n${body}`, () => socket.destroy())
}
