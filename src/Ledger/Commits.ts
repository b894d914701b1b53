import { Context, Effect, Layer, PubSub, type Queue, type Scope } from "effect"

/** Announces that the ledger has committed changes, to services of the same process. */
export class Commits extends Context.Tag("Commits")<Commits, {
  readonly announce: Effect.Effect<void>
  /** The subscription lasts until the scope closes. Commits that are not taken yet count as one. */
  readonly subscribe: Effect.Effect<Queue.Dequeue<void>, never, Scope.Scope>
}>() {}

export const layer: Layer.Layer<Commits> = Layer.scoped(
  Commits,
  Effect.map(Effect.acquireRelease(PubSub.sliding<void>(1), PubSub.shutdown), (hub) => ({
    announce: PubSub.publish(hub, undefined),
    subscribe: PubSub.subscribe(hub)
  }))
)
