import { Agent, type IncomingHttpHeaders, request } from "node:http"
import { token } from "./Service.ts"

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** Milliseconds from the start of the request to the end of the response. */
  readonly millis: number
}

export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface Correction {
  readonly date: string
  readonly amount: number
  readonly reason: string
  /** A request that is sent twice with the same key counts once. */
  readonly key?: string
}

export interface Caller {
  /** Fails when no complete response arrives. */
  readonly call: (path: string, ask?: Ask) => Promise<Answer>
  readonly correct: (correction: Correction) => Promise<Answer>
  readonly json: (path: string) => Promise<Record<string, unknown>>
  readonly close: () => void
}

interface Calling {
  /** The most keep-alive connections. */
  readonly connections?: number
  /** Milliseconds after which a request without a response fails. */
  readonly patience?: number
}

/** Calls a service on the loopback with the admin token. */
export const caller = (port: number, { connections = 32, patience = 60_000 }: Calling = {}): Caller => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const call: Caller["call"] = (path, { body, headers = {}, method = "GET" } = {}) =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const sent = request({ agent, host: "127.0.0.1", port, path, method, headers: { "x-admin-token": token, ...headers } }, (answer) => {
        const chunks: Array<Buffer> = []
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.on("error", reject)
        answer.on("end", () => {
          if (!answer.complete) return reject(new Error(`${method} ${path}: the response ended early`))
          const bytes = Buffer.concat(chunks)
          const millis = performance.now() - began
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString("utf8"), millis })
        })
      })
      sent.on("error", reject)
      sent.setTimeout(patience, () => sent.destroy(new Error(`${method} ${path}: no answer within ${patience / 1000} s`)))
      sent.end(body)
    })
  return {
    call,
    correct: ({ key, ...correction }) =>
      call("/api/admin/turnover", {
        method: "PUT",
        headers: { "content-type": "application/json", ...(key === undefined ? {} : { "idempotency-key": key }) },
        body: JSON.stringify({ actor: "proof", ...correction })
      }),
    json: async (path) => {
      const answer = await call(path)
      if (answer.status !== 200) throw new Error(`GET ${path}: expected 200, got ${answer.status} ${answer.text.slice(0, 300)}`)
      return JSON.parse(answer.text)
    },
    close: () => agent.destroy()
  }
}
