import { Etag, HttpApiBuilder, HttpMiddleware, HttpPlatform, HttpRouter, HttpServer, HttpServerRespondable } from "@effect/platform"
import { NodeFileSystem, NodePath } from "@effect/platform-node"
import { Chunk, Effect, Layer } from "effect"
import { Api } from "./Api.ts"
import * as Attempts from "./Http/Access/Attempts.ts"
import * as FirstSetup from "./Http/Access/FirstSetup.ts"
import * as Gate from "./Http/Access/Gate.ts"
import { asErrors } from "./Http/ErrorResponses.ts"
import * as EventStreams from "./Http/EventStreams.ts"
import * as ReadyBodies from "./Http/FastPath/ReadyBodies.ts"
import * as Front from "./Http/Front.ts"
import { middleware } from "./Http/Front.ts"
import * as Admin from "./Http/Handlers/Admin.ts"
import * as Dashboard from "./Http/Handlers/Dashboard.ts"
import * as Feed from "./Http/Handlers/Feed.ts"
import * as Metrics from "./Http/Handlers/Metrics.ts"
import * as NewShop from "./Http/Handlers/NewShop.ts"
import * as Pages from "./Http/Handlers/Pages.ts"
import * as People from "./Http/Handlers/People.ts"
import * as Session from "./Http/Handlers/Session.ts"
import * as LongResponses from "./Http/LongResponses.ts"
import { isPlain, needOf, needOfUnknown, readingOfPaths } from "./Http/Routes.ts"

/**
 * The checks that refuse requests. A test replaces one of them to show that the others still refuse, or that a proof detects the
 * missing check.
 */
export interface AccessChecks {
  readonly gate: typeof Gate.layer
  /** Whether the path of a URL is in its plain form. Other URLs are refused unread. */
  readonly isPlain: (url: string) => boolean
}

const handlers = Layer.mergeAll(Dashboard.layer, Session.layer, NewShop.layer, Admin.layer, People.layer, Feed.layer).pipe(
  Layer.provide([Gate.admitted, Gate.identified, Attempts.layer])
)

/**
 * The application with all routes. A route's need is enforced at its own handler, so only the router interprets the path. The
 * service does not start with a route that declares no need.
 */
const app = Effect.gen(function*() {
  const { guard } = yield* Gate.Gate
  const service = yield* HttpApiBuilder.Router
  const guarded = Effect.map(service.router, ({ routes }) =>
    HttpRouter.fromIterable(
      Chunk.map(routes, ({ handler, method, path, uninterruptible }) =>
        HttpRouter.makeRoute(method, path, guard(needOf({ method, path }), Effect.flatMap(handler, HttpServerRespondable.toResponse)), {
          uninterruptible
        }))
    ))
  return yield* Effect.provideService(HttpApiBuilder.httpApp, HttpApiBuilder.Router, { ...service, router: guarded })
})

/** Serves the API and the given routes, behind the middleware. */
export const behind = (checks: AccessChecks) => {
  const gate = Layer.provide(checks.gate, Attempts.layer)
  /** Gives every error its declared form. An unknown path has to pass the gate, too. */
  const errors = HttpApiBuilder.middleware(
    Effect.map(Gate.Gate, ({ guard }) => asErrors(checks.isPlain, (app) => guard(needOfUnknown, app)))
  )
  return Layer.unwrapEffect(Effect.zipWith(app, middleware, (app, middleware) => HttpServer.serve(app, middleware))).pipe(
    Layer.provide([Layer.provide(HttpApiBuilder.api(Api), handlers), errors]),
    Layer.provide([HttpApiBuilder.Router.Live, HttpApiBuilder.Middleware.layer, gate]),
    // What HttpApi requires of a platform. `NodeHttpServer.layerContext` has it too, and loads workers, a terminal and 1,200 types of files.
    Layer.provide([HttpPlatform.layer, Etag.layerWeak, NodePath.layer]),
    Layer.provide(NodeFileSystem.layer),
    Layer.provide(HttpRouter.setRouterConfig(readingOfPaths)),
    // Each request would parse its address and copy its headers for a span that nobody reads.
    HttpMiddleware.withTracerDisabledWhen(() => true)
  )
}

export const handlersLayer = behind({ gate: Gate.layer, isPlain })

/** The API, its documentation, the pages and the metrics, served on the listener. */
export const served = (handlers: typeof handlersLayer) =>
  handlers.pipe(
    Layer.provide([Pages.openApiLayer, Pages.layer, Metrics.layer]),
    Layer.provideMerge(Front.layer),
    Layer.provideMerge(FirstSetup.layer),
    Layer.provide(Layer.mergeAll(EventStreams.layer, LongResponses.layer, ReadyBodies.layer))
  )

export const layer = served(handlersLayer)
