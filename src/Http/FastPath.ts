import type { IncomingMessage, ServerResponse } from "node:http"
import { defaultHistoryDays, defaultSeriesDays, maxHistoryDays, maxSeriesDays, minSeriesDays } from "../Api/Figures.ts"
import type { ReadyBodies, ReadyBody } from "./FastPath/ReadyBodies.ts"
import type { EventStreams } from "./Handlers/EventStreams.ts"
import { type LongAnswers, longBytes } from "./LongAnswers.ts"

const withDays = /^\?days=(\d{1,4})$/

/** The `days` of a query in its plainest form; undefined where they are out of bounds. */
const daysOf = (query: string, fallback: number, min: number, max: number): number | undefined => {
  if (query === "") return fallback
  const days = Number(withDays.exec(query)?.[1])
  return days >= min && days <= max ? days : undefined
}

const send = (room: typeof LongAnswers.Service, response: ServerResponse, { body, headers }: ReadyBody): boolean => {
  const isLong = body.length > longBytes
  if (isLong && !room.hasRoom()) return false
  response.writeHead(200, headers)
  response.end(body)
  if (isLong && response.writableLength > 0) room.hold(response, body.length)
  return true
}

/** Answers a request at once; false where there is no room for the answer. */
type Answer = () => boolean

/**
 * The figures and the event stream, which are answered in the listener itself. It takes requests in their plainest form only
 * and is undefined for all others; the handlers then give the same answer. Only speed depends on it: nearly all requests
 * come from dashboards, and router, middleware and fibers cost many times what the answer does.
 */
export const fastPath =
  (bodies: typeof ReadyBodies.Service, streams: typeof EventStreams.Service, room: typeof LongAnswers.Service) =>
  ({ method, url = "" }: IncomingMessage, response: ServerResponse): Answer | undefined => {
    if (method !== "GET") return undefined
    const mark = url.indexOf("?")
    const path = mark === -1 ? url : url.slice(0, mark)
    const query = mark === -1 ? "" : url.slice(mark)
    switch (path) {
      case "/api/metrics":
        return query === "" ? () => send(room, response, bodies.metrics()) : undefined
      case "/api/series7": {
        const days = daysOf(query, defaultSeriesDays, minSeriesDays, maxSeriesDays)
        return days === undefined ? undefined : () => send(room, response, bodies.series(days))
      }
      case "/api/revenue": {
        const days = daysOf(query, defaultHistoryDays, 1, maxHistoryDays)
        return days === undefined ? undefined : () => send(room, response, bodies.revenue(days))
      }
      case "/api/events":
        return query === "" ? () => streams.open(response) : undefined
      default:
        return undefined
    }
  }
