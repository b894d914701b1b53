import { Deferred, Effect, identity, Queue, type Scope } from "effect"
import * as FairLock from "../../../Concurrency/FairLock.ts"
import type { PostgresFailure } from "../Failure.ts"
import type { Open } from "./Connect.ts"
import type { Session } from "./Session.ts"

export interface ListenLimits {
  /** Milliseconds between two checks of an unused connection. */
  readonly ping: number
  /** Milliseconds until the next attempt to connect. */
  readonly reconnect: number
  /** Milliseconds between two hints that have no cause. */
  readonly poll: number
}

/**
 * A process that reads the version at each poll is normally at most half a second behind. 1.5 s without a read mean that it cannot
 * read.
 */
export const defaultListenLimits: ListenLimits = { ping: 1_000, reconnect: 250, poll: 500 }

/** Why there may be a new version. */
export type Hint = "notified" | "connected" | "poll"

interface Listening {
  readonly hints: Queue.Dequeue<Hint>
  /** The listener's connection, which no other work keeps busy, for short statements; undefined while there is none. */
  readonly connection: () => Pick<Session, "query" | "isLost"> | undefined
}

const identifier = (name: string): string => `"${name.replaceAll("\"", "\"\"")}"`

/**
 * Emits hints that other processes may have written: after a notification; after each new connection, because notifications before
 * it are lost; and at the latest after each `poll`. A hint carries no data and may be wrong, so check the version. Hints that are
 * not yet taken are merged into one. A notification with the payload `own` gives no hint. `onLost` runs when the connection is lost
 * or cannot be opened, `onConnected` with each connection. It never fails. `open` opens a separate connection with a short
 * deadline; a ping, or the next statement, detects that it is dead.
 */
export const listen = (
  open: Open,
  channel: string,
  limits: ListenLimits = defaultListenLimits,
  own = "",
  onLost: Effect.Effect<void> = Effect.void,
  onConnected: Effect.Effect<void> = Effect.void
): Effect.Effect<Listening, never, Scope.Scope> =>
  Effect.gen(function*() {
    const hints = yield* Effect.acquireRelease(Queue.sliding<Hint>(1), Queue.shutdown)
    let current: Pick<Session, "query" | "isLost"> | undefined
    let wasUsed = false

    /** A session runs one query at a time. */
    const oneAtATime = (session: Session): Session => {
      const lock = FairLock.make()
      return { ...session, query: (query) => lock.hold(() => session.query(query)) }
    }

    const ping = (session: Session) =>
      Effect.suspend(() => {
        if (!wasUsed) return session.query({ text: "SELECT 1" })
        wasUsed = false
        return Effect.void
      })

    const listening = Effect.acquireUseRelease(
      Effect.map(open(identity), oneAtATime),
      (session) =>
        Effect.gen(function*() {
          const lost = yield* Deferred.make<never, PostgresFailure>()
          session.onLost((failure) => Deferred.unsafeDone(lost, Effect.fail(failure)))
          session.onNotification((payload) => own !== "" && payload === own ? undefined : hints.unsafeOffer("notified"))
          yield* session.query({ text: `LISTEN ${identifier(channel)}` })
          current = {
            ...session,
            query: (query) => {
              wasUsed = true
              return session.query(query)
            }
          }
          hints.unsafeOffer("connected")
          yield* onConnected
          yield* Effect.raceFirst(Deferred.await(lost), Effect.forever(Effect.delay(ping(session), limits.ping)))
        }),
      (session) =>
        Effect.sync(() => {
          current = undefined
          session.destroy()
        })
    )

    yield* Effect.catchAll(listening, () => onLost).pipe(Effect.zipRight(Effect.sleep(limits.reconnect)), Effect.forever, Effect.forkScoped)
    yield* Effect.forkScoped(Effect.forever(Effect.delay(Queue.offer(hints, "poll"), limits.poll)))
    return { hints, connection: () => current }
  })
