import { Effect, Layer, Queue } from "effect"
import { Database } from "../../src/Database.ts"
import { ForeignWritePoll, layer as correct } from "../../src/Ledger.ts"

export * from "../../src/Ledger.ts"

const notifications = Layer.effect(
  Database,
  Effect.map(Database, (database) => ({
    ...database,
    signals: Effect.gen(function*() {
      const hints = yield* database.signals
      const passed = yield* Queue.sliding<unknown>(1)
      const pass = Effect.flatMap(hints.take, (hint) => hint === "notified" ? Queue.offer(passed, hint) : Effect.void)
      yield* Effect.forkScoped(Effect.forever(pass))
      return passed
    })
  }))
)

/** The poll that replaces a lost notification comes only once an hour. */
export const layer: typeof correct = Layer.provide(correct, Layer.merge(notifications, Layer.succeed(ForeignWritePoll, "1 hour")))
