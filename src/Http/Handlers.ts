import { HttpApiBuilder, HttpRouter } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Layer } from "effect"
import { Api } from "../Api.ts"
import * as AdminAccess from "./Access/AdminAccess.ts"
import * as ErrorResponses from "./ErrorResponses.ts"
import { middleware } from "./Front.ts"
import * as Admin from "./Handlers/Admin.ts"
import * as Dashboard from "./Handlers/Dashboard.ts"
import { readingOfPaths } from "./Routes.ts"

/** The declared API with its handlers. */
export const api = Layer.provide(HttpApiBuilder.api(Api), [Dashboard.layer, Layer.provide(Admin.layer, AdminAccess.layer)])

/** The API and whatever routes are provided to it, behind the middleware, on the server. */
export const layer = HttpApiBuilder.serve(middleware).pipe(
  Layer.provide([api, ErrorResponses.layer]),
  Layer.provide(NodeHttpServer.layerContext),
  Layer.provide(HttpRouter.setRouterConfig(readingOfPaths))
)
