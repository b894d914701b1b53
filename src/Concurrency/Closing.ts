import { Duration, Effect, Layer, Option, Scope } from "effect"
import { within } from "./Patience.ts"

/** How long a stop waits for the requests and the message in flight. */
export const inFlight = Duration.seconds(8)

/**
 * Closes `layer` within `patience`. A finalizer is uninterruptible, so a timeout inside of it would wait until the work has ended.
 * Here the caller continues after `patience`, and closing continues in the background. What is still open then ends with the
 * process, as after a kill, which loses nothing.
 */
export const closedWithin =
  (patience: Duration.DurationInput) => <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, Exclude<R, Scope.Scope>> =>
    Layer.scopedContext(Effect.gen(function*() {
      const scope = yield* Effect.acquireRelease(Scope.make(), (scope, exit) =>
        Effect.flatMap(within(patience)(Effect.uninterruptible(Scope.close(scope, exit))), Option.match({
          onSome: () =>
            Effect.void,
          onNone: () => Effect.logWarning("stopped before every part had ended: the rest ends with the process")
        })))
      return yield* Layer.buildWithScope(layer, scope)
    })) as Layer.Layer<A, E, Exclude<R, Scope.Scope>>
