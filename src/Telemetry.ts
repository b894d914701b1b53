import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Option, Redacted, Tracer } from "effect"
import { Environment } from "./Config/Environment.ts"
import type { TelemetrySettings } from "./Config/Telemetry.ts"
import { Secrets } from "./Logging/Secrets.ts"
import { buildVersion as version } from "./Package.ts"
import { randomHex } from "./RandomHex.ts"

/** Spans of the service's own polling, such as the check for messages each second. */
const isPolling = (name: string): boolean => name.startsWith("sql.")

/**
 * Wraps `tracer`: traces that begin with a poll of the database, and those that their caller does not sample, go to `silent`.
 * Database work of a request or a settlement is part of that trace.
 */
const withoutPolling = (tracer: Tracer.Tracer, silent: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (name, parent, ...rest) => {
      const isSampled = Option.match(parent, { onNone: () => !isPolling(name), onSome: ({ sampled }) => sampled })
      return isSampled ? tracer.span(name, parent, ...rest) : Object.assign(silent.span(name, parent, ...rest), { sampled: false })
    },
    context: (f, fiber) => tracer.context(f, fiber)
  })

/** Plain data with each of its texts scrubbed. */
const eachText = (data: unknown, scrub: (text: string) => string): unknown => {
  if (typeof data === "string") return scrub(data)
  if (Array.isArray(data)) return data.map((entry) => eachText(entry, scrub))
  if (typeof data !== "object" || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, eachText(value, scrub)]))
}

/**
 * Spans have addresses, headers and errors as attributes. Their texts are scrubbed while they are encoded, because only encoded
 * data leaves the process.
 */
const scrubbed = (
  scrub: (text: string) => string
): Layer.Layer<OtlpSerialization.OtlpSerialization, never, OtlpSerialization.OtlpSerialization> =>
  Layer.effect(
    OtlpSerialization.OtlpSerialization,
    Effect.map(OtlpSerialization.OtlpSerialization, ({ logs, metrics, traces }) => ({
      traces: (data) => traces(eachText(data, scrub)),
      metrics: (data) => metrics(eachText(data, scrub)),
      logs: (data) => logs(eachText(data, scrub))
    }))
  )

const shutdownTimeout = "3 seconds"

/** Distinguishes the processes of a shop, which would otherwise send the same series. */
const newInstance = randomHex(16)

const exportAs = (settings: TelemetrySettings, scrub: (text: string) => string, instance: string) => {
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
 * Sends traces and metrics by OTLP, if the `OTEL_*` variables name an endpoint, after each of their texts has been scrubbed. Data
 * that cannot be sent is dropped, so that nothing waits for it. Otherwise no span is created. Build it below the layers to trace.
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
  return Layer.provide(exportAs(settings, secrets.scrub, yield* newInstance), NodeHttpClient.layer)
}))
