import { Effect, TestClock } from "effect"

const turnOfEventLoop = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Runs `effect` while the test clock moves. */
export const whileTimePasses = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(effect, Effect.forever(Effect.zipRight(TestClock.adjust("20 millis"), turnOfEventLoop)))
