import { Context, Effect, Layer, type Scope } from "effect"

/** Wakes one listener when the outbox has changed. */
interface BellListener {
  /** Waits until the bell rings. Returns at once if it has rung since the last `silence`. */
  readonly rung: Effect.Effect<void>
  /** Forgets earlier rings. Read the outbox after this, so that no change is missed. */
  readonly silence: Effect.Effect<void>
}

/** Wakes all lines when the outbox has changed, so that a new message does not wait for the next poll. */
export class OutboxBell extends Context.Tag("OutboxBell")<OutboxBell, {
  readonly ring: Effect.Effect<void>
  /** A listener for one line. Each line needs its own: a ring that one has handled may be new to another. */
  readonly listen: Effect.Effect<BellListener, never, Scope.Scope>
}>() {}

export const layer: Layer.Layer<OutboxBell> = Layer.sync(OutboxBell, () => {
  const latches = new Set<Effect.Latch>()
  return {
    ring: Effect.suspend(() => Effect.forEach(latches, (latch) => latch.open, { discard: true })),
    listen: Effect.acquireRelease(
      Effect.tap(Effect.makeLatch(false), (latch) => Effect.sync(() => latches.add(latch))),
      (latch) => Effect.sync(() => latches.delete(latch))
    ).pipe(Effect.map((latch) => ({ rung: latch.await, silence: Effect.asVoid(latch.close) })))
  }
})
