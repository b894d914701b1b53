import { Deferred, Effect, FiberId } from "effect"
import * as FairLock from "./FairLock.ts"

/**
 * Runs `work` one at a time. Each caller gets the result of a run that began after its call; callers that wait for the same run
 * share its result. A run continues if one of its callers is interrupted.
 */
export const shared = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  const lock = FairLock.make()
  let next: Deferred.Deferred<A, E> | undefined

  const run = (result: Deferred.Deferred<A, E>) =>
    lock.hold(() =>
      Effect.suspend(() => {
        next = undefined
        // Interruptible even for an uninterruptible caller; otherwise a timeout inside of `work` could not end a wait.
        return Effect.intoDeferred(Effect.interruptible(work), result)
      })
    )

  return Effect.suspend(() => {
    if (next !== undefined) return Deferred.await(next)
    const result = next = Deferred.unsafeMake<A, E>(FiberId.none)
    return Effect.zipRight(Effect.forkDaemon(run(result)), Deferred.await(result))
  })
}
