import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Context, DateTime, Effect, Layer, Stream } from "effect"
import type { ServerResponse } from "node:http"
import { ShopClock } from "../Clock.ts"
import { formatInstant } from "../Domain/Calendar.ts"
import { Events, ServerEvent } from "../Events.ts"
import { TooManyStreams } from "../Api/Problem.ts"
import { onApi } from "./Headers.ts"

const reconnectMillis = 3000
/** A client that has this much unread is away or too slow: it is cut off and comes back by itself. */
const longestBacklogBytes = 64 * 1024
/** About 12 KB each: a bound on memory, far above what a shop needs. */
export const maxStreams = 10_000

const encode = ServerEvent.$match({
  Tick: ({ now }) => `data: ${JSON.stringify({ type: "tick", server_now: formatInstant(now) })}\n\n`,
  ForceRefresh: () => `data: ${JSON.stringify({ type: "force_refresh" })}\n\n`
})

const headers = { ...onApi, "content-type": "text/event-stream", "x-accel-buffering": "no" }

/** A stream there is no room for. */
const crowded = TooManyStreams.make({ detail: `expected at most ${maxStreams} open event streams, got one more` })

/** Every open event stream: one fiber encodes an event once and writes it to all of them. */
export class EventStreams extends Context.Tag("EventStreams")<EventStreams, {
  /** Answers with a stream that lasts until the client or the service goes; false when there is no room for one more. */
  readonly open: (response: ServerResponse) => boolean
  readonly count: () => number
  /** Ends every stream and opens no other. */
  readonly close: Effect.Effect<void>
}>() {}

export const layer = Layer.scoped(
  EventStreams,
  Effect.gen(function*() {
    const { zone } = yield* ShopClock
    const clock = yield* Effect.clock
    const events = yield* Events
    const live = yield* events.subscribe
    const clients = new Set<ServerResponse>()
    let closed = false

    const broadcast = (event: ServerEvent) =>
      Effect.sync(() => {
        const bytes = Buffer.from(encode(event))
        for (const client of clients) {
          if (client.writableLength > longestBacklogBytes) client.destroy()
          else client.write(bytes)
        }
      })

    const firstTick = () =>
      encode(ServerEvent.Tick({ now: DateTime.unsafeMakeZoned(clock.unsafeCurrentTimeMillis(), { timeZone: zone }) }))

    yield* Effect.forkScoped(Stream.runForEach(live, broadcast))
    return {
      open: (response) => {
        if (closed || clients.size >= maxStreams) return false
        response.writeHead(200, headers)
        response.write(`retry: ${reconnectMillis}\n\n${firstTick()}`)
        clients.add(response)
        response.once("close", () => clients.delete(response))
        return true
      },
      count: () => clients.size,
      close: Effect.sync(() => {
        closed = true
        for (const client of clients) client.end()
      })
    }
  })
)

/** `GET /api/events` as a handler: its answer is written by the streams, and over when the client or the service goes. */
export const eventStream = (streams: typeof EventStreams.Service, request: HttpServerRequest.HttpServerRequest) => {
  if (request.method === "HEAD") return Effect.succeed(HttpServerResponse.empty({ status: 200, headers }))
  const response = NodeHttpServerRequest.toServerResponse(request)
  return Effect.async<HttpServerResponse.HttpServerResponse, typeof TooManyStreams.Type>((resume) => {
    if (!streams.open(response)) resume(Effect.fail(crowded))
    else response.once("close", () => resume(Effect.succeed(HttpServerResponse.empty())))
  })
}
