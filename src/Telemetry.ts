import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Option, Redacted } from "effect"
import { Environment } from "./Config/Environment.ts"
import { Secrets } from "./Logging/Secrets.ts"

/**
 * Traces and metrics by OTLP, where the `OTEL_*` variables name an endpoint. Otherwise no span is made, and
 * nothing of it is even loaded: the import is a part of the bundle that is not run. Build it beneath what is to be traced.
 */
export const layer = Layer.unwrapEffect(Effect.gen(function*() {
  const { telemetry } = yield* Environment
  if (Option.isNone(telemetry)) return Layer.setTracerEnabled(false)
  const secrets = yield* Secrets
  const settings = telemetry.value
  yield* Effect.forEach(Object.entries(Redacted.value(settings.headers)),
    ([name, value]) => secrets.registerHeader(name, Redacted.make(value)))
  yield* Effect.forEach(Option.toArray(settings.traces).concat(Option.toArray(settings.metrics)),
    (address) => secrets.registerAddress(Redacted.make(address)))
  const otlp = yield* Effect.promise(() => import("./Telemetry/Otlp.ts"))
  return Layer.provide(otlp.layer(settings), NodeHttpClient.layer)
}))
