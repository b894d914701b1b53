import { Deferred, Effect, FiberId } from "effect"

/** Restores the interruptibility of the caller within `hold`. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * A lock that is granted in order of arrival. Effect's semaphore lets a running fiber overtake waiting ones, so a tight loop of
 * transactions would starve all others.
 */
interface FairLock {
  /** Runs `use` alone and uninterruptibly. Only the wait, and the effects that `use` restores, can be interrupted. */
  readonly hold: <A, E, R>(use: (restore: Restore) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Whether no fiber holds the lock or waits for it. */
  readonly isFree: () => boolean
}

/** A position in the queue. Its gate is null if the queue was empty: there is nothing to wait for. */
interface Position {
  readonly gate: Deferred.Deferred<void> | null
}

export const make = (): FairLock => {
  // The first in the queue holds the lock. A fiber that is interrupted at any point runs `leave`, so the lock is never lost.
  const queue = new Set<Position>()
  const first = () => queue.values().next().value
  const admitFirst = () => {
    const gate = first()?.gate
    if (gate) Deferred.unsafeDone(gate, Effect.void)
  }

  const enter = () => {
    const position: Position = { gate: queue.size === 0 ? null : Deferred.unsafeMake(FiberId.none) }
    queue.add(position)
    return position
  }

  const leave = (position: Position) => {
    const held = first() === position
    queue.delete(position)
    if (held) admitFirst()
  }

  return {
    // Does the work of `acquireUseRelease` in a quarter of its steps.
    hold: (use) =>
      Effect.uninterruptibleMask((restore) => {
        const position = enter()
        const used = Effect.suspend(() => use(restore))
        return Effect.matchCauseEffect(position.gate === null ? used : Effect.zipRight(restore(Deferred.await(position.gate)), used), {
          onFailure: (cause) => {
            leave(position)
            return Effect.failCause(cause)
          },
          onSuccess: (result) => {
            leave(position)
            return Effect.succeed(result)
          }
        })
      }),
    isFree: () => queue.size === 0
  }
}
