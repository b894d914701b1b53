import { HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer } from "effect"
import * as Http from "../../src/Http.ts"
import * as FirstSetup from "../../src/Http/Access/FirstSetup.ts"
import * as EventStreams from "../../src/Http/EventStreams.ts"
import * as ReadyBodies from "../../src/Http/FastPath/ReadyBodies.ts"
import { makeFront } from "../../src/Http/Front.ts"
import * as LongResponses from "../../src/Http/LongResponses.ts"
import type { Handler } from "../../src/Http/Wire/Listener.ts"

/** Passes requests to the service's own handlers, without a socket. */
export class Port extends Context.Tag("simulation/Port")<Port, { handler: Handler }>() {}

const server = Layer.effect(
  HttpServer.HttpServer,
  Effect.map(Port, (port) =>
    HttpServer.make({
      address: { _tag: "TcpAddress", hostname: "127.0.0.1", port: 0 },
      serve: (app, middleware) =>
        Effect.map(
          middleware === undefined ? NodeHttpServer.makeHandler(app) : NodeHttpServer.makeHandler(app, middleware),
          (handler) => {
            port.handler = handler
          }
        )
    }))
)

const notListening: Handler = (_request, response) => response.writeHead(503).end()

/** The API without the pages and the reference, which are slow to build and show no figure. */
export const layer = Http.handlersLayer.pipe(
  Layer.provide(FirstSetup.layer),
  Layer.provide(server),
  Layer.provideMerge(Layer.sync(Port, () => ({ handler: notListening })))
)

/** The bodies from which the front responds directly. */
export const readyLayer = Layer.mergeAll(EventStreams.layer, LongResponses.layer, ReadyBodies.layer)

/** The service's front before the handlers, which are built on first use. */
export const listener = (port: () => typeof Port.Service) =>
  Effect.map(makeFront, (front) => front((request, response) => port().handler(request, response)))
