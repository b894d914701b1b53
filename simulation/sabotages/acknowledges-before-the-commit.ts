import { Effect, Layer } from "effect"
import { ShopClock } from "../../src/Clock.ts"
import { dateOf } from "../../src/Domain/Calendar.ts"
import { layer as correct, Ledger } from "../../src/Ledger.ts"

export * from "../../src/Ledger.ts"

export const layer: typeof correct = Layer.effect(
  Ledger,
  Effect.gen(function*() {
    const clock = yield* ShopClock
    const ledger = yield* Ledger
    return {
      ...ledger,
      correct: (correction) =>
        Effect.flatMap(clock.now, (now) =>
          correction.date > dateOf(now)
            ? ledger.correct(correction)
            : Effect.as(Effect.forkDaemon(Effect.delay(ledger.correct(correction), 10)), {
              date: correction.date,
              change: "entered" as const,
              before: null,
              sourceBefore: null,
              closed: false,
              note: ""
            }))
    }
  })
).pipe(Layer.provide(correct))
