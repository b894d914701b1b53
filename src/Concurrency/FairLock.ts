import { Deferred, Effect, FiberId, type Scope } from "effect"

/** Gives a region inside back the interruptibility that the caller had. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * One permit, handed on in the order of asking. Effect's own semaphore lets a running fiber overtake those that wait,
 * so that a tight loop of transactions would starve everyone else.
 */
export interface Permit {
  /** Runs `use` alone and uninterruptibly; only the waiting, and what `use` restores, can be interrupted. */
  readonly hold: <A, E, R>(use: (restore: Restore) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Holds the permit until the scope closes. */
  readonly holdScoped: Effect.Effect<void, never, Scope.Scope>
}

/** A place in the line; who came to an empty one has nothing to wait for. */
interface Turn {
  readonly gate: Deferred.Deferred<void> | null
}

const admitted = ({ gate }: Turn): Effect.Effect<void> => gate === null ? Effect.void : Deferred.await(gate)

export const make = (): Permit => {
  // The first in line holds the permit. A fiber interrupted at any point leaves by the same door, so none is lost.
  const line = new Set<Turn>()
  const first = () => line.values().next().value
  const admitFirst = () => {
    const gate = first()?.gate
    if (gate) Deferred.unsafeDone(gate, Effect.void)
  }

  const enter = Effect.sync(() => {
    const turn: Turn = { gate: line.size === 0 ? null : Deferred.unsafeMake(FiberId.none) }
    line.add(turn)
    return turn
  })

  const leave = (turn: Turn) =>
    Effect.sync(() => {
      const held = first() === turn
      line.delete(turn)
      if (held) admitFirst()
    })

  return {
    hold: (use) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.acquireUseRelease(enter, (turn) => Effect.zipRight(restore(admitted(turn)), use(restore)), leave)),
    holdScoped: Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.acquireRelease(enter, leave), (turn) => restore(admitted(turn))))
  }
}
