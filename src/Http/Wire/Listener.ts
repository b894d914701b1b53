import { HttpServerError } from "@effect/platform"
import { Context, Duration, Effect, Layer } from "effect"
import { createServer, type Server } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { Environment } from "../../Config/Environment.ts"
import { ClientLimits } from "./ClientLimits.ts"
import { awaitsContinue, boundConnections, boundUnread, type Handler, oneAtATime } from "./Connections.ts"
import { malformed, notReady, noTunnel } from "./Refusals.ts"

/**
 * The port. It is taken before the service does anything else, so that a second process on the same port changes nothing. While
 * there is no handler, at the start and the stop, requests get 503 with `Retry-After`.
 */
export class Listener extends Context.Tag("Listener")<Listener, {
  readonly server: Server
  readonly address: AddressInfo
  readonly handle: (handler: Handler) => void
  readonly refuse: () => void
}>() {}

/** Longer than the usual 60 s of a proxy in front, so that the proxy never uses a connection that is about to close. */
const keepAliveTimeout = Duration.toMillis("65 seconds")

/**
 * Cuts off a connection on which no byte was read or written. It spares a connection whose response is incomplete: the handler is
 * working, or the event stream is quiet. Between two requests, Node's keep-alive timeout applies instead.
 */
const cutStalled = (stalled: number) => (socket: Socket): void => {
  if (socket.timeout === stalled && socket.writableLength === 0) socket.setTimeout(stalled)
  else socket.destroy()
}

const listen = (server: Server, host: string, port: number) =>
  Effect.async<AddressInfo, HttpServerError.ServeError>((resume) => {
    const refused = (cause: Error) => resume(Effect.fail(new HttpServerError.ServeError({ cause })))
    server.once("error", refused)
    server.listen({ host, port }, () => {
      server.off("error", refused)
      resume(Effect.succeed(server.address() as AddressInfo))
    })
  })

/** Fails if the port is taken. A process may wait for days before it takes its port, and would be of no use then. */
export const probe = Effect.flatMap(Environment,
  ({ host, port }) =>
    Effect.acquireUseRelease(Effect.sync(() => createServer()), (server) => listen(server, host, port), (server) =>
      Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))))

export const layer = Layer.scoped(
  Listener,
  Effect.gen(function*() {
    const { host, port } = yield* Environment
    const { connections, connectionsCheckingInterval, headersTimeout, requestTimeout, stalled, unread, waiting } = yield* ClientLimits
    let handler: Handler = notReady
    const bound = boundUnread(unread)
    const pipelining = oneAtATime(waiting, (request, response) => {
      bound(request, response)
      handler(request, response)
    })
    const server = createServer(
      { headersTimeout, requestTimeout, connectionsCheckingInterval, keepAliveTimeout, requireHostHeader: false },
      pipelining.receive
    )
    yield* boundConnections(server, connections)
    server.setTimeout(stalled, cutStalled(stalled))
    server.on("clientError", malformed(pipelining))
    server.on("connect", noTunnel(pipelining))
    server.on("checkContinue", (request, response) => {
      awaitsContinue(request, response)
      server.emit("request", request, response)
    })
    // A server may ignore an `Expect` other than 100-continue, so the request is handled normally.
    server.on("checkExpectation", (request, response) => server.emit("request", request, response))
    const address = yield* Effect.acquireRelease(listen(server, host, port), () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      }))
    return {
      server,
      address,
      handle: (next) => {
        handler = next
      },
      refuse: () => {
        handler = notReady
      }
    }
  })
)
