import { type Clock, Effect } from "effect"

/** The same for code that holds the clock and cannot wait for an effect. */
export const monotonicOf = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)

/** Milliseconds of a clock that nobody can set, counted from some instant. */
export const monotonicMillis: Effect.Effect<number> = Effect.map(Effect.clock, monotonicOf)
