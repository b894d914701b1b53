import type { Handler } from "./Pipelining.ts"

/**
 * Closes a connection whose client still sends a body after its response. Up to the bounds, Node reads and drops the rest, so that
 * a client that was refused early can read its response and keep its connection.
 */
export const boundUnread = ({ bytes, millis }: { readonly bytes: number; readonly millis: number }): Handler => (request, response) => {
  if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined) return
  response.once("finish", () => {
    if (request.complete) return
    const { socket } = request
    const most = socket.bytesRead + bytes
    const timer = setTimeout(() => socket.destroy(), millis)
    const count = () => {
      if (socket.bytesRead > most) socket.destroy()
    }
    const stop = () => {
      clearTimeout(timer)
      socket.off("data", count)
    }
    socket.on("data", count)
    request.once("close", stop)
  })
}
