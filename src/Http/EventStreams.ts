import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Context, DateTime, type Duration, Effect, FiberHandle, Layer } from "effect"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { TooManyStreams } from "../Api/Errors.ts"
import { ShopClock } from "../Clock.ts"
import { clockWatch } from "../Clock/ClockWatch.ts"
import { yieldToEventLoop } from "../Concurrency/EventLoop.ts"
import { Config } from "../Config.ts"
import { formatInstant } from "../Domain/Calendar.ts"
import { Events, ServerEvent } from "../Events.ts"
import { People } from "../People.ts"
import { credentialIn, decision } from "./Access/Gate.ts"
import { onApi } from "./Headers.ts"
import { eventsEndpoint } from "./Routes.ts"
import { ClientLimits } from "./Wire/ClientLimits.ts"

/** How often the service checks whether the clients of open streams may still read them. */
export class StandingInterval extends Context.Reference<StandingInterval>()("StandingInterval", {
  defaultValue: (): Duration.DurationInput => "500 millis"
}) {}

/** The need of every open stream. */
const needed = eventsEndpoint.need

/** Whether the client that sent these headers may keep its stream. */
type MayStay = (headers: IncomingHttpHeaders) => Effect.Effect<boolean>

/**
 * Begins a check of the credentials that opened the streams. undefined if every stream may stay: the service is open; or since the
 * last check no credential has changed or expired, and no stream has `opened`.
 */
const credentialCheck: Effect.Effect<(opened: number) => MayStay | undefined, never, People | Config> = Effect.gen(
  function*() {
    const people = yield* People
    const config = yield* Config
    const decide = yield* decision
    const clock = yield* Effect.clock
    let last = { changes: -1, opened: 0, settings: config.snapshot(), until: Infinity }

    return (opened) => {
      const settings = config.snapshot()
      if (decide(needed, undefined) === "pass") return undefined
      const now = clock.unsafeCurrentTimeMillis()
      const changes = people.changes()
      const isSame = changes === last.changes && opened === last.opened && settings === last.settings
      if (isSame && now < last.until) return undefined

      const current = { changes, opened, settings, until: Infinity }
      last = current
      // A screen and its neighbours often share a credential.
      const known = new Map<string, boolean>()
      return (headers) => {
        const credential = credentialIn(headers, people.cookieId())
        if (credential === undefined) return Effect.succeed(false)
        const before = known.get(credential.value)
        if (before !== undefined) return Effect.succeed(before)
        return Effect.map(people.lookUp(credential), (found) => {
          const stays = found._tag === "Known" && decide(needed, found.person) === "pass"
          if (found._tag === "Known") current.until = Math.min(current.until, found.until)
          known.set(credential.value, stays)
          return stays
        }).pipe(Effect.catchAllCause(() => {
          // The database cannot be read, which responses and health report. The next check tries again.
          current.until = now
          return Effect.succeed(true)
        }))
      }
    }
  }
)

const reconnectMillis = 3000
/**
 * How often every stream gets a comment. A comment is no event, but a page that receives nothing for longer knows that its
 * connection is dead. Pages wait 4.5 s, so that they can show this within 5 s.
 */
export class CommentInterval extends Context.Reference<CommentInterval>()("CommentInterval", {
  defaultValue: (): Duration.DurationInput => "2 seconds"
}) {}
const comment = Buffer.from(":\n\n")
/** A client with this many unread bytes is gone or too slow. It is cut off, and browsers reconnect. */
const longestBacklogBytes = 64 * 1024
/** Clients to serve in one iteration of the event loop, so that no request waits for ten thousand writes. */
const clientsAtOnce = 250

const encode = ServerEvent.$match({
  Tick: ({ now }) => `data: ${JSON.stringify({ type: "tick", server_now: formatInstant(now) })}\n\n`,
  ForceRefresh: () => `data: ${JSON.stringify({ type: "force_refresh" })}\n\n`,
  Change: () => `data: ${JSON.stringify({ type: "change" })}\n\n`
})

const headers = { ...onApi, "content-type": "text/event-stream", "x-accel-buffering": "no" }

const crowded = (limit: number) => TooManyStreams.make({ detail: `expected at most ${limit} open event streams, got one more` })

/**
 * Every open event stream. One fiber encodes an event once and writes it to all streams. In a private service, a stream ends when
 * the credential that opened it ends.
 */
export class EventStreams extends Context.Tag("EventStreams")<EventStreams, {
  /** Starts a stream that lasts until the client disconnects or the service stops. Returns false if there is no room for another one. */
  readonly open: (response: ServerResponse) => boolean
  readonly count: () => number
  readonly limit: number
  /** Ends every stream and refuses new ones. */
  readonly close: Effect.Effect<void>
}>() {}

export const layer = Layer.scoped(
  EventStreams,
  Effect.gen(function*() {
    const { zone } = yield* ShopClock
    const { streams: limit } = yield* ClientLimits
    const clock = yield* Effect.clock
    const events = yield* Events
    const live = yield* events.subscribe
    const clients = new Set<ServerResponse>()
    let closed = false
    let opened = 0
    const compare = yield* credentialCheck

    const toEach = Effect.fnUntraced(function*(write: (client: ServerResponse) => void) {
      let served = 0
      for (const client of clients) {
        write(client)
        if (++served % clientsAtOnce === 0) yield* yieldToEventLoop
      }
    })

    const broadcast = (event: ServerEvent) => {
      const bytes = Buffer.from(encode(event))
      return toEach((client) => {
        if (client.writableLength > longestBacklogBytes) client.destroy()
        else client.write(bytes)
      })
    }

    const showAlive = Effect.suspend(() =>
      toEach((client) => {
        // A client with unread bytes needs no sign that the connection works.
        if (client.writableLength === 0) client.write(comment)
      })
    )

    const end = (client: ServerResponse) => {
      leave(client)
      // A client that does not read would delay the service's stop.
      if (client.writableLength > 0) client.destroy()
      else client.end()
    }

    const endRevoked = Effect.gen(function*() {
      const mayStay = compare(opened)
      if (mayStay === undefined) return
      let compared = 0
      for (const client of clients) {
        if (!(yield* mayStay(client.req.headers))) end(client)
        if (++compared % clientsAtOnce === 0) yield* yieldToEventLoop
      }
    })

    const firstTick = () => encode(ServerEvent.Tick({ now: DateTime.unsafeMakeZoned(clock.unsafeCurrentTimeMillis(), { timeZone: zone }) }))

    yield* Effect.forkScoped(Effect.forever(Effect.flatMap(live.take, broadcast)))
    const watch = yield* clockWatch
    const attend = yield* FiberHandle.makeRuntime<never>()
    const [comments, standings] = [yield* CommentInterval, yield* StandingInterval]
    // Without an open stream, no timer wakes the service. Revoked streams end before comments are sent: a stream that ends with an
    // unsent comment is cut off.
    const attention = Effect.scoped(
      watch.every(standings, endRevoked).pipe(Effect.zipRight(watch.every(comments, showAlive)), Effect.zipRight(Effect.never))
    )
    const leave = (client: ServerResponse) => {
      if (clients.delete(client) && clients.size === 0) attend(Effect.void)
    }
    return {
      open: (response) => {
        if (closed || clients.size >= limit) return false
        response.writeHead(200, headers)
        response.write(`retry: ${reconnectMillis}\n\n${firstTick()}`)
        if (clients.size === 0) attend(attention)
        clients.add(response)
        opened++
        response.once("close", () => leave(response))
        return true
      },
      count: () => clients.size,
      limit,
      close: Effect.sync(() => {
        closed = true
        for (const client of clients) end(client)
      })
    }
  })
)

/** `GET /api/events` as a handler. The streams write its response, which ends when the client disconnects or the service stops. */
export const eventStream = (streams: typeof EventStreams.Service, request: HttpServerRequest.HttpServerRequest) => {
  if (request.method === "HEAD") return Effect.succeed(HttpServerResponse.empty({ status: 200, headers }))
  const response = NodeHttpServerRequest.toServerResponse(request)
  return Effect.async<HttpServerResponse.HttpServerResponse, typeof TooManyStreams.Type>((resume) => {
    if (!streams.open(response)) resume(Effect.fail(crowded(streams.limit)))
    else response.once("close", () => resume(Effect.succeed(HttpServerResponse.empty())))
  })
}
