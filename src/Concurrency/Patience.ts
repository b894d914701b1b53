import { type Duration, Effect, Option } from "effect"

/** The result of `work`; none if it fails or takes longer than `patience`. The caller does not wait until it is interrupted. */
export const within = (patience: Duration.DurationInput) => <A, E>(work: Effect.Effect<A, E>): Effect.Effect<Option.Option<A>> =>
  Effect.catchAllCause(Effect.timeoutOption(Effect.disconnect(work), patience), () => Effect.succeedNone)
