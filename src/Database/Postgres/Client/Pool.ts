import { Deferred, Effect, FiberId, type Scope } from "effect"
import * as Deadline from "../../../Concurrency/Deadline.ts"
import type { Restore } from "../../../Concurrency/FairLock.ts"
import { noConnectionFree, type PostgresFailure, unavailable } from "../Failure.ts"
import type { Open } from "./Connect.ts"
import { backOff, type ConnectionLimits } from "./ConnectionLimits.ts"
import type { Session } from "./Session.ts"

export interface Pool {
  /** Waits in order of arrival, at most for `limits.acquire` and until the deadline. Only the wait can be interrupted. */
  readonly acquire: (restore: Restore) => Effect.Effect<Session, PostgresFailure>
  /** Gives the connection to the next caller. A connection that is lost or still in a transaction is closed. */
  readonly release: (session: Session) => Effect.Effect<void>
  /** Closes the idle connections. Called after one connection was lost without an error, because the idle ones may be lost, too. */
  readonly discardIdle: Effect.Effect<void>
  /** Ends the back-off: another connection has just reached the server. */
  readonly hurry: Effect.Effect<void>
}

/** A waiting caller. A connection that arrives after the caller has left goes back to the pool. */
interface Waiter {
  readonly gate: Deferred.Deferred<Session, PostgresFailure>
  given: Session | undefined
}

/**
 * Keeps connections, and opens one at a time while a caller waits, so that a server that comes back is not overloaded and all
 * callers share one back-off.
 */
export const make = (
  open: Open,
  limits: ConnectionLimits
): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.gen(function*() {
    const sessions = new Set<Session>()
    const idle = new Set<Session>()
    const waiters = new Set<Waiter>()
    const wanted = yield* Effect.makeLatch()
    let closed = false
    let lastFailure: PostgresFailure | undefined

    const isWanted = () => waiters.size > 0 && sessions.size < limits.connections
    const ask = () => {
      if (isWanted()) wanted.unsafeOpen()
    }

    const handOn = (session: Session) => {
      const [waiter] = waiters
      if (waiter === undefined) {
        idle.add(session)
        return
      }
      waiters.delete(waiter)
      waiter.given = session
      Deferred.unsafeDone(waiter.gate, Effect.succeed(session))
    }

    const take = (session: Session) => {
      if (session.isLost() || !session.isUsable() || closed) session.destroy()
      else handOn(session)
    }

    const admit = (session: Session) => {
      lastFailure = undefined
      sessions.add(session)
      session.onLost(() => {
        sessions.delete(session)
        idle.delete(session)
        ask()
      })
      take(session)
    }

    const wait = (restore: Restore) =>
      Effect.flatMap(Deadline.left, (left) => {
        const patience = Math.max(0, Math.floor(Math.min(limits.acquire, left)))
        const waiter: Waiter = { gate: Deferred.unsafeMake(FiberId.none), given: undefined }
        waiters.add(waiter)
        ask()
        const tooLong = () => {
          const why = lastFailure?.message ?? (sessions.size < limits.connections ? "a new one takes longer" : "all are in use")
          const state = lastFailure?.state ?? (sessions.size < limits.connections ? "" : noConnectionFree)
          return unavailable(`no connection to the database within ${patience} ms: ${why}`, state)
        }
        // Interruptible: otherwise the timeout could not end it for a caller in a finalizer.
        return restore(Effect.interruptible(Deferred.await(waiter.gate)).pipe(
          Effect.timeoutFail({ duration: patience, onTimeout: tooLong })
        )).pipe(Effect.onError(() =>
          Effect.sync(() => {
            waiters.delete(waiter)
            if (waiter.given !== undefined) take(waiter.given)
          })
        ))
      })

    const acquire = (restore: Restore) =>
      Effect.suspend(() => {
        if (closed) return Effect.fail(unavailable("the database is closed"))
        for (const session of idle) {
          idle.delete(session)
          return Effect.succeed(session)
        }
        return wait(restore)
      })

    let failures = 0
    const hurried = yield* Effect.makeLatch()
    const openOne = Effect.uninterruptibleMask((restore) =>
      Effect.matchEffect(open(restore), {
        onSuccess: (session) =>
          Effect.sync(() => {
            failures = 0
            admit(session)
          }),
        onFailure: (failure) =>
          Effect.suspend(() => {
            failures += 1
            lastFailure = failure
            return restore(Effect.asVoid(Effect.timeoutOption(hurried.await, backOff(failures))))
          })
      })
    )

    yield* wanted.await.pipe(
      Effect.zipRight(Effect.suspend(() => {
        if (isWanted()) return openOne
        wanted.unsafeClose()
        return Effect.void
      })),
      Effect.forever,
      Effect.forkScoped
    )

    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        closed = true
        for (const { gate } of waiters) Deferred.unsafeDone(gate, Effect.fail(unavailable("the database is closed")))
        return Effect.forEach([...sessions], (session) => idle.has(session) ? session.close : Effect.sync(session.destroy), {
          concurrency: "unbounded",
          discard: true
        })
      })
    )

    const discardIdle = Effect.sync(() => {
      for (const session of [...idle]) session.destroy()
    })

    const hurry = Effect.suspend(() => {
      failures = 0
      return hurried.release
    })

    return { acquire, release: (session) => Effect.sync(() => take(session)), discardIdle, hurry }
  })
