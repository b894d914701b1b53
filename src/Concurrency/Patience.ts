import { type Duration, Effect, Option } from "effect"

/**
 * The result of `work`; none if it fails or takes longer than `patience`. The caller does not wait for the interruption of `work`.
 * The bound also holds in a finalizer: without `interruptible`, a timeout there would wait until `work` has ended.
 */
export const within = (patience: Duration.DurationInput) => <A, E>(work: Effect.Effect<A, E>): Effect.Effect<Option.Option<A>> =>
  Effect.catchAllCause(Effect.timeoutOption(Effect.interruptible(Effect.disconnect(work)), patience), () => Effect.succeedNone)
