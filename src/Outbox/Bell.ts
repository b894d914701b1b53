import { Context, Effect, Layer } from "effect"

/** Wakes the notifier when the outbox has changed, so that a new message does not wait for the next poll. */
export class OutboxBell extends Context.Tag("OutboxBell")<OutboxBell, {
  readonly ring: Effect.Effect<void>
  /** Waits until the bell rings; returns at once when it has rung since the last `silence`. */
  readonly rung: Effect.Effect<void>
  /** Forgets earlier rings. The outbox is read after this, so that no change is missed. */
  readonly silence: Effect.Effect<void>
}>() {}

export const layer: Layer.Layer<OutboxBell> = Layer.effect(
  OutboxBell,
  Effect.map(Effect.makeLatch(false), (latch) => ({
    ring: Effect.asVoid(latch.open),
    rung: latch.await,
    silence: Effect.asVoid(latch.close)
  }))
)
