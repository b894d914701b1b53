import { Effect } from "effect"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface TillRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The body as JSON; undefined if there is none. */
  readonly json: Record<string, unknown> | undefined
}

/** An object is sent as JSON; a function writes the response itself. */
export type TillAnswer = object | ((response: ServerResponse) => void)

/** A response with a status, or with exact bytes. */
export const sends =
  (body: string | Uint8Array, status = 200, headers: Readonly<Record<string, string>> = {}): TillAnswer => (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(body)
  }

/** Half of a response, after which the connection is cut. */
export const breaksOff: TillAnswer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" })
  response.write("{\"orders\": [", () => response.destroy())
}

export const never: TillAnswer = () => undefined

const parsed = (body: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** A till behind a real socket, which responds as `answer` says and records its requests. */
export const tillDouble = (answer: (request: TillRequest, number: number) => TillAnswer) =>
  Effect.gen(function*() {
    const requests: Array<TillRequest> = []
    const server = createServer((incoming, response) => {
      const chunks: Array<Buffer> = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () => {
        const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://till")
        const body = Buffer.concat(chunks).toString("utf8")
        const request = {
          method: incoming.method ?? "",
          path: pathname,
          query: searchParams,
          headers: incoming.headers,
          body,
          json: parsed(body)
        }
        requests.push(request)
        const given = answer(request, requests.length)
        if (typeof given === "function") given(response)
        else {
          response.writeHead(200, { "content-type": "application/json" })
          response.end(JSON.stringify(given))
        }
      })
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        })
    )
    return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  })
