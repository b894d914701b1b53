import { Deferred, Effect, FiberId, type Scope } from "effect"

/** Restores the interruptibility of the caller within `hold`. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * A lock that is granted first come, first served. Effect's semaphore lets a running fiber overtake waiting ones, so that
 * a tight loop of transactions starves all others.
 */
export interface FairLock {
  /** Runs `use` alone and uninterruptibly; only the wait, and what `use` restores, can be interrupted. */
  readonly hold: <A, E, R>(use: (restore: Restore) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly holdScoped: Effect.Effect<void, never, Scope.Scope>
}

/** A position in the queue. Its gate is null if the queue was empty: there is nothing to wait for. */
interface Position {
  readonly gate: Deferred.Deferred<void> | null
}

const admitted = ({ gate }: Position): Effect.Effect<void> => gate === null ? Effect.void : Deferred.await(gate)

export const make = (): FairLock => {
  // The first in the queue holds the lock. A fiber that is interrupted at any point runs `leave`, so the lock is never lost.
  const queue = new Set<Position>()
  const first = () => queue.values().next().value
  const admitFirst = () => {
    const gate = first()?.gate
    if (gate) Deferred.unsafeDone(gate, Effect.void)
  }

  const enter = Effect.sync(() => {
    const position: Position = { gate: queue.size === 0 ? null : Deferred.unsafeMake(FiberId.none) }
    queue.add(position)
    return position
  })

  const leave = (position: Position) =>
    Effect.sync(() => {
      const held = first() === position
      queue.delete(position)
      if (held) admitFirst()
    })

  return {
    hold: (use) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.acquireUseRelease(enter, (position) => Effect.zipRight(restore(admitted(position)), use(restore)), leave)
      ),
    holdScoped: Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.acquireRelease(enter, leave), (position) => restore(admitted(position)))
    )
  }
}
