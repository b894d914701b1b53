import { Deferred, Effect, identity, Queue, type Scope } from "effect"
import type { PostgresFailure } from "../Failure.ts"
import type { Open } from "./Connect.ts"

export interface ListenLimits {
  /** Time between two checks of the connection, ms. */
  readonly ping: number
  /** Time until the next connection, ms. */
  readonly reconnect: number
  /** Time between two hints without any cause, ms. */
  readonly poll: number
}

export const defaultListenLimits: ListenLimits = { ping: 1_000, reconnect: 250, poll: 1_000 }

/** Why there may be a new version. */
export type Hint = "notified" | "connected" | "poll"

const identifier = (name: string): string => `"${name.replaceAll("\"", "\"\"")}"`

/**
 * Hints that others may have written: after a notification; after each new connection, because notifications before it are
 * lost; and at the latest after each `poll`. They carry no data and may be wrong: check the version. Hints that are not yet
 * taken become one. A notification with the payload `own` gives no hint. `onLost` runs when the connection is lost or cannot be
 * made, `onConnected` with each connection. It never fails. `open` makes a connection of its own with a short deadline; a ping
 * finds a dead one.
 */
export const listen = (
  open: Open,
  channel: string,
  limits: ListenLimits = defaultListenLimits,
  own = "",
  onLost: Effect.Effect<void> = Effect.void,
  onConnected: Effect.Effect<void> = Effect.void
): Effect.Effect<Queue.Dequeue<Hint>, never, Scope.Scope> =>
  Effect.gen(function*() {
    const hints = yield* Effect.acquireRelease(Queue.sliding<Hint>(1), Queue.shutdown)

    const listening = Effect.acquireUseRelease(
      open(identity),
      (session) =>
        Effect.gen(function*() {
          const lost = yield* Deferred.make<never, PostgresFailure>()
          session.onLost((failure) => Deferred.unsafeDone(lost, Effect.fail(failure)))
          session.onNotification((payload) => own !== "" && payload === own ? undefined : hints.unsafeOffer("notified"))
          yield* session.query({ text: `LISTEN ${identifier(channel)}` })
          hints.unsafeOffer("connected")
          yield* onConnected
          yield* Effect.raceFirst(
            Deferred.await(lost),
            Effect.forever(Effect.delay(session.query({ text: "SELECT 1" }), limits.ping))
          )
        }),
      (session) => Effect.sync(session.destroy)
    )

    yield* Effect.catchAll(listening, () => onLost).pipe(Effect.zipRight(Effect.sleep(limits.reconnect)), Effect.forever, Effect.forkScoped)
    yield* Effect.forkScoped(Effect.forever(Effect.delay(Queue.offer(hints, "poll"), limits.poll)))
    return hints
  })
