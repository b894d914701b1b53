import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option, Redacted } from "effect"
import { fromVariables } from "../../src/Config/Environment.ts"

const endpoint = "https://otlp.example:4318"

const settings = (variables: Readonly<Record<string, string>>) =>
  Effect.map(fromVariables(variables), ({ telemetry }) => Option.getOrNull(telemetry))

describe("the OTEL_* variables", () => {
  const off: ReadonlyArray<Readonly<Record<string, string>>> = [
    {},
    { OTEL_SERVICE_NAME: "shop" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "true" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" }
  ]
  for (const variables of off) {
    it.effect(`${JSON.stringify(variables)} send nothing`, () =>
      Effect.gen(function*() {
        assert.isNull(yield* settings(variables))
      }))
  }

  it.effect("need only an endpoint", () =>
    Effect.gen(function*() {
      const found = yield* settings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
      assert.deepStrictEqual(found && { ...found, headers: Redacted.value(found.headers) }, {
        traces: Option.some(`${endpoint}/v1/traces`),
        metrics: Option.some(`${endpoint}/v1/metrics`),
        headers: {} as never,
        protocol: "http/protobuf",
        serviceName: "turnover",
        attributes: {},
        metricIntervalMillis: 60_000,
        traceDelayMillis: 5_000
      })
    }))

  it.effect("for one signal override those for both, and a name overrides the attribute", () =>
    Effect.gen(function*() {
      const found = yield* settings({
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://traces.example/in",
        OTEL_EXPORTER_OTLP_HEADERS: " api-key = a%2Cb , x=1=2",
        OTEL_SERVICE_NAME: "shop",
        OTEL_RESOURCE_ATTRIBUTES: "service.name=other,host.name=nas",
        OTEL_METRIC_EXPORT_INTERVAL: "15000"
      })
      assert.deepStrictEqual(found?.traces, Option.some("http://traces.example/in"))
      assert.deepStrictEqual(found?.metrics, Option.none())
      assert.deepStrictEqual(found && Redacted.value(found.headers), { "api-key": "a,b", x: "1=2" })
      assert.deepStrictEqual([found?.serviceName, found?.attributes, found?.metricIntervalMillis], ["shop", { "host.name": "nas" }, 15_000])
    }))

  const refused: ReadonlyArray<readonly [variables: Readonly<Record<string, string>>, message: RegExp]> = [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "otlp.example:4317" }, /OTEL_EXPORTER_OTLP_ENDPOINT: expected an http\(s\) address/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://me:hunter2@otlp.example" }, /OTEL_EXPORTER_OTLP_ENDPOINT: .*not shown/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: "hunter2" }, /OTEL_EXPORTER_OTLP_HEADERS: expected key=value pairs.*not shown/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: "a=%zz" }, /OTEL_EXPORTER_OTLP_HEADERS: /],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, /OTEL_EXPORTER_OTLP_PROTOCOL: expected one of http\/protobuf http\/json, got "grpc"/],
    [{ OTEL_METRIC_EXPORT_INTERVAL: "10" }, /OTEL_METRIC_EXPORT_INTERVAL: expected whole milliseconds/]
  ]
  for (const [variables, message] of refused) {
    it.effect(`${Object.entries(variables).join().replace("=", " ")} ends the start`, () =>
      Effect.gen(function*() {
        const found = yield* Effect.either(fromVariables(variables))
        const said = Either.match(found, { onLeft: (error) => error.message, onRight: () => "" })
        assert.match(said, message)
        assert.notInclude(said, "hunter2")
      }))
  }
})
