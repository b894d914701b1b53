import { Headers, HttpApiBuilder, HttpMiddleware, HttpRouter } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { flow, Layer } from "effect"
import { Api } from "./Api.ts"
import * as AdminAccess from "./Http/AdminAccess.ts"
import * as Admin from "./Http/Admin.ts"
import * as Dashboard from "./Http/Dashboard.ts"
import * as EventStreams from "./Http/EventStreams.ts"
import { withHeaders } from "./Http/Headers.ts"
import * as Metrics from "./Http/Metrics.ts"
import * as Pages from "./Http/Pages.ts"
import * as Problems from "./Http/Problems.ts"
import * as ReadyAnswers from "./Http/ReadyAnswers.ts"
import { withRequestId } from "./Http/RequestId.ts"
import { readingOfPaths, routeOf } from "./Http/Routes.ts"
import * as Server from "./Http/Server.ts"

const handlers = Layer.provide(
  HttpApiBuilder.api(Api),
  [Dashboard.layer, Layer.provide(Admin.layer, AdminAccess.layer)]
)

const documentation = Layer.provide(HttpApiBuilder.middlewareOpenApi({ path: "/openapi.json" }), handlers)

/** Asked every few seconds by a machine: their traces would drown all others. */
const untraced = ["/metrics", "/api/health"]

/** The API, its documentation and the pages, served; what they ask stands behind them. */
export const layer = HttpApiBuilder.serve(flow(withHeaders, withRequestId, HttpMiddleware.withLoggerDisabled)).pipe(
  Layer.provide([handlers, documentation, Pages.layer, Metrics.layer, Problems.layer]),
  Layer.provide(NodeHttpServer.layerContext),
  Layer.provide(HttpRouter.setRouterConfig(readingOfPaths)),
  HttpMiddleware.withSpanNameGenerator(({ method, url }) => `${method} ${routeOf(url)}`),
  HttpMiddleware.withTracerDisabledWhen(({ url }) => untraced.includes(routeOf(url))),
  Layer.locallyWith(Headers.currentRedactedNames, (names) => [...names, "x-admin-token"]),
  Layer.provideMerge(Server.layer),
  Layer.provide(Layer.merge(EventStreams.layer, ReadyAnswers.layer))
)
