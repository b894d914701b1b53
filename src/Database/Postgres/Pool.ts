import { Deferred, Effect, FiberId, type Scope } from "effect"
import type { Restore } from "../../Concurrency/FairLock.ts"
import type { Open } from "./Connect.ts"
import { type PostgresFailure, unavailable } from "./Failure.ts"
import { backOff, type Limits } from "./Limits.ts"
import type { Session } from "./Session.ts"

export interface Pool {
  /** Waits in the order of asking, `limits.acquire` at most; only the waiting is restored to interruptibility. */
  readonly acquire: (restore: Restore) => Effect.Effect<Session, PostgresFailure>
  /** Hands the connection on; one that is lost or still in a transaction is closed. */
  readonly release: (session: Session) => Effect.Effect<void>
}

/** Someone who waits; a connection that comes too late is found here and goes back. */
interface Waiter {
  readonly gate: Deferred.Deferred<Session, PostgresFailure>
  given: Session | undefined
}

/**
 * Keeps connections, and opens one at a time where one is waited for: a server that comes back is not stormed, and a
 * single back-off counts for all.
 */
export const make = (
  open: Open,
  limits: Limits
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
      Effect.suspend(() => {
        const waiter: Waiter = { gate: Deferred.unsafeMake(FiberId.none), given: undefined }
        waiters.add(waiter)
        ask()
        const tooLong = () => {
          const why = lastFailure?.message ?? (sessions.size < limits.connections ? "a new one takes longer" : "all are in use")
          return unavailable(`no connection to the database within ${limits.acquire} ms: ${why}`)
        }
        return restore(Deferred.await(waiter.gate).pipe(
          Effect.timeoutFail({ duration: limits.acquire, onTimeout: tooLong })
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
            return restore(Effect.sleep(backOff(failures)))
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

    return { acquire, release: (session) => Effect.sync(() => take(session)) }
  })
