import { Effect, Layer } from "effect"
import { ShopClock } from "../../../src/Clock.ts"
import { dateOf } from "../../../src/Domain/Calendar.ts"
import type { Command, Lost, Refusals, Results, Who } from "../../../src/Domain/Command.ts"
import { layer as correct, Ledger } from "../../../src/Ledger.ts"

export * from "../../../src/Ledger.ts"

const none = { cents: null, source: null, isFinal: false, by: null, at: null, closed: false, note: "" }
const entered = { change: "entered", id: null, before: none, after: none } as const

export const layer: typeof correct = Layer.effect(
  Ledger,
  Effect.gen(function*() {
    const clock = yield* ShopClock
    const ledger = yield* Ledger
    return {
      ...ledger,
      carryOut: <C extends Command, W extends Who>(command: C, who: W) =>
        Effect.flatMap(clock.now, (now): Effect.Effect<Results[C["_tag"]], Refusals[C["_tag"]] | Lost<W>> => {
          const storing = ledger.carryOut(command, who)
          if (command._tag !== "Correct" || command.date > dateOf(now, ledger.calendar())) return storing
          const answer = { date: command.date, ...entered } as Results[C["_tag"]]
          return Effect.as(Effect.forkDaemon(Effect.delay(storing, 10)), answer)
        })
    }
  })
).pipe(Layer.provide(correct))
