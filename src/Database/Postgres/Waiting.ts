import { Effect } from "effect"
import { monotonicMillis } from "../../Concurrency/Monotonic.ts"
import type { Session } from "./Client/Session.ts"
import { clockAheadOf, isTooFarApart, tooFarApart } from "./ClockAhead.ts"
import type { PostgresFailure } from "./Failure.ts"
import { endHolder, type Holder, holder, tryLock } from "./Holder.ts"

/** Milliseconds between two attempts to take the lock. */
const tryEvery = 100
/** Milliseconds between two looks at the holder's connection. */
const lookEvery = 250
/**
 * Milliseconds without a movement after which the holder counts as stopped or cut off. It sends a statement each half second and gives
 * itself up after 2 s without an answer, so a holder that still runs has stopped by then.
 */
const staleAfter = 3_500
/** Milliseconds between two comparisons of a clock that is wrong. */
const compareEvery = 1_000

/** Finds out by the monotonic clock of this process whether a holder has stopped moving. A clock that is set has no effect. */
const movements = () => {
  let seen: Holder | undefined
  let since = 0
  return (found: Holder | undefined, now: number): boolean => {
    if (found === undefined || found.moves !== seen?.moves || found.idle !== true) since = now
    seen = found
    return now - since > staleAfter
  }
}

/** Waits until this machine's clock is near the server's. With a wrong clock, the wrong day would be settled. */
const untilClocksAgree = (session: Session): Effect.Effect<number, PostgresFailure> => {
  let isSaid = false
  const compare: Effect.Effect<number, PostgresFailure> = Effect.flatMap(clockAheadOf(session), (measured) => {
    if (!isTooFarApart(measured)) return Effect.succeed(measured.ahead)
    const say = isSaid ? Effect.void : Effect.logError(tooFarApart(measured))
    isSaid = true
    return Effect.zipRight(Effect.zipRight(say, Effect.sleep(compareEvery)), compare)
  })
  return compare
}

/**
 * Waits until the session has the lock, and ends the connection of a holder that has stopped moving. Returns by how many milliseconds
 * this machine's clock is ahead of the server's.
 */
export const waitForLock = (session: Session): Effect.Effect<number, PostgresFailure> =>
  Effect.gen(function*() {
    const ahead = yield* untilClocksAgree(session)
    const hasStopped = movements()
    let lookAt = 0
    let isSaid = false
    while (!(yield* tryLock(session))) {
      const now = yield* monotonicMillis
      if (now >= lookAt) {
        lookAt = now + lookEvery
        const found = yield* holder(session)
        if (found !== undefined && hasStopped(found, now)) {
          yield* Effect.annotateLogs(Effect.logWarning("the process that serves the database has stopped: its connection is ended"), {
            holder: found.name
          })
          yield* endHolder(found, session)
        }
        if (!isSaid && found !== undefined) {
          isSaid = true
          yield* Effect.annotateLogs(Effect.logInfo("standing by: another process serves the database"), { holder: found.name })
        }
      }
      yield* Effect.sleep(tryEvery)
    }
    // The clock may have been set during the wait.
    return isSaid ? yield* untilClocksAgree(session) : ahead
  })
