import { Clock, Effect, Layer } from "effect"
import { Lease } from "../../src/Database/Lease.ts"

/** The lease from the point of view of one process, on the test's clock. `stored` is the epoch in the database. */
export const modelLease = () => {
  const state = { epoch: 1, stored: 1, until: Infinity, lapsedFor: 0 }
  const remaining = Effect.map(Clock.currentTimeMillis, (now) => Math.max(0, state.until - now))
  const layer = Layer.succeed(Lease, {
    remaining,
    isHeld: Effect.map(remaining, (millis) => millis > 0),
    lapsedFor: Effect.sync(() => state.lapsedFor),
    epoch: Effect.sync(() => state.epoch),
    confirm: (epoch) => Effect.sync(() => epoch === state.stored)
  })
  return { state, layer }
}
