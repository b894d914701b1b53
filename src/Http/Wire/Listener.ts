import { HttpServerError } from "@effect/platform"
import { Context, Duration, Effect, Layer } from "effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import type { Duplex } from "node:stream"
import { Environment } from "../../Config/Environment.ts"
import { descriptorLimit } from "../../Metrics.ts"
import { ClientLimits } from "./ClientLimits.ts"
import { malformed, notReady, noTunnel } from "./Refusals.ts"

/** Descriptors that clients' connections must leave free: for the database, the log, the bot and a backup. */
const most = 64

/** If the limit is too low to keep that many free, this part of it is kept free, so that the service can always store, log and send. */
const reserved = (limit: number): number => Math.min(most, Math.ceil(limit * 0.6))

/**
 * How many connections are accepted. Without a free descriptor, the system closes new connections without notifying the process,
 * and no file can be opened.
 */
export const connectionBound = (connections: number, limit: number | undefined): number =>
  limit === undefined ? connections : Math.max(1, Math.min(connections, limit - reserved(limit)))

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

interface Pipelining {
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
const oneAtATime = (mostWaiting: number, handle: Handler): Pipelining => {
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

/** The responses to requests whose clients send no body before they get 100 (RFC 9110, 10.1.1). */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** A request with `Expect: 100-continue`. If it is refused before its body is wanted, no body follows, and the connection cannot be used again. */
const awaitsContinue = (request: IncomingMessage, response: ServerResponse): void => {
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

/**
 * Closes a connection whose client still sends a body after its response. Up to the bounds, Node reads and drops the rest, so that
 * a client that was refused early can read its response and keep its connection.
 */
const boundUnread = ({ bytes, millis }: { readonly bytes: number; readonly millis: number }): Handler => (request, response) => {
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
    server.maxConnections = connectionBound(connections, descriptorLimit())
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
