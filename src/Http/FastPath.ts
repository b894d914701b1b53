import { Effect, Option } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Need } from "../Domain/Person.ts"
import { People } from "../People.ts"
import type { LookUp } from "../People/Credential.ts"
import { credentialIn, decision } from "./Access/Gate.ts"
import type { EventStreams } from "./EventStreams.ts"
import type { ReadyBodies, ReadyBody } from "./FastPath/ReadyBodies.ts"
import { longBytes, type LongResponses } from "./LongResponses.ts"
import { pathOf, readyEndpoints } from "./Routes.ts"

/** The credential of a connection's last request, and how to look it up. */
interface Sent {
  readonly cookie: string | undefined
  readonly token: string | Array<string> | undefined
  readonly lookUp: LookUp | undefined
}

/**
 * Decides whether a request gets its response from memory. In an open service, every request does. In a private one, a request does
 * if the credential cache contains its credential and the person's role allows it. All other requests go to the gate. A browser
 * sends the same cookie with each request, so the cookie is hashed once per connection; the person is looked up each time.
 */
export const fastAccess = Effect.map(
  Effect.all([People, decision]),
  ([people, decide]) => {
    const last = new WeakMap<Socket, Sent>()

    const sentBy = ({ headers, socket }: IncomingMessage): Sent => {
      const { cookie, "x-admin-token": token } = headers
      const before = last.get(socket)
      if (before !== undefined && before.cookie === cookie && before.token === token) return before
      const credential = credentialIn(headers, people.cookieId())
      const sent = { cookie, token, lookUp: credential && people.known(credential) }
      last.set(socket, sent)
      return sent
    }

    return (request: IncomingMessage, need: Need): boolean =>
      decide(need, undefined) === "pass" || decide(need, sentBy(request).lookUp?.()) === "pass"
  }
)

const send = (room: typeof LongResponses.Service, response: ServerResponse, { body, headers }: ReadyBody): boolean => {
  const isLong = body.length > longBytes
  if (isLong && !room.hasRoom()) return false
  response.writeHead(200, headers)
  response.end(body)
  if (isLong && response.writableLength > 0) room.hold(response, body.length)
  return true
}

/** A request whose response is ready. */
interface Ready {
  readonly path: string
  readonly need: Need
  /** Writes the response; false if there is no room for it. */
  readonly respond: (response: ServerResponse) => boolean
}

/** A query of one parameter, in its plainest form; also an absent one. */
const plainQuery = /^(?:\?(\w+)=(\w+))?$/

/** Bounds what is kept. Clients use few queries; without a bound, a client that sends all of them would fill the memory. */
const keptUrls = 64

/**
 * Serves the endpoints that are declared as `ServedReady` directly from the listener. It accepts only requests in their plainest form
 * and returns undefined for all others, which get the same response from the handlers. It exists for speed only: nearly all requests
 * come from dashboards, and router, middleware and fibers cost several times more than the response itself.
 */
export const fastPath = (
  bodies: typeof ReadyBodies.Service,
  streams: typeof EventStreams.Service,
  room: typeof LongResponses.Service
): (request: IncomingMessage) => Ready | undefined => {
  const body = <P>(ready: (parameters: P) => ReadyBody) => (response: ServerResponse, parameters: P): boolean =>
    send(room, response, ready(parameters))
  const responses: Readonly<Record<string, (response: ServerResponse, parameters: never) => boolean>> = {
    metrics: body(bodies.metrics),
    series7: body(bodies.series7),
    revenue: body(bodies.revenue),
    events: streams.open
  }
  const endpoints = new Map(readyEndpoints.map(({ name, ...endpoint }) => {
    const respond = responses[name]
    if (respond === undefined) throw new Error(`${name} is declared as served ready-made, and nothing serves it`)
    return [endpoint.path, { ...endpoint, respond }]
  }))
  const known = new Map<string, Ready>()

  const find = (url: string): Ready | undefined => {
    const endpoint = endpoints.get(pathOf(url))
    const [query, name, value = ""] = plainQuery.exec(url.slice(endpoint?.path.length)) ?? []
    if (endpoint === undefined || query === undefined) return undefined
    const parameters = Option.getOrUndefined(endpoint.parameters(name === undefined ? {} : { [name]: value }))
    if (parameters === undefined) return undefined
    if (known.size >= keptUrls) known.clear()
    const found = { ...endpoint, respond: (response: ServerResponse) => endpoint.respond(response, parameters as never) }
    known.set(url, found)
    return found
  }

  return ({ method, url = "" }) => method === "GET" ? known.get(url) ?? find(url) : undefined
}
