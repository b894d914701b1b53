import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { type ErrorBody, HeadersTooLarge, invalidRequest, RequestTimeout, Unavailable } from "../../Api/Errors.ts"
import { faultAt, saying } from "../../Codes/Fault.ts"
import { endWith, respondWith } from "./ErrorWriter.ts"
import type { Pipelining } from "./Pipelining.ts"

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

/** Responds to bytes that are not a request. */
export const malformed = ({ isResponding }: Pipelining) => (error: Error, socket: Duplex): void =>
  endWith(socket, errorOf(Reflect.get(error, "code")), isResponding(socket))

const isNoProxy = invalidRequest([faultAt("request", saying("http", "expected a method that asks for a resource, got CONNECT"))])

/**
 * Refuses CONNECT: the service is no proxy. Node has detached the socket, so without a listener a socket error would end
 * the process.
 */
export const noTunnel = ({ isResponding }: Pipelining) => (_request: IncomingMessage, socket: Duplex): void => {
  socket.on("error", () => socket.destroy())
  endWith(socket, isNoProxy, isResponding(socket))
}
