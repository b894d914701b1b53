import { Clock, Effect } from "effect"

/** Milliseconds of a clock that nobody can set, counted from some instant. */
export const monotonicMillis: Effect.Effect<number> = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000_000n))
