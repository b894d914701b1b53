import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Hands over the requests of one connection one after another. Node hands over all that were sent at once, and gives a
 * response its socket when those before it are out: should the connection end first, such a response is never told so,
 * and whoever works on it waits for ever. A connection with more than `mostWaiting` behind the first is cut off.
 */
export const inTurn = (mostWaiting: number, handle: Handler): Handler => {
  const waiting = new WeakMap<Socket, number>()
  const count = (socket: Socket, change: 1 | -1): number => {
    const found = (waiting.get(socket) ?? 0) + change
    waiting.set(socket, found)
    return found
  }
  return (request, response) => {
    const { socket } = request
    if (response.socket !== null) return handle(request, response)
    if (count(socket, 1) > mostWaiting) socket.destroy()
    response.once("socket", () => {
      count(socket, -1)
      // The connection may be ending right now, which this response is not told any more; a turn later it shows.
      setImmediate(() => {
        if (!socket.destroyed) handle(request, response)
      })
    })
  }
}
