import { Agent, type IncomingHttpHeaders, request } from "node:http"
import { createConnection } from "node:net"

export interface FuzzRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  /** The loopback address to send from. */
  readonly from?: string
  /** An action after this many bytes of the body, before the rest is sent. */
  readonly half?: { readonly at: number; readonly meanwhile: () => Promise<void> }
}

export interface FuzzAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A test push may wait 10 s for the rate limit; other requests are fast. */
const patience = 15_000

const show = (bytes: Uint8Array | undefined): string => {
  if (bytes === undefined) return ""
  const text = Buffer.from(bytes)
  const shown = text.subarray(0, 400)
  return `\n${/^[\t\r\n\x20-\x7e]*$/.test(shown.toString("latin1")) ? shown.toString() : `0x${shown.toString("hex")}`}${
    text.length > 400 ? ` … (${text.length} bytes)` : ""
  }`
}

export const describe = ({ body, from, headers, method, target }: FuzzRequest): string =>
  `${method} ${target}${from === undefined ? "" : ` from ${from}`} ${JSON.stringify(headers)}${show(body)}`

/** Sends requests on keep-alive connections. An event stream is closed after its first events. */
export const wire = (port: number) => {
  const agent = new Agent({ keepAlive: true })
  const send = ({ body, from, half, headers, method, target }: FuzzRequest): Promise<FuzzAnswer> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => sent.destroy(new Error(`no answer within ${patience / 1000} s`)), patience)
      const sent = request({
        agent: from === undefined ? agent : false,
        ...(from === undefined ? {} : { localAddress: from }),
        host: "127.0.0.1",
        port,
        method,
        path: target,
        headers: { ...headers, ...(body === undefined ? {} : { "content-length": String(body.length) }) }
      }, (answer) => {
        const chunks: Array<Buffer> = []
        const done = () => {
          clearTimeout(late)
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })
        }
        answer.on("error", reject)
        answer.on("data", (chunk: Buffer) => {
          chunks.push(chunk)
          if (!String(answer.headers["content-type"]).startsWith("text/event-stream")) return
          done()
          sent.destroy()
        })
        answer.on("end", done)
      })
      sent.on("error", (error) => {
        clearTimeout(late)
        reject(error)
      })
      if (half === undefined) {
        sent.end(body)
        return
      }
      sent.flushHeaders()
      sent.write(body?.subarray(0, half.at) ?? "")
      half.meanwhile().then(() => sent.end(body?.subarray(half.at)), reject)
    })
  return { send, close: () => agent.destroy() }
}

let connections = 0

/** A new loopback address for each connection: a changed token counts as a guess, and ten guesses block an address. */
const nextAddress = (): string => {
  connections++
  return `127.1.${Math.floor(connections / 250) % 250}.${1 + connections % 250}`
}

/** Writes bytes to a connection, ends it, and returns everything that was received until the service closed its side. */
export const sendBytes = (port: number, bytes: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    const socket = createConnection({ host: "127.0.0.1", port, localAddress: nextAddress(), allowHalfOpen: true }, () => socket.end(bytes))
    const late = setTimeout(() => {
      socket.destroy()
      // Only an event stream may stay open.
      const received = Buffer.concat(chunks)
      if (received.includes("text/event-stream")) resolve(received)
      else reject(
          new Error(
            `the connection was still open after ${patience / 1000} s, received ${
              JSON.stringify(received.toString("latin1").slice(0, 300))
            }`
          )
        )
    }, patience)
    socket.on("data", (chunk) => {
      chunks.push(chunk)
      if (chunk.includes("text/event-stream")) socket.destroy()
    })
    // A reset while bytes are in flight counts as a refusal.
    socket.on("error", () => undefined)
    socket.on("close", () => {
      clearTimeout(late)
      resolve(Buffer.concat(chunks))
    })
  })
