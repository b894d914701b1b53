import { EventEmitter } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Handler } from "../../src/Http/Wire/Listener.ts"

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

/** A request whose body arrives as soon as it is read. */
class Incoming extends EventEmitter {
  readonly method: string
  readonly url: string
  readonly httpVersion = "1.1"
  readonly headers: Readonly<Record<string, string>>
  readonly rawHeaders: ReadonlyArray<string>
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
    this.rawHeaders = Object.entries(this.headers).flat()
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

/** A response whose reader takes all of it at once. */
class Outgoing extends EventEmitter {
  readonly writableLength = 0
  closed = false
  writableEnded = false
  headersSent = false
  statusCode = 200
  private headers: Readonly<Record<string, string>> = {}
  private readonly parts: Array<Uint8Array> = []
  private readonly done: (answer: Answer) => void

  constructor(done: (answer: Answer) => void) {
    super()
    this.done = done
  }

  writeHead(status: number, headers: Readonly<Record<string, string>> = {}): this {
    this.headersSent = true
    this.statusCode = status
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
    this.done({ status: this.statusCode, headers: this.headers, text: Buffer.concat(this.parts).toString("utf8") })
    if (typeof part === "function") part()
    callback?.()
    this.closed = true
    this.emit("close")
    return this
  }
}

/** Passes a request to a handler. `done` receives the response, during the call or later; `schedule` runs a task later, for the body. */
export const exchange = (handler: Handler, call: Call, schedule: (task: () => void) => void, done: (answer: Answer) => void): void =>
  handler(new Incoming(call, schedule) as unknown as IncomingMessage, new Outgoing(done) as unknown as ServerResponse)
