import { HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Duration, Effect, FiberRef, Layer, LogLevel, Runtime } from "effect"
import type { IncomingMessage, Server } from "node:http"
import type { Socket } from "node:net"
import { Environment } from "../Config/Environment.ts"
import { answerAtOnce } from "./AtOnce.ts"
import { ReadyAnswers } from "./AtOnce/ReadyBodies.ts"
import { EventStreams } from "./Handlers/EventStreams.ts"
import { LongAnswers } from "./LongAnswers.ts"
import { pathOf } from "./Routes.ts"
import { Limits } from "./Wire/Limits.ts"
import { Listener } from "./Wire/Listener.ts"
import type { Handler } from "./Wire/Pipelining.ts"
import { refusedForHeaders } from "./Wire/Refusals.ts"
import { makeTraffic } from "./Wire/Traffic.ts"

/** How long a stop waits for requests in flight. */
const grace = Duration.toMillis("10 seconds")
const idleCheck = Duration.toMillis("50 millis")

/**
 * Node takes a connection for idle, and cuts it off, as soon as its answer was handed over: one that still has bytes to
 * send would lose them. Idle ones are left until there is none of these.
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

/** Waits for the requests in flight, and cuts off what is left after the grace. */
const close = (server: Server) =>
  Effect.async<void>((resume) => {
    const cut = setTimeout(() => server.closeAllConnections(), grace)
    // A connection whose request was in flight becomes idle later, and Node would keep it alive.
    const idle = setInterval(() => server.closeIdleConnections(), idleCheck)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(idle)
      resume(Effect.void)
    })
  })

/** Logs a request that was answered at once; undefined unless debug lines are logged, so that it costs nothing otherwise. */
const debugAtOnce = Effect.gen(function*() {
  const level = yield* FiberRef.get(FiberRef.currentMinimumLogLevel)
  if (LogLevel.greaterThan(level, LogLevel.Debug)) return undefined
  const run = Runtime.runFork(yield* Effect.runtime())
  return ({ method, url = "" }: IncomingMessage): void =>
    void run(Effect.annotateLogs(Effect.logDebug("request answered at once"), { service: "http", method, path: pathOf(url) }))
})

/**
 * The one owner of the listener's requests: what is ready is answered at once, the rest by the handlers.
 * It stops in this order: streams end, requests finish (10 s at most), the port closes.
 */
export const layer = Layer.scoped(
  HttpServer.HttpServer,
  Effect.gen(function*() {
    const { address, handle, refuse, server } = yield* Listener
    const streams = yield* EventStreams
    sendBeforeClosing(server)
    const refusedAtOnce = refusedForHeaders((yield* Limits).headers, (yield* Environment).allowedHosts)
    const atOnce = answerAtOnce(yield* ReadyAnswers, streams, yield* LongAnswers)
    const traffic = makeTraffic()
    const debug = yield* debugAtOnce

    const ownRequests = (handler: Handler) =>
      handle((request, response) => {
        const begun = performance.now()
        if (refusedAtOnce(request, response)) return
        if (atOnce(request, response)) {
          traffic.answered(request.url ?? "", begun)
          debug?.(request)
        } else {
          traffic.follow(request, response, begun)
          handler(request, response)
        }
      })

    yield* Effect.addFinalizer(() => Effect.zipRight(streams.close, close(server)))
    return HttpServer.make({
      address: { _tag: "TcpAddress", hostname: address.address, port: address.port },
      serve: (app, middleware) =>
        Effect.flatMap(middleware === undefined ? NodeHttpServer.makeHandler(app) : NodeHttpServer.makeHandler(app, middleware),
          (handler) => Effect.acquireRelease(Effect.sync(() => ownRequests(handler)), () => Effect.sync(refuse)))
    })
  })
)
