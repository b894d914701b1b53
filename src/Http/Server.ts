import { HttpServer, HttpServerError } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Duration, Effect, Layer } from "effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Environment } from "../Config/Environment.ts"
import { answerAtOnce } from "./AnswerAtOnce.ts"
import { EventStreams } from "./EventStreams.ts"
import { Limits } from "./Limits.ts"
import { ReadyAnswers } from "./ReadyAnswers.ts"
import { malformed, noHost, notReady } from "./Refusals.ts"
import { makeTraffic } from "./Traffic.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** How long a stop waits for requests in flight. */
const grace = Duration.toMillis("10 seconds")
const idleCheck = Duration.toMillis("50 millis")

/** Longer than the usual 60 s of a proxy in front, so that it never picks a connection that is about to close. */
const keepAliveTimeout = Duration.toMillis("65 seconds")

const listen = (server: Server, host: string, port: number) =>
  Effect.async<AddressInfo, HttpServerError.ServeError>((resume) => {
    const refused = (cause: Error) => resume(Effect.fail(new HttpServerError.ServeError({ cause })))
    server.once("error", refused)
    server.listen({ host, port }, () => {
      server.off("error", refused)
      resume(Effect.succeed(server.address() as AddressInfo))
    })
  })

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

/**
 * The listening server and the one owner of its requests: what is ready is answered at once, the rest by the handlers.
 * It stops in this order: streams end, requests finish (10 s at most), the port closes.
 */
export const layer = Layer.scoped(
  HttpServer.HttpServer,
  Effect.gen(function*() {
    const { host, port } = yield* Environment
    const { connections, connectionsCheckingInterval, headersTimeout, requestTimeout } = yield* Limits
    const streams = yield* EventStreams
    const atOnce = answerAtOnce(yield* ReadyAnswers, streams)
    const traffic = makeTraffic()
    let handler: Handler = notReady

    const server = createServer(
      { headersTimeout, requestTimeout, connectionsCheckingInterval, keepAliveTimeout, requireHostHeader: false },
      (request, response) => {
        const begun = performance.now()
        if (request.headers.host === undefined && request.httpVersion === "1.1") noHost(response)
        else if (handler !== notReady && atOnce(request, response)) traffic.answered(request.url ?? "", begun)
        else {
          traffic.follow(request, response, begun)
          handler(request, response)
        }
      }
    )
    server.maxConnections = connections
    server.on("clientError", malformed)
    // What a client expects beyond "100-continue" may be ignored: the request is answered as it is.
    server.on("checkExpectation", (request, response) => server.emit("request", request, response))
    const address = yield* listen(server, host, port)
    yield* Effect.addFinalizer(() => Effect.zipRight(streams.close, close(server)))

    return HttpServer.make({
      address: { _tag: "TcpAddress", hostname: address.address, port: address.port },
      serve: (app, middleware) =>
        Effect.flatMap(middleware === undefined ? NodeHttpServer.makeHandler(app) : NodeHttpServer.makeHandler(app, middleware), (made) =>
          Effect.acquireRelease(
            Effect.sync(() => {
              handler = made
            }),
            () => Effect.sync(() => {
              handler = notReady
            })
          ))
    })
  })
)
