import { HttpApiBuilder, HttpMiddleware } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { flow, Layer } from "effect"
import { Api } from "./Api.ts"
import * as AdminAccess from "./Http/AdminAccess.ts"
import * as Admin from "./Http/Admin.ts"
import * as Dashboard from "./Http/Dashboard.ts"
import * as EventStreams from "./Http/EventStreams.ts"
import { withHeaders } from "./Http/Headers.ts"
import * as Pages from "./Http/Pages.ts"
import * as Problems from "./Http/Problems.ts"
import * as ReadyAnswers from "./Http/ReadyAnswers.ts"
import * as Server from "./Http/Server.ts"

const handlers = Layer.provide(
  HttpApiBuilder.api(Api),
  [Dashboard.layer, Layer.provide(Admin.layer, AdminAccess.layer)]
)

const documentation = Layer.provide(HttpApiBuilder.middlewareOpenApi({ path: "/openapi.json" }), handlers)

/** The API, its documentation and the pages, served; what they ask stands behind them. */
export const layer = HttpApiBuilder.serve(flow(withHeaders, HttpMiddleware.withLoggerDisabled)).pipe(
  Layer.provide([handlers, documentation, Pages.layer, Problems.layer]),
  Layer.provide(NodeHttpServer.layerContext),
  Layer.provideMerge(Server.layer),
  Layer.provide(Layer.merge(EventStreams.layer, ReadyAnswers.layer))
)
