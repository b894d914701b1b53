import { HttpApiBuilder, HttpMiddleware, HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, flow, Layer } from "effect"
import { EventEmitter } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Api } from "../src/Api.ts"
import * as AdminAccess from "../src/Http/Access/AdminAccess.ts"
import { answerAtOnce } from "../src/Http/AtOnce.ts"
import * as ReadyAnswers from "../src/Http/AtOnce/ReadyBodies.ts"
import * as Problems from "../src/Http/ErrorResponses.ts"
import * as Admin from "../src/Http/Handlers/Admin.ts"
import * as Dashboard from "../src/Http/Handlers/Dashboard.ts"
import * as EventStreams from "../src/Http/Handlers/EventStreams.ts"
import { withHeaders } from "../src/Http/Headers.ts"
import * as LongAnswers from "../src/Http/LongAnswers.ts"
import { withRequestId } from "../src/Http/RequestId.ts"

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Where requests enter: the service's own handlers, without a socket. */
export class Port extends Context.Tag("simulation/Port")<Port, { handler: Handler }>() {}

const server = Layer.effect(
  HttpServer.HttpServer,
  Effect.map(Port, (port) =>
    HttpServer.make({
      address: { _tag: "TcpAddress", hostname: "127.0.0.1", port: 0 },
      serve: (app, middleware) =>
        Effect.map(
          middleware === undefined ? NodeHttpServer.makeHandler(app) : NodeHttpServer.makeHandler(app, middleware),
          (handler) => {
            port.handler = handler
          }
        )
    }))
)

const nothingListens: Handler = (_request, response) => response.writeHead(503).end()

const handlers = Layer.provide(HttpApiBuilder.api(Api), [Dashboard.layer, Layer.provide(Admin.layer, AdminAccess.layer)])

/** The parts that the listener answers from directly. */
export const readyLayer = Layer.mergeAll(EventStreams.layer, LongAnswers.layer, ReadyAnswers.layer)

/** The served API without the pages and the reference, which are slow to build and show no figure. */
export const layer = HttpApiBuilder.serve(flow(withHeaders, withRequestId, HttpMiddleware.withLoggerDisabled)).pipe(
  Layer.provide([handlers, Problems.layer]),
  Layer.provide(NodeHttpServer.layerContext),
  Layer.provide(server),
  Layer.provideMerge(Layer.sync(Port, () => ({ handler: nothingListens })))
)

export type Ready = EventStreams.EventStreams | LongAnswers.LongAnswers | ReadyAnswers.ReadyAnswers

/** Like the service's own listener: ready bodies first, then the handlers, which are built on first use. */
export const listener = (ready: Context.Context<Ready>, port: () => typeof Port.Service): Handler => {
  const atOnce = answerAtOnce(Context.get(ready, ReadyAnswers.ReadyAnswers), Context.get(ready, EventStreams.EventStreams),
    Context.get(ready, LongAnswers.LongAnswers))
  return (request, response) => {
    if (!atOnce(request, response)) port().handler(request, response)
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface Call {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A request whose body arrives once a reader listens. */
class Incoming extends EventEmitter {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly socket = { remoteAddress: "127.0.0.1" }
  private readonly schedule: (task: () => void) => void
  private readonly body: string

  constructor(call: Call, schedule: (task: () => void) => void) {
    super()
    this.method = call.method
    this.url = call.url
    this.body = call.body ?? ""
    this.schedule = schedule
    this.headers = {
      host: "shop.example",
      ...(call.body === undefined ? {} : { "content-length": String(Buffer.byteLength(call.body)) }),
      ...call.headers
    }
  }

  override on(event: string, listener: (...values: Array<Buffer>) => void): this {
    super.on(event, listener)
    if (event === "end") {
      this.schedule(() => {
        if (this.body !== "") this.emit("data", Buffer.from(this.body))
        this.emit("end")
      })
    }
    return this
  }

  pause(): this {
    return this
  }
}

class Outgoing extends EventEmitter {
  writableEnded = false
  headersSent = false
  private status = 200
  private headers: Readonly<Record<string, string>> = {}
  private readonly parts: Array<Uint8Array> = []
  private readonly done: (answer: Answer) => void

  constructor(done: (answer: Answer) => void) {
    super()
    this.done = done
  }

  writeHead(status: number, headers: Readonly<Record<string, string>> = {}): this {
    this.headersSent = true
    this.status = status
    this.headers = headers
    return this
  }

  write(part: Uint8Array | string): boolean {
    this.parts.push(typeof part === "string" ? Buffer.from(part) : part)
    return true
  }

  end(part?: Uint8Array | string | (() => void), callback?: () => void): this {
    if (part !== undefined && typeof part !== "function") this.write(part)
    this.writableEnded = true
    this.done({ status: this.status, headers: this.headers, text: Buffer.concat(this.parts).toString("utf8") })
    if (typeof part === "function") part()
    callback?.()
    return this
  }
}

/** Sends a request to a handler; `done` gets the answer, during the call or later. `schedule` runs a task later, for the body. */
export const put = (handler: Handler, call: Call, schedule: (task: () => void) => void, done: (answer: Answer) => void): void =>
  handler(new Incoming(call, schedule) as unknown as IncomingMessage, new Outgoing(done) as unknown as ServerResponse)
