import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Option, Redacted } from "effect"
import { Environment } from "./Config/Environment.ts"
import { Secrets } from "./Logging/Secrets.ts"

/**
 * Sends traces and metrics by OTLP, if the `OTEL_*` variables name an endpoint. Otherwise no span is created and none of this code
 * is loaded: the import is a separate part of the bundle. Build it below the layers to trace.
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
  return Layer.provide(otlp.layer(settings, secrets.scrub), NodeHttpClient.layer)
}))
