import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FiberRef, Layer, Logger, LogLevel, Redacted, type Scope } from "effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { ChatSettings, configuredBots } from "../src/Chat/ChatBot.ts"
import { fromVariables, layerOf } from "../src/Config/Environment.ts"
import * as Secrets from "../src/Logging/Secrets.ts"
import { Entropy, newCode, newCookie, newToken } from "../src/People/Credential.ts"
import * as Telemetry from "../src/Telemetry.ts"
import { mainTarget, shop } from "./Chat/Samples.ts"
import { feishuDouble } from "./lib/FeishuDouble.ts"
import { httpService, jsonBody, raw, rawAdmin, token } from "./lib/HttpService.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { recordingBot } from "./lib/RecordingBot.ts"

const hookToken = "hook-token-of-the-chat"

interface Export {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: { readonly stringValue?: string } }>
}

/** A collector on the loopback that records what it receives. */
const collector: Effect.Effect<{ readonly url: string; readonly exports: ReadonlyArray<Export> }, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.async<{ readonly server: ReturnType<typeof createServer>; readonly exports: Array<Export> }>((resume) => {
      const exports: Array<Export> = []
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          exports.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString("utf8") })
          response.end("{}")
        })
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed({ server, exports })))
    }),
    ({ server }) => Effect.sync(() => server.close())
  ),
  ({ exports, server }) => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, exports })
)

const telemetry = (env: Readonly<Record<string, string>>) =>
  Layer.provide(Telemetry.layer, [layerOf(fromVariables(env)), Secrets.layer, Logger.minimumLogLevel(LogLevel.None)])

/** Runs `body` against the service with a real bot. The service then stops, which sends the remaining data. */
const observed = <A, E>(
  env: Readonly<Record<string, string>>,
  body: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof httpService>["layer"]>>
) =>
  Effect.gen(function*() {
    const double = yield* feishuDouble({ token: hookToken })
    const target = { webhookUrl: Redacted.make(double.url), secret: Redacted.make(""), ...shop, ...mainTarget }
    const chatBot = Layer.provide(configuredBots, [
      Layer.succeed(ChatSettings, { current: Effect.succeed([target]) }),
      NodeHttpClient.layer,
      Secrets.layer
    ])
    // On the real clock, which exports and their timeouts use.
    const clock = { ...quickClock(0), layer: Layer.empty }
    const { layer } = httpService({ at: "", clock, env, bot: { ...recordingBot(), layer: chatBot } })
    yield* Effect.scoped(Effect.provide(body, Layer.provide(layer, Layer.orDie(telemetry(env)))))
    return double.requests
  })

const visit = Effect.gen(function*() {
  yield* raw("/api/health")
  yield* raw("/metrics")
  assert.strictEqual((yield* rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-08", amount: 1 }))).status, 200)
  assert.strictEqual((yield* rawAdmin("/api/admin/test_push", { ...jsonBody({}), method: "POST" })).status, 200)
})

const spansOf = (exports: ReadonlyArray<Export>): ReadonlyArray<Span> =>
  exports.filter(({ path }) => path === "/v1/traces").flatMap(({ body }) =>
    (JSON.parse(body) as { resourceSpans: ReadonlyArray<{ scopeSpans: ReadonlyArray<{ spans: ReadonlyArray<Span> }> }> })
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  )

describe("telemetry", () => {
  it.scopedLive("sends a request's trace, with what the ledger and the database did for it", () =>
    Effect.gen(function*() {
      const { exports, url } = yield* collector
      yield* observed({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, visit)
      const spans = spansOf(exports)
      const request = spans.find(({ name }) => name === "PUT /api/admin/turnover")
      const work = spans.find(({ name }) => name === "Ledger.correct")
      const transaction = spans.find(({ name, parentSpanId }) => name === "sql.transaction" && parentSpanId === work?.spanId)
      assert.isDefined(request)
      assert.strictEqual(work?.traceId, request?.traceId)
      assert.strictEqual(transaction?.traceId, request?.traceId)
      assert.include(request?.attributes.map(({ key }) => key), "request_id")
      assert.include(spans.map(({ name }) => name), "ChatBot.send")
    }))

  it.scopedLive("sends no trace of what monitoring requests every few seconds, nor of its own polling", () =>
    Effect.gen(function*() {
      const { exports, url } = yield* collector
      yield* observed({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, visit)
      const spans = spansOf(exports)
      assert.isNotEmpty(spans)
      for (const { name, parentSpanId } of spans) {
        assert.notMatch(name, /metrics|health/)
        if (parentSpanId === undefined) assert.notMatch(name, /^sql\./)
      }
    }))

  it.scopedLive("contains neither the webhook's address nor the admin token, and sends the bot no trace headers", () =>
    Effect.gen(function*() {
      const { exports, url } = yield* collector
      const requests = yield* observed({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, visit)
      assert.isNotEmpty(requests)
      for (const { headers } of requests) assert.notProperty(headers, "traceparent")
      for (const { body } of exports) {
        assert.notInclude(body, hookToken)
        assert.notInclude(body, token)
      }
    }))

  it.scopedLive("contains no token, cookie or code of a request, wherever in the address or in which header they were sent", () =>
    Effect.gen(function*() {
      const { exports, url } = yield* collector
      const secrets = yield* Effect.provideService(
        Effect.all([newToken, newCookie(false), newCookie(true), newCode]),
        Entropy,
        // Base64 in the alphabet for URLs: only `-` and `_`, which clients may escape.
        { bytes: (count) => new Uint8Array(count).fill(0xfb) }
      )
      const values = [...secrets.map(Redacted.value), token]
      yield* observed(
        { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" },
        Effect.forEach(values, (value) =>
          Effect.gen(function*() {
            for (
              const path of [
                `/${value}`,
                `/api/days/${value}?x=1`,
                `/join?code=${value}`,
                `/?${value}`,
                `/%2f${encodeURIComponent(value)}/`
              ]
            ) {
              yield* raw(path, {
                headers: { "x-forwarded-uri": path, referer: `http://x/#${value}`, "x-token": value, "user-agent": value }
              })
            }
            yield* raw("/api/audit", { headers: { "x-admin-token": value, cookie: `turnover=${value}` } })
          }))
      )
      assert.isAbove(spansOf(exports).length, 20)
      for (const { body } of exports) for (const value of values) assert.notInclude(body, value)
    }))

  it.scopedLive("sends metrics, under the name and with the headers it was given", () =>
    Effect.gen(function*() {
      const { exports, url } = yield* collector
      yield* observed({
        OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/otlp/`,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc=,x-tenant=shop",
        OTEL_SERVICE_NAME: "corner-shop",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test"
      }, visit)
      assert.sameMembers([...new Set(exports.map(({ path }) => path))], ["/otlp/v1/traces", "/otlp/v1/metrics"])
      const metrics = exports.find(({ path }) => path.endsWith("/metrics"))
      for (
        const text of [
          "turnover_http_requests_total",
          "turnover_settlement_lag_seconds",
          "corner-shop",
          "deployment.environment",
          "service.instance.id"
        ]
      ) {
        assert.include(metrics?.body, text)
      }
      assert.strictEqual(metrics?.headers.authorization, "Basic abc=")
      assert.strictEqual(metrics?.headers["x-tenant"], "shop")
    }))

  it.scopedLive("sends protobuf by default, and only the signals that are turned on", () =>
    Effect.gen(function*() {
      const { exports, url } = yield* collector
      yield* observed({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_METRICS_EXPORTER: "none" }, visit)
      assert.deepStrictEqual([...new Set(exports.map(({ path }) => path))], ["/v1/traces"])
      assert.strictEqual(exports[0]?.headers["content-type"], "application/x-protobuf")
    }))

  it.scopedLive("without a reachable collector disturbs nothing", () =>
    observed({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }, visit))

  it.scopedLive("is off without an endpoint or when disabled: no span is created", () =>
    Effect.gen(function*() {
      const before = yield* Effect.tracer
      const found = Effect.all([Effect.tracer, FiberRef.get(FiberRef.currentTracerEnabled)])
      for (const env of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", OTEL_SDK_DISABLED: "true" }]) {
        assert.deepStrictEqual(yield* Effect.provide(found, telemetry(env)), [before, false])
      }
    }))
})
