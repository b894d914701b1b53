import { HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Duration, Effect, Layer } from "effect"
import type { Server } from "node:http"
import type { Socket } from "node:net"
import { inFlight } from "../Concurrency/Closing.ts"
import { EventStreams } from "./EventStreams.ts"
import { makeFront } from "./Front.ts"
import { Listener } from "./Wire/Listener.ts"

const grace = Duration.toMillis(inFlight)
const idleCheck = Duration.toMillis("50 millis")

/**
 * Node counts a connection as idle as soon as its response is handed over, and closes it although bytes are not yet sent, which are
 * then lost. This closes no idle connection while any connection has unsent bytes.
 */
const sendBeforeClosing = (server: Server): void => {
  const sockets = new Set<Socket>()
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  const closeIdleConnections = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    for (const socket of sockets) if (socket.writableLength > 0) return
    closeIdleConnections()
  }
}

/** Waits for the requests in flight, and closes the remaining connections after the grace period. */
const close = (server: Server) =>
  Effect.async<void>((resume) => {
    const cut = setTimeout(() => server.closeAllConnections(), grace)
    // A connection with a request in flight becomes idle later, and Node would keep it alive.
    const idle = setInterval(() => server.closeIdleConnections(), idleCheck)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(idle)
      resume(Effect.void)
    })
  })

/** Serves on the listener. On a stop, the streams end first, then the requests finish (8 s at most), then the port closes. */
export const layer = Layer.scoped(
  HttpServer.HttpServer,
  Effect.gen(function*() {
    const { address, handle, refuse, server } = yield* Listener
    const streams = yield* EventStreams
    const front = yield* makeFront
    sendBeforeClosing(server)
    yield* Effect.addFinalizer(() => Effect.zipRight(streams.close, close(server)))
    return HttpServer.make({
      address: { _tag: "TcpAddress", hostname: address.address, port: address.port },
      serve: (app, middleware) =>
        Effect.flatMap(middleware === undefined ? NodeHttpServer.makeHandler(app) : NodeHttpServer.makeHandler(app, middleware),
          (handler) => Effect.acquireRelease(Effect.sync(() => handle(front(handler))), () => Effect.sync(refuse)))
    })
  })
)
