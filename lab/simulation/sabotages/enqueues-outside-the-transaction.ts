import { Effect, Layer } from "effect"
import { layer as correct, Outbox } from "../../../src/Outbox.ts"

export * from "../../../src/Outbox.ts"

export const layer: typeof correct = Layer.effect(
  Outbox,
  Effect.map(Outbox, (outbox) => ({
    ...outbox,
    enqueue: (...messages) => Effect.asVoid(Effect.forkDaemon(Effect.delay(outbox.enqueue(...messages), 1)))
  }))
).pipe(Layer.provide(correct))
