import { HttpApiBuilder, HttpRouter, HttpServer, HttpServerRespondable } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Chunk, Effect, Layer } from "effect"
import { Api } from "../Api.ts"
import * as Attempts from "./Access/Attempts.ts"
import * as Gate from "./Access/Gate.ts"
import { asErrors } from "./ErrorResponses.ts"
import { middleware } from "./Front.ts"
import * as Admin from "./Handlers/Admin.ts"
import * as Dashboard from "./Handlers/Dashboard.ts"
import * as Feed from "./Handlers/Feed.ts"
import * as People from "./Handlers/People.ts"
import * as Session from "./Handlers/Session.ts"
import { isPlain, needOf, needOfUnknown, readingOfPaths } from "./Routes.ts"

/** The checks that refuse requests. A test replaces one, to show that the others still refuse, or that a proof notices. */
export interface Door {
  readonly gate: typeof Gate.layer
  /** Whether a URL is read at all. */
  readonly isPlain: (url: string) => boolean
}

const handlers = Layer.mergeAll(Dashboard.layer, Session.layer, Admin.layer, People.layer, Feed.layer).pipe(
  Layer.provide([Gate.admitted, Gate.identified, Attempts.layer])
)

/**
 * The application of all routes. The need of each is enforced at its own handler, so only the router reads the path, and a route
 * that declares no need fails at start.
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

/** The API and the routes that are provided to it, behind the middleware, on the server. */
export const behind = (door: Door) => {
  const gate = Layer.provide(door.gate, Attempts.layer)
  /** Every error gets its declared shape, and an unknown path passes the gate too. */
  const errors = HttpApiBuilder.middleware(
    Effect.map(Gate.Gate, ({ guard }) => asErrors(door.isPlain, (app) => guard(needOfUnknown, app)))
  )
  return Layer.unwrapEffect(Effect.map(app, (app) => HttpServer.serve(app, middleware))).pipe(
    Layer.provide([Layer.provide(HttpApiBuilder.api(Api), handlers), errors]),
    Layer.provide([HttpApiBuilder.Router.Live, HttpApiBuilder.Middleware.layer, gate]),
    Layer.provide(NodeHttpServer.layerContext),
    Layer.provide(HttpRouter.setRouterConfig(readingOfPaths))
  )
}

export const layer = behind({ gate: Gate.layer, isPlain })
