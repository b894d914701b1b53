import { HttpApiBuilder, HttpServerResponse } from "@effect/platform"
import { Effect, Metric, Option } from "effect"
import { clockWatch } from "../../Clock/ClockWatch.ts"
import { ownSlice } from "../../Concurrency/EventLoop.ts"
import { ProcessSettings } from "../../Config/Environment.ts"
import { makeCollect } from "../../Health/Gauges.ts"
import { contentType, render } from "../../Metrics/PrometheusText.ts"
import { afterGate } from "../Access/Gate.ts"
import { EventStreams } from "../EventStreams.ts"
import { prometheus } from "../Paths.ts"

/** `GET /metrics` in Prometheus' text format. It contains no figure of the shop and no secret, and is as open as the dashboard. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const streams = yield* EventStreams
    const { telemetry } = yield* ProcessSettings
    const collect = yield* makeCollect(streams.count)
    const text = Effect.map(Effect.zipRight(collect, Metric.snapshot),
      (metrics) => HttpServerResponse.text(render(metrics), { contentType }))
    // Each request runs in its own slice of the event loop: many at once would otherwise block it for the sum of their times.
    yield* router.get(prometheus, afterGate(Effect.zipRight(ownSlice, text)))
    // OTLP exports gauges that are at most half an interval old.
    if (Option.isSome(telemetry)) {
      const watch = yield* clockWatch
      yield* watch.every(telemetry.value.metricIntervalMillis / 2, collect)
    }
  })
)
