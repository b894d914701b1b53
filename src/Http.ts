import { Headers, HttpMiddleware } from "@effect/platform"
import { Layer } from "effect"
import * as EventStreams from "./Http/EventStreams.ts"
import * as ReadyBodies from "./Http/FastPath/ReadyBodies.ts"
import * as Handlers from "./Http/Handlers.ts"
import * as Metrics from "./Http/Handlers/Metrics.ts"
import * as OpenApiDocument from "./Http/Handlers/OpenApiDocument.ts"
import * as Pages from "./Http/Handlers/Pages.ts"
import * as LongResponses from "./Http/LongResponses.ts"
import { prometheus } from "./Http/Paths.ts"
import { routeOf } from "./Http/Routes.ts"
import * as Server from "./Http/Server.ts"

/** Monitoring polls these paths every few seconds, so their traces would hide all others. */
const untraced: ReadonlyArray<string> = [prometheus, "/api/health"]

/** The API, its documentation, the pages and the metrics, served on the listener. */
export const served = (handlers: typeof Handlers.layer) =>
  handlers.pipe(
    Layer.provide([OpenApiDocument.layer, Pages.layer, Metrics.layer]),
    HttpMiddleware.withSpanNameGenerator(({ method, url }) => `${method} ${routeOf(url)}`),
    HttpMiddleware.withTracerDisabledWhen(({ url }) => untraced.includes(routeOf(url))),
    Layer.locallyWith(Headers.currentRedactedNames, (names) => [...names, "x-admin-token"]),
    Layer.provideMerge(Server.layer),
    Layer.provide(Layer.mergeAll(EventStreams.layer, LongResponses.layer, ReadyBodies.layer))
  )

export const layer = served(Handlers.layer)
