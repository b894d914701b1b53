import type { MetricHook } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { httpDurationHistogram, httpRequestCounter } from "../../Metrics.ts"
import { pathOf, routeOf } from "../Routes.ts"

const knownMethods = new Set(["GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH"])

/** The status that nginx logs when the client disconnects before its response. */
const clientClosedRequest = 499

/** A stream lasts as long as its page is open, so its duration does not measure the service's speed. */
const streams = "/api/events"

interface RouteFigures {
  readonly duration: MetricHook.MetricHook.Histogram | undefined
  readonly counters: Map<string, MetricHook.MetricHook.Counter<number>>
  ready: MetricHook.MetricHook.Counter<number> | undefined
}

const figuresOf = (route: string): RouteFigures => ({
  duration: route === streams ? undefined : httpDurationHistogram(route),
  counters: new Map(),
  ready: undefined
})

/** Counts the listener's requests by declared path, so that no raw URL becomes a label. */
export const makeTraffic = () => {
  const routes = new Map<string, RouteFigures>()

  const figures = (route: string): RouteFigures => {
    const known = routes.get(route) ?? figuresOf(route)
    routes.set(route, known)
    return known
  }

  const count = (route: string, method: string, status: number, begun: number) => {
    const { counters, duration } = figures(route)
    const shown = knownMethods.has(method) ? method : "other"
    const key = `${shown} ${status}`
    const counter = counters.get(key) ?? httpRequestCounter(shown, route, status)
    counters.set(key, counter)
    counter.update(1)
    duration?.update((performance.now() - begun) / 1000)
  }

  return {
    /** Counts a GET to which the fast path responded with 200; `begun` is its start by `performance.now()`. */
    responded: (url: string, begun: number): void => {
      const path = pathOf(url)
      const known = routes.get(path) ?? figures(path)
      known.ready ??= httpRequestCounter("GET", path, 200)
      known.ready.update(1)
      known.duration?.update((performance.now() - begun) / 1000)
    },
    follow: (request: IncomingMessage, response: ServerResponse, begun: number): void => {
      response.once("close", () => {
        const status = response.headersSent ? response.statusCode : clientClosedRequest
        count(routeOf(request.url ?? ""), request.method ?? "", status, begun)
      })
    }
  }
}
