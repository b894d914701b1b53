import { type Clock, Effect } from "effect"

/** Milliseconds of the monotonic clock, which cannot be set; for code that has a clock but cannot run an effect. */
export const monotonicOf = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)

export const monotonicMillis: Effect.Effect<number> = Effect.map(Effect.clock, monotonicOf)
