import { HttpApiBuilder, HttpRouter } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { Api } from "../Api.ts"
import * as Attempts from "./Access/Attempts.ts"
import * as Gate from "./Access/Gate.ts"
import { asErrors } from "./ErrorResponses.ts"
import { middleware } from "./Front.ts"
import * as Admin from "./Handlers/Admin.ts"
import * as Dashboard from "./Handlers/Dashboard.ts"
import * as People from "./Handlers/People.ts"
import * as Session from "./Handlers/Session.ts"
import { readingOfPaths } from "./Routes.ts"

/** The declared API with its handlers. */
export const api = Layer.provide(
  HttpApiBuilder.api(Api),
  Layer.provide(Layer.mergeAll(Dashboard.layer, Session.layer, Admin.layer, People.layer), [Gate.identified, Attempts.layer])
)

/** Every request to a route passes the gate, and every error gets its declared shape. */
const gate = HttpApiBuilder.middleware(Effect.map(Gate.Gate, ({ guard }) => (app) => asErrors(guard(app)))).pipe(
  Layer.provide(Layer.provide(Gate.layer, Attempts.layer))
)

/** The API and the routes that are provided to it, behind the middleware, on the server. */
export const layer = HttpApiBuilder.serve(middleware).pipe(
  Layer.provide([api, gate]),
  Layer.provide(NodeHttpServer.layerContext),
  Layer.provide(HttpRouter.setRouterConfig(readingOfPaths))
)
