import { assert } from "@effect/vitest"
import { Duration, Effect } from "effect"

/** Five tries to take less than that: a busy machine is late now and then, a fault each time. */
export const within = <A, E, R>(millis: number, attempt: (tries: number) => Effect.Effect<A, E, R>, tries = 1): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.timed(attempt(tries)), ([took, result]) => {
    if (Duration.toMillis(took) >= millis && tries < 5) return within(millis, attempt, tries + 1)
    assert.isBelow(Duration.toMillis(took), millis)
    return Effect.succeed(result)
  })
