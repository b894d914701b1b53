import { Headers, HttpApiBuilder, HttpMiddleware, HttpRouter } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { flow, Layer } from "effect"
import { Api } from "./Api.ts"
import * as AdminAccess from "./Http/Access/AdminAccess.ts"
import * as ReadyAnswers from "./Http/AtOnce/ReadyBodies.ts"
import * as Problems from "./Http/ErrorResponses.ts"
import * as Server from "./Http/Front.ts"
import * as Admin from "./Http/Handlers/Admin.ts"
import * as Dashboard from "./Http/Handlers/Dashboard.ts"
import * as EventStreams from "./Http/Handlers/EventStreams.ts"
import * as Metrics from "./Http/Handlers/Metrics.ts"
import * as Pages from "./Http/Handlers/Pages.ts"
import { withHeaders } from "./Http/Headers.ts"
import * as LongAnswers from "./Http/LongAnswers.ts"
import { withRequestId } from "./Http/RequestId.ts"
import { readingOfPaths, routeOf } from "./Http/Routes.ts"

const handlers = Layer.provide(
  HttpApiBuilder.api(Api),
  [Dashboard.layer, Layer.provide(Admin.layer, AdminAccess.layer)]
)

const documentation = Layer.provide(HttpApiBuilder.middlewareOpenApi({ path: "/openapi.json" }), handlers)

/** Asked every few seconds by a machine: their traces would drown all others. */
const untraced = ["/metrics", "/api/health"]

/** The API, its documentation and the pages, served; what they ask stands behind them. */
export const layer = HttpApiBuilder.serve(flow(withHeaders, withRequestId, LongAnswers.withRoom, HttpMiddleware.withLoggerDisabled)).pipe(
  Layer.provide([handlers, documentation, Pages.layer, Metrics.layer, Problems.layer]),
  Layer.provide(NodeHttpServer.layerContext),
  Layer.provide(HttpRouter.setRouterConfig(readingOfPaths)),
  HttpMiddleware.withSpanNameGenerator(({ method, url }) => `${method} ${routeOf(url)}`),
  HttpMiddleware.withTracerDisabledWhen(({ url }) => untraced.includes(routeOf(url))),
  Layer.locallyWith(Headers.currentRedactedNames, (names) => [...names, "x-admin-token"]),
  Layer.provideMerge(Server.layer),
  Layer.provide(Layer.mergeAll(EventStreams.layer, LongAnswers.layer, ReadyAnswers.layer))
)
