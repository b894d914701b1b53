import { Deferred, Effect, FiberId } from "effect"
import * as FairLock from "./FairLock.ts"

/**
 * Runs `work` one at a time. Each caller gets the answer of a run that began after its call; callers that wait for the
 * same run share it. A caller that is interrupted does not end the run.
 */
export const shared = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  const lock = FairLock.make()
  let next: Deferred.Deferred<A, E> | undefined

  const run = (answer: Deferred.Deferred<A, E>) =>
    lock.hold(() =>
      Effect.suspend(() => {
        next = undefined
        // A timeout within it could not end what it waits for where a caller is uninterruptible.
        return Effect.intoDeferred(Effect.interruptible(work), answer)
      })
    )

  return Effect.suspend(() => {
    if (next !== undefined) return Deferred.await(next)
    const answer = next = Deferred.unsafeMake<A, E>(FiberId.none)
    return Effect.zipRight(Effect.forkDaemon(run(answer)), Deferred.await(answer))
  })
}
