import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface Pipelining {
  /** Receives every request that Node has parsed. */
  readonly receive: Handler
  /** Whether part of a response has been written to this connection, so that nothing else can be. */
  readonly isResponding: (socket: Duplex) => boolean
}

/**
 * Handles the requests of one connection one at a time. Node emits all pipelined requests at once, and gives a response its socket
 * only when the responses before it are sent. If the connection closes first, Node never emits `close` for that response, and its
 * handler hangs. A connection with more than `mostWaiting` requests behind the first is closed.
 */
export const oneAtATime = (mostWaiting: number, handle: Handler): Pipelining => {
  const waiting = new WeakMap<Socket, number>()
  const current = new WeakMap<Duplex, ServerResponse>()
  const count = (socket: Socket, change: 1 | -1): number => {
    const found = (waiting.get(socket) ?? 0) + change
    waiting.set(socket, found)
    return found
  }
  const handOver: Handler = (request, response) => {
    current.set(request.socket, response)
    handle(request, response)
  }
  return {
    receive: (request, response) => {
      const { socket } = request
      if (response.socket !== null) return handOver(request, response)
      if (count(socket, 1) > mostWaiting) socket.destroy()
      response.once("socket", () => {
        count(socket, -1)
        // The connection may be closing, which shows only after the event loop has run.
        setImmediate(() => {
          if (!socket.destroyed) handOver(request, response)
        })
      })
    },
    isResponding: (socket) => {
      const response = current.get(socket)
      return response !== undefined && response.headersSent && !response.writableFinished
    }
  }
}
