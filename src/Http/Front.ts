import { HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Duration, Effect, FiberRef, Layer, LogLevel, type MetricHook, Runtime } from "effect"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { inFlight } from "../Concurrency/Deadline.ts"
import { Environment } from "../Config/Environment.ts"
import { httpDurationHistogram, httpRequestCounter } from "../Metrics.ts"
import { EventStreams } from "./EventStreams.ts"
import { fastAccess, fastPath } from "./FastPath.ts"
import { ReadyBodies } from "./FastPath/ReadyBodies.ts"
import { withHeaders } from "./Headers.ts"
import { awaitRoom, LongResponses } from "./LongResponses.ts"
import { eventsEndpoint, pathOf, routeOf } from "./Routes.ts"
import { ClientLimits } from "./Wire/ClientLimits.ts"
import { type Handler, Listener } from "./Wire/Listener.ts"
import { refusedForHeaders } from "./Wire/Refusals.ts"

const knownMethods = new Set(["GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH"])

/** The status that nginx logs when the client disconnects before its response. */
const clientClosedRequest = 499

interface RouteFigures {
  readonly duration: MetricHook.MetricHook.Histogram | undefined
  readonly counters: Map<string, MetricHook.MetricHook.Counter<number>>
  ready: MetricHook.MetricHook.Counter<number> | undefined
}

const figuresOf = (route: string): RouteFigures => ({
  // A stream lasts as long as its page is open, so its duration does not measure the service's speed.
  duration: route === eventsEndpoint.path ? undefined : httpDurationHistogram(route),
  counters: new Map(),
  ready: undefined
})

/** Counts the listener's requests by declared path, so that no raw URL becomes a label. */
const makeTraffic = () => {
  const routes = new Map<string, RouteFigures>()

  const figures = (route: string): RouteFigures => {
    const known = routes.get(route) ?? figuresOf(route)
    routes.set(route, known)
    return known
  }

  const count = (route: string, method: string, status: number, begun: number) => {
    const { counters, duration } = figures(route)
    const shown = knownMethods.has(method) ? method : "other"
    const key = `${shown} ${status}`
    const counter = counters.get(key) ?? httpRequestCounter(shown, route, status)
    counters.set(key, counter)
    counter.update(1)
    duration?.update((performance.now() - begun) / 1000)
  }

  return {
    /** Counts a GET to which the fast path responded with 200; `begun` is its start by `performance.now()`. */
    responded: (path: string, begun: number): void => {
      const known = routes.get(path) ?? figures(path)
      known.ready ??= httpRequestCounter("GET", path, 200)
      known.ready.update(1)
      known.duration?.update((performance.now() - begun) / 1000)
    },
    follow: (request: IncomingMessage, response: ServerResponse, begun: number): void => {
      response.once("close", () => {
        const status = response.headersSent ? response.statusCode : clientClosedRequest
        count(routeOf(request.url ?? ""), request.method ?? "", status, begun)
      })
    }
  }
}

/** Logs a request whose response came from memory; undefined unless debug lines are logged, so that it costs nothing otherwise. */
const debugFastPath = Effect.gen(function*() {
  const level = yield* FiberRef.get(FiberRef.currentMinimumLogLevel)
  if (LogLevel.greaterThan(level, LogLevel.Debug)) return undefined
  const run = Runtime.runFork(yield* Effect.runtime())
  return ({ method, url = "" }: IncomingMessage): void =>
    void run(Effect.annotateLogs(Effect.logDebug("request answered from memory"), { service: "http", method, path: pathOf(url) }))
})

/**
 * The order in which a request passes through the service, for the port and for the simulation: its headers are checked; the fast
 * path sends a response that is ready; all other requests are counted and go through `middleware` to the handlers.
 */
export const makeFront = Effect.gen(function*() {
  const isRefused = refusedForHeaders((yield* ClientLimits).headers, (yield* Environment).allowedHosts)
  const mayRead = yield* fastAccess
  const ready = fastPath(yield* ReadyBodies, yield* EventStreams, yield* LongResponses)
  const traffic = makeTraffic()
  const debug = yield* debugFastPath

  return (handler: Handler): Handler => (request, response) => {
    const begun = performance.now()
    if (isRefused(request, response)) return
    const handle = () => {
      traffic.follow(request, response, begun)
      handler(request, response)
    }
    const found = ready(request)
    if (found === undefined || !mayRead(request, found.need) || !found.respond(response)) return handle()
    traffic.responded(found.path, begun)
    debug?.(request)
  }
})

/** The middleware of every handler. */
export const middleware = Effect.map(LongResponses, (room) => withHeaders(awaitRoom(room)))

const grace = Duration.toMillis(inFlight)
const idleCheck = Duration.toMillis("50 millis")

/**
 * Node counts a connection as idle as soon as its response is handed over, and closes it although bytes are not yet sent, which are
 * then lost. This closes no idle connection while any connection has unsent bytes. A connection that has sent nothing, such as a
 * browser's spare one, is idle as well, which Node does not count so.
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
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
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
