import { assert } from "@effect/vitest"
import { Duration, Effect } from "effect"

/** Makes up to five attempts to take less than that time, because a busy machine is sometimes late. */
export const within = <A, E, R>(millis: number, attempt: (tries: number) => Effect.Effect<A, E, R>, tries = 1): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.timed(attempt(tries)), ([took, result]) => {
    if (Duration.toMillis(took) >= millis && tries < 5) return within(millis, attempt, tries + 1)
    assert.isBelow(Duration.toMillis(took), millis)
    return Effect.succeed(result)
  })
