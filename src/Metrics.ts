import { Effect, Metric, MetricBoundaries, type MetricHook, MetricKey } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { monitorEventLoopDelay } from "node:perf_hooks"
import type { Format, Verdict } from "./Domain/Attempt.ts"

/* The numbers that the service counts while it runs; `Http/Handlers/Metrics` has those that are computed on request. All of them are in
   Effect's own registry, so that counting is a function call, and `GET /metrics` shows the same numbers. */

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

/** The histogram of durations, for code without a fiber: `update(seconds)` adds one request. */
export const httpDurationHistogram = (route: string): MetricHook.MetricHook.Histogram =>
  Metric.globalMetricRegistry.get(MetricKey.tagged(httpDurations, "route", route))

// The names and meanings are those of other Prometheus clients, so that existing dashboards work.
const cpuSeconds = Metric.counter("process_cpu_seconds_total", {
  description: "User and system CPU time spent, in seconds.",
  incremental: true
})
const startTime = gauge("process_start_time_seconds", "When the process started, in seconds since 1970.")
const resident = gauge("process_resident_memory_bytes", "Resident memory, in bytes.")
const openFiles = gauge("process_open_fds", "Open file descriptors.")
const mostFiles = gauge("process_max_fds", "The most file descriptors that may be open.")
const heapUsed = gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use, in bytes.")
const heapTotal = gauge("nodejs_heap_size_total_bytes", "JavaScript heap taken from the system, in bytes.")
const external = gauge("nodejs_external_memory_bytes", "Memory of buffers and bindings outside the heap, in bytes.")
const lagMean = gauge("nodejs_eventloop_lag_mean_seconds", "Mean delay of the event loop since it was last asked for, in seconds.")
const lagMost = gauge("nodejs_eventloop_lag_max_seconds", "Longest delay of the event loop since it was last asked for, in seconds.")
const lag99 = gauge("nodejs_eventloop_lag_p99_seconds", "Delay of the event loop that 99 of 100 stayed below, in seconds.")

const resolutionMillis = 20

const seconds = (nanos: number): number => (Number.isFinite(nanos) ? nanos / 1e9 : 0)

/** How many descriptors may be open; undefined if the number is unlimited, or if the system does not report it (Linux does). */
export const descriptorLimit = (): number | undefined => {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}

/** Descriptors in use and permitted. */
const descriptors = (): readonly [open: number, most: number] | undefined => {
  try {
    return [readdirSync("/proc/self/fd").length, descriptorLimit() ?? NaN]
  } catch {
    return undefined
  }
}

/** Updates the figures of the process. The delay of the event loop is measured from the first call on. */
export const makeCollect = Effect.gen(function*() {
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => monitorEventLoopDelay({ resolution: resolutionMillis })),
    (histogram) => Effect.sync(() => histogram.disable())
  )
  return Effect.suspend(() => {
    const { system, user } = process.cpuUsage()
    const memory = process.memoryUsage()
    const files = descriptors()
    // A sample is the time between two ticks of the monitor; the time above its resolution is the delay.
    const late = (nanos: number) => Math.max(0, seconds(nanos) - resolutionMillis / 1000)
    const collected = Effect.all([
      Effect.flatMap(Metric.value(cpuSeconds), ({ count }) => Metric.incrementBy(cpuSeconds, Math.max(0, (user + system) / 1e6 - count))),
      Metric.set(startTime, performance.timeOrigin / 1000),
      Metric.set(resident, memory.rss),
      Metric.set(heapUsed, memory.heapUsed),
      Metric.set(heapTotal, memory.heapTotal),
      Metric.set(external, memory.external),
      Metric.set(lagMean, late(delay.mean)),
      Metric.set(lagMost, late(delay.max)),
      Metric.set(lag99, late(delay.percentile(99))),
      ...(files === undefined ? [] : [Metric.set(openFiles, files[0]), Metric.set(mostFiles, files[1])])
    ], { discard: true })
    delay.reset()
    delay.enable()
    return collected
  })
})
