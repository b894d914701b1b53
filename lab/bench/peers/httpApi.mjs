import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpServerRequest,
  HttpServerResponse
} from "@effect/platform"
import { NodeHttpServer, NodeRuntime } from "@effect/platform-node"
import Sqlite from "better-sqlite3"
import { Clock, Context, Effect, Layer, Metric, Random, Schema } from "effect"
import { createServer } from "node:http"
import * as figures from "./figures.mjs"

/**
 * HttpApi and the server of @effect/platform-node, as their documentation recommends, with what every response of the service has: a
 * gate, the security headers, a request's id, counters. The body is encoded once a second.
 */
const db = new Sqlite(process.argv[2], { readonly: true })
const statement = db.prepare(figures.daysSince)
const ready = figures.metrics(figures.localNow(), (date) => statement.all(date))
db.close()

class Person extends Context.Tag("Person")() {}

class Gate extends HttpApiMiddleware.Tag()("Gate", { provides: Person }) {}

const Api = HttpApi.make("peer").add(
  HttpApiGroup.make("figures").add(
    HttpApiEndpoint.get("metrics", "/api/metrics").addSuccess(Schema.Record({ key: Schema.String, value: Schema.Unknown })).middleware(Gate)
  )
)

/** An open service: a client without a credential may read. */
const gate = Layer.succeed(Gate,
  Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => ({ role: headers["x-admin-token"] === undefined ? "view" : "admin" })))

let encoded = { second: 0, body: Buffer.alloc(0) }

const handlers = HttpApiBuilder.group(Api, "figures",
  (group) =>
    group.handleRaw("metrics", () =>
      Effect.map(Clock.currentTimeMillis, (millis) => {
        const second = Math.floor(millis / 1000)
        if (second !== encoded.second) {
          ready.server_now = figures.instant(figures.localNow())
          encoded = { second, body: Buffer.from(JSON.stringify(ready)) }
        }
        return HttpServerResponse.uint8Array(encoded.body, { contentType: "application/json" })
      })))

const requests = Metric.counter("http_requests_total", { incremental: true }).pipe(
  Metric.tagged("method", "GET"),
  Metric.tagged("route", "/api/metrics"),
  Metric.tagged("status", "200")
)
const durations = Metric.timer("http_request_duration").pipe(Metric.tagged("route", "/api/metrics"))

const freshId = Effect.map(Random.nextIntBetween(0, 2 ** 48), (number) => number.toString(16).padStart(12, "0"))

/** Counts a request, gives it an id that its log lines carry, too, and sets the headers of its response. */
const observed = HttpApiBuilder.middleware((app) =>
  Effect.gen(function*() {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const id = headers["x-request-id"] ?? (yield* freshId)
    const response = yield* Effect.annotateLogs(app, "request_id", id).pipe(Metric.trackDuration(durations))
    yield* Metric.increment(requests)
    return HttpServerResponse.setHeaders(response, { ...figures.headers, "x-request-id": id })
  })
)

const server = createServer()
server.once("listening", () => process.send(server.address().port))
process.once("disconnect", () => process.exit())

HttpApiBuilder.serve().pipe(
  Layer.provide([HttpApiBuilder.api(Api).pipe(Layer.provide(handlers), Layer.provide(gate)), observed]),
  Layer.provide(NodeHttpServer.layer(() => server, { host: "127.0.0.1", port: 0 })),
  Layer.launch,
  NodeRuntime.runMain
)
