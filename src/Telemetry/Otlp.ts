import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import { Effect, Layer, Option, Redacted } from "effect"
import { buildVersion as version } from "../BuildVersion.ts"
import type { TelemetrySettings } from "../Config/Telemetry.ts"
import { randomHex } from "../RandomHex.ts"
import { withoutPolling } from "./Sampling.ts"
import { scrubbed } from "./Scrubbed.ts"

const shutdownTimeout = "3 seconds"

/** Distinguishes the processes of a shop, which would otherwise send the same series. */
const newInstance = randomHex(16)

const exportAs = (settings: TelemetrySettings, scrub: (text: string) => string) => (instance: string) => {
  const common = {
    resource: {
      serviceName: settings.serviceName,
      serviceVersion: version,
      attributes: { "service.instance.id": instance, ...settings.attributes }
    },
    headers: Redacted.value(settings.headers),
    shutdownTimeout
  } as const

  const traces = (url: string) =>
    Layer.unwrapScoped(Effect.gen(function*() {
      const silent = yield* Effect.tracer
      const otlp = yield* OtlpTracer.make({ ...common, url, exportInterval: settings.traceDelayMillis })
      return Layer.setTracer(withoutPolling(otlp, silent))
    }))

  const metrics = (url: string) => OtlpMetrics.layer({ ...common, url, exportInterval: settings.metricIntervalMillis })

  const logged = Effect.logInfo("telemetry is sent by OTLP").pipe(Effect.annotateLogs({
    service: "telemetry",
    traces: Option.isSome(settings.traces),
    metrics: Option.isSome(settings.metrics),
    protocol: settings.protocol
  }))

  return Layer.mergeAll(
    Option.match(settings.traces, { onNone: () => Layer.empty, onSome: traces }),
    Option.match(settings.metrics, { onNone: () => Layer.empty, onSome: metrics }),
    Layer.effectDiscard(logged)
  ).pipe(
    Layer.provide(scrubbed(scrub)),
    Layer.provide(settings.protocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf)
  )
}

/**
 * Sends spans and Effect's metric registry to the collector, after each of their texts has passed `scrub`. Data that cannot be sent
 * is dropped, so that nothing waits for it.
 */
export const layer = (settings: TelemetrySettings, scrub: (text: string) => string) =>
  Layer.unwrapEffect(Effect.map(newInstance, exportAs(settings, scrub)))
