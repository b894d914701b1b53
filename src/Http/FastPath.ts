import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { defaultHistoryDays, defaultSeriesDays, maxHistoryDays, maxSeriesDays, minSeriesDays } from "../Api/Figures.ts"
import type { Need } from "../Domain/Person.ts"
import { People } from "../People.ts"
import type { LookUp } from "../People/Credential.ts"
import { credentialIn, decision } from "./Access/Gate.ts"
import type { EventStreams } from "./EventStreams.ts"
import type { ReadyBodies, ReadyBody } from "./FastPath/ReadyBodies.ts"
import { longBytes, type LongResponses } from "./LongResponses.ts"
import { needOf } from "./Routes.ts"

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

const withDays = /^\?days=(\d{1,4})$/

/** The `days` of a query in its plainest form; undefined if the number is out of bounds. */
const daysOf = (query: string, fallback: number, min: number, max: number): number | undefined => {
  if (query === "") return fallback
  const days = Number(withDays.exec(query)?.[1])
  return days >= min && days <= max ? days : undefined
}

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
  readonly need: Need
  /** Writes the response; false if there is no room for it. */
  readonly respond: () => boolean
}

const needToRead = (path: string): Need => needOf({ method: "GET", path })

const needsOfBodies = {
  metrics: needToRead("/api/metrics"),
  series: needToRead("/api/series7"),
  revenue: needToRead("/api/revenue"),
  events: needToRead("/api/events")
}

/**
 * Serves the figures and the event stream directly from the listener. It accepts only requests in their plainest form and returns
 * undefined for all others, which get the same response from the handlers. It exists for speed only: nearly all requests come from
 * dashboards, and router, middleware and fibers cost many times more than the response itself.
 */
export const fastPath =
  (bodies: typeof ReadyBodies.Service, streams: typeof EventStreams.Service, room: typeof LongResponses.Service) =>
  ({ method, url = "" }: IncomingMessage, response: ServerResponse): Ready | undefined => {
    if (method !== "GET") return undefined
    const mark = url.indexOf("?")
    const path = mark === -1 ? url : url.slice(0, mark)
    const query = mark === -1 ? "" : url.slice(mark)
    switch (path) {
      case "/api/metrics":
        return query === "" ? { need: needsOfBodies.metrics, respond: () => send(room, response, bodies.metrics()) } : undefined
      case "/api/series7": {
        const days = daysOf(query, defaultSeriesDays, minSeriesDays, maxSeriesDays)
        return days === undefined ? undefined : { need: needsOfBodies.series, respond: () => send(room, response, bodies.series(days)) }
      }
      case "/api/revenue": {
        const days = daysOf(query, defaultHistoryDays, 1, maxHistoryDays)
        return days === undefined ? undefined : { need: needsOfBodies.revenue, respond: () => send(room, response, bodies.revenue(days)) }
      }
      case "/api/events":
        return query === "" ? { need: needsOfBodies.events, respond: () => streams.open(response) } : undefined
      default:
        return undefined
    }
  }
