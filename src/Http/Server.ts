import { HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Duration, Effect, Layer } from "effect"
import { createServer, type Server } from "node:http"
import { Environment } from "../Config/Environment.ts"

/** Completed when the service stops: what would never end by itself ends then. */
export class Draining extends Context.Tag("Draining")<Draining, {
  readonly begun: Effect.Effect<void>
}>() {}

/** How long a stop waits for requests in flight. */
const grace = Duration.seconds(10)

const headersTimeout = Duration.toMillis("10 seconds")
const requestTimeout = Duration.toMillis("30 seconds")
const connectionsCheckingInterval = Duration.toMillis("2 seconds")
/** Longer than the usual 60 s of a proxy in front, so that it never picks a connection that is about to close. */
const keepAliveTimeout = Duration.toMillis("65 seconds")

const notReady = (server: Server) =>
  server.on("request", (_request, response) => {
    // The one listener there is before the service is wired, and after it has stopped.
    if (server.listenerCount("request") === 1) response.writeHead(503, { "retry-after": "1", connection: "close" }).end()
  })

/** Who offers to speak h2c as well is answered over HTTP/1.1: the listener for upgrades would not get the request's body. */
const withoutUpgrade = (server: Server) => server.on("connection", () => server.removeAllListeners("upgrade"))

/** The listening server. Its scope ends in this order: streams end, requests finish (10 s at most), the port closes. */
export const layer = Layer.scopedContext(
  Effect.gen(function*() {
    const { host, port } = yield* Environment
    const draining = yield* Effect.makeLatch(false)
    const node = createServer({ headersTimeout, requestTimeout, connectionsCheckingInterval, keepAliveTimeout })
    notReady(node)
    withoutUpgrade(node)
    const server = yield* NodeHttpServer.make(() => node, { host, port })
    // Added after the server, so it runs before the server waits for its last response.
    yield* Effect.addFinalizer(() =>
      Effect.zipRight(
        draining.open,
        Effect.sync(() => setTimeout(() => node.closeAllConnections(), Duration.toMillis(grace)).unref())
      )
    )
    return Context.make(HttpServer.HttpServer, server).pipe(Context.add(Draining, { begun: draining.await }))
  })
)
