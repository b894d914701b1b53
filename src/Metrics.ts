import { Effect, Metric, MetricBoundaries, type MetricHook, MetricKey } from "effect"
import type { Format, Verdict } from "./Domain/Attempt.ts"

/* The numbers that the service counts while it runs; `Health/Gauges` has those that are computed on request. All of them are in
   Effect's own registry, so that counting is a function call, and `GET /metrics` and OTLP show the same numbers. */

export const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const settlementRuns = Metric.counter("turnover_settlement_runs_total", {
  description: "Runs of the daily job since the process started, by what they came to.",
  incremental: true
})

const deliveryAttempts = Metric.counter("turnover_deliveries_total", {
  description: "Attempts to deliver a message since the process started, by the form sent and the verdict on the answer.",
  incremental: true
})

const httpRequests = MetricKey.counter("turnover_http_requests_total", {
  description: "Requests since the process started; status 499 where the client went away before its answer.",
  incremental: true
})

const refusedConnections = MetricKey.counter("turnover_connections_refused_total", {
  description: "Connections closed unread since the process started, while too many were open.",
  incremental: true
})

const httpDurations = MetricKey.histogram(
  "turnover_http_request_duration_seconds",
  // A response from memory takes less than the first bound, one that waits for the bot up to the last.
  MetricBoundaries.fromIterable([0.000_25, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]),
  "From a request's headers to the end of its answer; event streams are left out."
)

export const settlementRan = (result: string): Effect.Effect<void> => Metric.increment(Metric.tagged(settlementRuns, "result", result))

export const deliveryAttempted = (format: Format, verdict: Verdict): Effect.Effect<void> =>
  Metric.increment(Metric.tagged(Metric.tagged(deliveryAttempts, "format", format), "verdict", verdict))

/** The request counter, for the listener, which runs no fiber for most requests: `update(1)` counts one. */
export const httpRequestCounter = (method: string, route: string, status: number): MetricHook.MetricHook.Counter<number> =>
  Metric.globalMetricRegistry.get(httpRequests.pipe(
    MetricKey.tagged("method", method),
    MetricKey.tagged("route", route),
    MetricKey.tagged("status", String(status))
  ))

/** The counter of refused connections, for code without a fiber. */
export const connectionRefused = (): MetricHook.MetricHook.Counter<number> => Metric.globalMetricRegistry.get(refusedConnections)

/** The histogram of durations, for code without a fiber: `update(seconds)` adds one request. */
export const httpDurationHistogram = (route: string): MetricHook.MetricHook.Histogram =>
  Metric.globalMetricRegistry.get(MetricKey.tagged(httpDurations, "route", route))
