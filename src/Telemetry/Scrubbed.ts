import { OtlpSerialization } from "@effect/opentelemetry/OtlpSerialization"
import { Effect, Layer } from "effect"

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
export const scrubbed = (scrub: (text: string) => string): Layer.Layer<OtlpSerialization, never, OtlpSerialization> =>
  Layer.effect(
    OtlpSerialization,
    Effect.map(OtlpSerialization, ({ logs, metrics, traces }) => ({
      traces: (data) => traces(eachText(data, scrub)),
      metrics: (data) => metrics(eachText(data, scrub)),
      logs: (data) => logs(eachText(data, scrub))
    }))
  )
