import { HttpApi, HttpApiClient, HttpClient, HttpClientRequest, HttpServer } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { DateTime, Effect, Layer, LogLevel, type Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, type IncomingHttpHeaders, request } from "node:http"
import { createConnection } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AdminGroup } from "../../src/Api/Admin.ts"
import { DashboardGroup } from "../../src/Api/Dashboard.ts"
import { Health, type HealthReport } from "../../src/Health.ts"
import * as Http from "../../src/Http.ts"
import * as Gate from "../../src/Http/Access/Gate.ts"
import { CommentInterval, StandingInterval } from "../../src/Http/EventStreams.ts"
import { isPlain } from "../../src/Http/Routes.ts"
import * as Listener from "../../src/Http/Wire/Listener.ts"
import * as Logging from "../../src/Logging.ts"
import * as Secrets from "../../src/Logging/Secrets.ts"
import { HeartbeatInterval } from "../../src/Scheduler.ts"
import { testService, type TestServiceOptions } from "./TestService.ts"

export const token = "test-token-0123456789"

/** A temporary log file. `lines` receives all lines of level DEBUG and above. */
const logging = (lines: Array<string> | undefined) =>
  Layer.unwrapScoped(Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "turnover-http-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    ),
    (folder) =>
      Logging.layer({
        file: join(folder, "app.log"),
        zone: DateTime.zoneUnsafeMakeNamed("Asia/Shanghai"),
        level: lines === undefined ? LogLevel.Info : LogLevel.Debug,
        stderrIsTerminal: false,
        console: (text) => void lines?.push(text)
      })
  )).pipe(Layer.provide(Secrets.layer))

/** Longer intervals for the event stream, so that hours cost few wake-ups. */
const coarse = (interval: "1 second" | "1 minute" | "1 hour") =>
  Layer.mergeAll(
    Layer.succeed(CommentInterval, interval),
    Layer.succeed(HeartbeatInterval, interval),
    Layer.succeed(StandingInterval, interval)
  )

/** The test service behind a real socket on the loopback, with a log file. `health` and parts of `checks` replace the service's own. */
export const httpService = (
  options: TestServiceOptions & {
    readonly health?: Effect.Effect<HealthReport>
    readonly debugLines?: Array<string>
    readonly checks?: Partial<Http.AccessChecks>
  }
) => {
  const health = options.health === undefined ? Layer.empty : Layer.succeed(Health, { report: options.health })
  const service = testService({ ...options, env: { HOST: "127.0.0.1", PORT: "0", ...options.env } })
  const layer = Http.served(Http.behind({ gate: Gate.layer, isPlain, ...options.checks })).pipe(
    Layer.provide(health),
    Layer.provide(Listener.layer),
    Layer.provideMerge(service.layer),
    Layer.provideMerge(logging(options.debugLines)),
    Layer.provideMerge(NodeHttpClient.layerWithoutAgent),
    Layer.provide(NodeHttpClient.makeAgentLayer({ keepAlive: false })),
    Layer.provide(options.watch === undefined ? Layer.empty : coarse(options.watch)),
    Layer.orDie
  )
  return { ...service, layer }
}

export const port = Effect.map(HttpServer.HttpServer, ({ address }) => (address._tag === "TcpAddress" ? address.port : 0))

/** The derived client with the admin token, one per group, because the types of two groups at once would be lost. */
export const client = Effect.gen(function*() {
  const options = {
    baseUrl: `http://127.0.0.1:${yield* port}`,
    transformClient: HttpClient.mapRequest(HttpClientRequest.setHeader("x-admin-token", token))
  }
  return {
    ...(yield* HttpApiClient.make(HttpApi.make("dashboard").add(DashboardGroup), options)),
    ...(yield* HttpApiClient.make(HttpApi.make("admin").add(AdminGroup), options))
  }
})

export interface RawRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | Array<string>>>
  readonly body?: string | Uint8Array
}

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  readonly json: () => Record<string, unknown>
}

/** A request by `node:http` to a port of the loopback. The path is sent unchanged. */
export const rawTo = (port: number, path: string, { body, headers = {}, method = "GET" }: RawRequest = {}) =>
  Effect.async<RawAnswer, Error>((resume) => {
    // Kept alive, so that only the server closes the connection.
    const agent = new Agent({ keepAlive: true })
    const sent = request({ agent, headers: { ...headers }, host: "127.0.0.1", method, path, port }, (answer) => {
      const chunks: Array<Buffer> = []
      answer.on("data", (chunk: Buffer) => chunks.push(chunk))
      answer.on("error", (error) => resume(Effect.fail(error)))
      answer.on("end", () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString("utf8")
        agent.destroy()
        const { headers, statusCode: status = 0 } = answer
        resume(Effect.succeed({ status, headers, bytes, text, json: () => JSON.parse(text) }))
      })
    })
    sent.on("error", (error) => resume(Effect.fail(error)))
    sent.end(body)
  })

export const raw = (path: string, options?: RawRequest) => Effect.flatMap(port, (port) => rawTo(port, path, options))

/** A request with the admin token. */
export const rawAdmin = (path: string, options: RawRequest = {}) =>
  raw(path, { ...options, headers: { "x-admin-token": token, ...options.headers } })

export const jsonBody = (value: unknown): RawRequest => ({
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value)
})

export const csvBody = (body: string | Uint8Array, contentType = "text/csv"): RawRequest => ({
  method: "POST",
  headers: { "content-type": contentType },
  body
})

/** A connection that writes the given bytes one by one. */
export interface Connection {
  readonly send: (text: string | Uint8Array) => Effect.Effect<void>
  /** The data received so far, as soon as it matches. */
  readonly heard: (pattern: RegExp) => Effect.Effect<string>
  /** The data received before the server closed the connection. */
  readonly closed: Effect.Effect<string>
  /** Stops reading, so that the server's data stays in the buffers. */
  readonly pause: Effect.Effect<void>
  readonly resume: Effect.Effect<void>
  readonly destroy: Effect.Effect<void>
  /** Resets the connection, so that the server's writes fail. */
  readonly reset: Effect.Effect<void>
}

export const connectTo = (port: number): Effect.Effect<Connection, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<ReturnType<typeof createConnection>>((resume) => {
      const socket = createConnection({ host: "127.0.0.1", port }, () => resume(Effect.succeed(socket)))
      socket.on("error", () => undefined)
    }),
    (socket) => Effect.sync(() => socket.destroy())
  ).pipe(Effect.map((socket) => {
    let received = ""
    let ended = false
    const waiting = new Set<() => void>()
    const look = () => {
      for (const check of waiting) check()
    }
    socket.setEncoding("utf8")
    socket.on("data", (chunk) => {
      received += String(chunk)
      look()
    })
    socket.on("close", () => {
      ended = true
      look()
    })
    const until = (holds: () => boolean) =>
      Effect.async<string>((resume) => {
        const check = () => {
          if (!holds()) return
          waiting.delete(check)
          resume(Effect.succeed(received))
        }
        waiting.add(check)
        check()
        return Effect.sync(() => waiting.delete(check))
      })
    return {
      send: (text) => Effect.sync(() => socket.write(text)),
      heard: (pattern) => until(() => pattern.test(received)),
      closed: until(() => ended),
      pause: Effect.sync(() => socket.pause()),
      resume: Effect.sync(() => socket.resume()),
      destroy: Effect.sync(() => socket.destroy()),
      reset: Effect.sync(() => socket.resetAndDestroy())
    }
  }))

/** The head of a raw request. */
export const head = (method: string, path: string, headers: Readonly<Record<string, string | number>> = {}): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`

export const connect = Effect.flatMap(port, connectTo)

/** The status and the code of an error. */
export const codeOf = (answer: RawAnswer) => [answer.status, answer.json()["error"]]

/** The faults of a refused request, without their codes. */
export const faultsIn = (answer: RawAnswer) =>
  (answer.json()["errors"] as ReadonlyArray<
    { readonly code: string; readonly params: object; readonly field: string; readonly message: string }
  >)
    .map(({ field, message }) => ({ field, message }))
