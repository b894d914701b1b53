import { Context, Data, type DateTime, Effect, Layer, PubSub, type Queue, type Scope } from "effect"

/**
 * The events of open pages: the server's time, the signal of minutes 0 and 1 of each hour to load the figures again, and a change of
 * what the figures show.
 */
export type ServerEvent = Data.TaggedEnum<{
  Tick: { readonly now: DateTime.Zoned }
  ForceRefresh: {}
  Change: {}
}>
export const ServerEvent = Data.taggedEnum<ServerEvent>()

// A page that is this far behind has lost its connection. It may miss events, because one refresh is enough.
const capacity = 16

/** The hub behind the event stream. It drops the oldest events for a slow subscriber, so publishing never waits. */
export class Events extends Context.Tag("Events")<Events, {
  readonly publish: (event: ServerEvent) => Effect.Effect<void>
  /** The subscription lasts until the scope closes. */
  readonly subscribe: Effect.Effect<Queue.Dequeue<ServerEvent>, never, Scope.Scope>
}>() {}

export const layer: Layer.Layer<Events> = Layer.scoped(
  Events,
  Effect.gen(function*() {
    const hub = yield* Effect.acquireRelease(PubSub.sliding<ServerEvent>(capacity), PubSub.shutdown)
    return {
      publish: (event) => PubSub.publish(hub, event),
      subscribe: PubSub.subscribe(hub)
    }
  })
)
