import { Effect, Layer } from "effect"
import { ShopClock } from "../../../src/Clock.ts"
import { momentOf } from "../../../src/Domain/Calendar.ts"
import { theService } from "../../../src/Domain/Command.ts"
import { Ledger } from "../../../src/Ledger.ts"
import { layer as correct, Scheduler } from "../../../src/Scheduler.ts"

export * from "../../../src/Scheduler.ts"

/** A refused reload still runs the daily job, as an accepted one does. */
export const layer: typeof correct = Layer.effect(
  Scheduler,
  Effect.gen(function*() {
    const clock = yield* ShopClock
    const ledger = yield* Ledger
    const scheduler = yield* Scheduler
    const settle = Effect.gen(function*() {
      const moment = momentOf(yield* clock.now, ledger.calendar())
      yield* Effect.orDie(ledger.carryOut({ _tag: "Settle", trigger: "reload", moment, id: null }, theService))
    })
    return { ...scheduler, reloadCutoff: Effect.tapError(scheduler.reloadCutoff, () => settle) }
  })
).pipe(Layer.provide(correct))
