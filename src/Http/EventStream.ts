import { HttpServerResponse } from "@effect/platform"
import { Effect, Stream } from "effect"
import { ShopClock } from "../Clock.ts"
import { formatInstant } from "../Domain/Calendar.ts"
import { Events, ServerEvent } from "../Events.ts"
import { Draining } from "./Server.ts"

const reconnectMillis = 3000

const encode = ServerEvent.$match({
  Tick: ({ now }) => `data: ${JSON.stringify({ type: "tick", server_now: formatInstant(now) })}\n\n`,
  ForceRefresh: () => `data: ${JSON.stringify({ type: "force_refresh" })}\n\n`
})

/** The answer of `GET /api/events`: a tick at once, then what the hub says, until the client or the service goes. */
export const eventStream = Effect.gen(function*() {
  const clock = yield* ShopClock
  const events = yield* Events
  const draining = yield* Draining
  // Subscribed before the first tick is made, so that nothing falls between the two.
  const live = yield* events.subscribe
  const first = `retry: ${reconnectMillis}\n\n${encode(ServerEvent.Tick({ now: yield* clock.now }))}`
  return HttpServerResponse.stream(
    Stream.concat(Stream.make(first), Stream.map(live, encode)).pipe(
      Stream.interruptWhen(draining.begun),
      Stream.encodeText
    ),
    { contentType: "text/event-stream", headers: { "x-accel-buffering": "no" } }
  )
})
