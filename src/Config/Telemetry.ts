import { Option, Redacted, Schema } from "effect"
import { expecting, expectingSecret } from "../Domain/Fault.ts"
import { type fieldsOf, optionalVariable, variable, wholeFromText } from "./Forms.ts"

/** Where traces and metrics are sent by OTLP; read from the standard variables. */
export interface TelemetrySettings {
  /** Full addresses; none for a signal that is not sent. */
  readonly traces: Option.Option<string>
  readonly metrics: Option.Option<string>
  /** Sent with every export; their values are credentials. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  readonly protocol: "http/protobuf" | "http/json"
  readonly serviceName: string
  readonly attributes: Readonly<Record<string, string>>
  readonly metricIntervalMillis: number
  readonly traceDelayMillis: number
}

const addressExpected = expectingSecret("address", "an http(s) address without a name and password in it")

const isAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { password, protocol, username } = new URL(text)
  return /^https?:$/.test(protocol) && username === "" && password === ""
}

const Address = Schema.String.pipe(Schema.filter(isAddress, addressExpected))

/** `key=value,key=value`, values percent-encoded as in a baggage header. */
const pairsOf = (text: string): Readonly<Record<string, string>> | undefined => {
  try {
    return Object.fromEntries(text.split(",").filter((pair) => pair.trim() !== "").map((pair) => {
      const [, key, value] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? []
      if (key === undefined || value === undefined) throw new Error("no pair")
      return [key, decodeURIComponent(value.trim())]
    }))
  } catch {
    return undefined
  }
}

const arePairs = (text: string): boolean => pairsOf(text) !== undefined

const pairsExpected = "key=value pairs with commas between, values percent-encoded"

const Pairs = Schema.String.pipe(Schema.filter(arePairs, expecting("pairs", pairsExpected)))

const SecretPairs = Schema.Redacted(Schema.String.pipe(Schema.filter(arePairs, expectingSecret("pairs", pairsExpected))))
  .annotations(expectingSecret("pairs", pairsExpected))

const Millis = wholeFromText(100, 3_600_000, "whole milliseconds")

const Exporter = Schema.Literal("otlp", "none").annotations(expecting("one_of", "one of otlp none", { names: "otlp none" }))

const Protocol = Schema.Literal("http/protobuf", "http/json").annotations(
  expecting("one_of", "one of http/protobuf http/json", { names: "http/protobuf http/json" })
)

const Truth = Schema.Literal("true", "false").annotations(expecting("truth", "one of true false"))

/** The supported variables of OpenTelemetry's specification. `npm run settings` writes their rows of docs/observability.md. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalVariable(Address, "the collector; `/v1/traces` and `/v1/metrics` are appended"),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optionalVariable(Address, "the full address for traces"),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: optionalVariable(Address, "the full address for metrics"),
  OTEL_EXPORTER_OTLP_HEADERS: optionalVariable(SecretPairs, "`key=value,key=value`, values percent-encoded; they are credentials"),
  OTEL_EXPORTER_OTLP_PROTOCOL: variable(Protocol, "http/protobuf", "`http/protobuf` or `http/json`"),
  OTEL_TRACES_EXPORTER: variable(Exporter, "otlp", "`otlp` or `none`"),
  OTEL_METRICS_EXPORTER: variable(Exporter, "otlp", "`otlp` or `none`"),
  OTEL_SERVICE_NAME: optionalVariable(Schema.String, "the service name of the exported data", "`turnover`"),
  OTEL_RESOURCE_ATTRIBUTES: variable(Pairs, "", "other resource attributes of the exported data"),
  OTEL_METRIC_EXPORT_INTERVAL: variable(Millis, "60000", "milliseconds between exports of metrics"),
  OTEL_BSP_SCHEDULE_DELAY: variable(Millis, "5000", "milliseconds between exports of traces"),
  OTEL_SDK_DISABLED: variable(Truth, "false", "`true` turns export off")
}

const below = (base: string, path: string): string => {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, "")}${path}`
  return url.href
}

/** None without an endpoint: nothing is sent then, and no exporter is loaded. */
export const settingsOf = (
  variables: Schema.Struct.Type<ReturnType<typeof fieldsOf<typeof telemetryVariables>>>
): Option.Option<TelemetrySettings> => {
  const base = variables.OTEL_EXPORTER_OTLP_ENDPOINT
  const address = (own: string | undefined, path: string, exporter: "otlp" | "none") =>
    exporter === "none" ? Option.none() : Option.fromNullable(own ?? (base === undefined ? undefined : below(base, path)))

  const traces = address(variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, "/v1/traces", variables.OTEL_TRACES_EXPORTER)
  const metrics = address(variables.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, "/v1/metrics", variables.OTEL_METRICS_EXPORTER)
  if (variables.OTEL_SDK_DISABLED === "true" || (Option.isNone(traces) && Option.isNone(metrics))) return Option.none()

  const { "service.name": named = "turnover", ...attributes } = pairsOf(variables.OTEL_RESOURCE_ATTRIBUTES) ?? {}
  const headers = variables.OTEL_EXPORTER_OTLP_HEADERS
  return Option.some({
    traces,
    metrics,
    headers: Redacted.make(headers === undefined ? {} : pairsOf(Redacted.value(headers)) ?? {}),
    protocol: variables.OTEL_EXPORTER_OTLP_PROTOCOL,
    serviceName: variables.OTEL_SERVICE_NAME ?? named,
    attributes,
    metricIntervalMillis: variables.OTEL_METRIC_EXPORT_INTERVAL,
    traceDelayMillis: variables.OTEL_BSP_SCHEDULE_DELAY
  })
}
