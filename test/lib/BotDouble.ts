import { Effect } from "effect"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

export interface BotDoubleRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage["headers"]
  readonly body: string
  /** The parsed body; empty if it is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>>
}

export interface BotDoubleAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: string | object
}

const objectOf = (body: string): Readonly<Record<string, unknown>> => {
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === "object" && json !== null ? { ...json } : {}
  } catch {
    return {}
  }
}

/** The member at a path of JSON; undefined if there is none. */
export const at = (json: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? new Map<string, unknown>(Object.entries(inner)).get(String(key)) : undefined,
    json
  )

/** The list at a path of JSON; empty if there is none. */
export const listAt = (json: unknown, ...path: ReadonlyArray<string | number>): ReadonlyArray<unknown> => {
  const found = at(json, ...path)
  return Array.isArray(found) ? found : []
}

/** A chat product on the loopback that replies by the rules of a test. It is closed with the scope. */
export const botDouble = (answer: (request: BotDoubleRequest) => BotDoubleAnswer) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const requests: Array<BotDoubleRequest> = []
      const script: Array<BotDoubleAnswer> = []
      const server = createServer((request, response) => {
        const parts: Array<Buffer> = []
        request.on("data", (part: Buffer) => parts.push(part)).on("end", () => {
          const body = Buffer.concat(parts).toString("utf8")
          const { headers, method = "", url = "" } = request
          const asked = { method, url: new URL(url, "http://bot.local"), headers, body, json: objectOf(body) }
          requests.push(asked)
          const { body: said = "", headers: head, status = 200 } = script.shift() ?? answer(asked)
          response.writeHead(status, head).end(typeof said === "string" ? said : JSON.stringify(said))
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, script, server }
    }),
    ({ server }) =>
      Effect.promise(() =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        })
      )
  )
