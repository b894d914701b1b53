import type { IncomingMessage, ServerResponse } from "node:http"

/** The responses to requests whose clients send no body before they get 100 (RFC 9110, 10.1.1). */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** A request with `Expect: 100-continue`. If it is refused before its body is wanted, no body follows, and the connection cannot be used again. */
export const awaitsContinue = (request: IncomingMessage, response: ServerResponse): void => {
  waiting.set(request, response)
  response.shouldKeepAlive = false
}

/** Lets the client send the body, once the request has passed all that can refuse it without the body. */
export const wantBody = (request: IncomingMessage): void => {
  const response = waiting.get(request)
  if (response === undefined) return
  waiting.delete(request)
  response.shouldKeepAlive = request.headers.connection?.toLowerCase() !== "close"
  response.writeContinue()
}
