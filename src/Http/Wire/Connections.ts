import { Effect } from "effect"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { connectionRefused, descriptorLimit } from "../../Metrics.ts"

/** Descriptors that clients' connections must leave free: for the database, the log, the bot and a backup. */
const most = 64

/** If the limit is too low to keep that many free, this part of it is kept free, so that the service can always store, log and send. */
const reserved = (limit: number): number => Math.min(most, Math.ceil(limit * 0.6))

/**
 * How many connections are accepted. Without a free descriptor, the system closes new connections without notifying the process,
 * and no file can be opened. The bound keeps some descriptors free, and Node reports each connection that it refuses.
 */
export const connectionBound = (connections: number, limit: number | undefined): number =>
  limit === undefined ? connections : Math.max(1, Math.min(connections, limit - reserved(limit)))

/** After this time without a refused connection, the service logs that connections are accepted again. */
const quietAfter = "1 minute"

/** Sets the bound, counts refused connections, and logs once when refusals begin and once when they end. */
export const boundConnections = (server: Server, connections: number) =>
  Effect.gen(function*() {
    const limit = descriptorLimit()
    const bound = connectionBound(connections, limit)
    server.maxConnections = bound
    const latch = yield* Effect.makeLatch(false)
    const refused = connectionRefused()
    let count = 0
    server.on("drop", () => {
      count++
      refused.update(1)
      latch.unsafeOpen()
    })
    const untilQuiet: Effect.Effect<void> = Effect.suspend(() => {
      const before = count
      return Effect.zipRight(Effect.sleep(quietAfter), Effect.suspend(() => count === before ? Effect.void : untilQuiet))
    })
    const why = bound === connections
      ? "as many are open as the service takes"
      : "as many are open as its file descriptors allow, raise that limit (ulimit -n, LimitNOFILE)"
    const follow = latch.await.pipe(
      Effect.zipRight(Effect.annotateLogs(Effect.logWarning(`connections are refused: ${why}`), {
        connections: bound,
        ...(limit === undefined ? {} : { descriptors: limit })
      })),
      Effect.zipRight(untilQuiet),
      Effect.zipRight(Effect.suspend(() => {
        const total = count
        count = 0
        latch.unsafeClose()
        return Effect.annotateLogs(Effect.logInfo("connections are no longer refused"), { refused: total })
      })),
      Effect.annotateLogs({ service: "http" })
    )
    yield* Effect.forkScoped(Effect.forever(follow))
  })

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
