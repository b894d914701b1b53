import { HttpMiddleware } from "@effect/platform"
import { Effect, FiberRef, flow, LogLevel, Runtime } from "effect"
import type { IncomingMessage } from "node:http"
import { ProcessSettings } from "../Config/Environment.ts"
import { fastAccess } from "./Access/FastAccess.ts"
import { EventStreams } from "./EventStreams.ts"
import { fastPath } from "./FastPath.ts"
import { ReadyBodies } from "./FastPath/ReadyBodies.ts"
import { withHeaders } from "./Headers.ts"
import { LongResponses, withRoom } from "./LongResponses.ts"
import { withRequestId } from "./RequestId.ts"
import { pathOf } from "./Routes.ts"
import { ClientLimits } from "./Wire/ClientLimits.ts"
import { refusedForHeaders } from "./Wire/HeaderCheck.ts"
import type { Handler } from "./Wire/Pipelining.ts"
import { makeTraffic } from "./Wire/Traffic.ts"

/** Logs a request whose response came from memory; undefined unless debug lines are logged, so that it costs nothing otherwise. */
const debugFastPath = Effect.gen(function*() {
  const level = yield* FiberRef.get(FiberRef.currentMinimumLogLevel)
  if (LogLevel.greaterThan(level, LogLevel.Debug)) return undefined
  const run = Runtime.runFork(yield* Effect.runtime())
  return ({ method, url = "" }: IncomingMessage): void =>
    void run(Effect.annotateLogs(Effect.logDebug("request answered from memory"), { service: "http", method, path: pathOf(url) }))
})

/**
 * The order in which a request passes through the service, for the port and for the simulation: its headers are checked; the fast
 * path sends a response that is ready; all other requests are counted and go through `middleware` to the handlers.
 */
export const makeFront = Effect.gen(function*() {
  const isRefused = refusedForHeaders((yield* ClientLimits).headers, (yield* ProcessSettings).allowedHosts)
  const mayRead = yield* fastAccess
  const ready = fastPath(yield* ReadyBodies, yield* EventStreams, yield* LongResponses)
  const traffic = makeTraffic()
  const debug = yield* debugFastPath

  return (handler: Handler): Handler => (request, response) => {
    const begun = performance.now()
    if (isRefused(request, response)) return
    const handle = () => {
      traffic.follow(request, response, begun)
      handler(request, response)
    }
    const found = ready(request, response)
    if (found === undefined) return handle()
    mayRead(request, found.need, (may) => {
      // If the connection has closed meanwhile, Node has already emitted `close`, and a handler would wait for it forever.
      if (response.destroyed) return
      if (!may || !found.respond()) return handle()
      traffic.responded(request.url ?? "", begun)
      debug?.(request)
    })
  }
})

/** The middleware of every handler, in the order in which a request passes through it. */
export const middleware = flow(withHeaders, withRequestId, withRoom, HttpMiddleware.withLoggerDisabled)
