import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { layer as correct, Outbox } from "../../../src/Outbox.ts"

export * from "../../../src/Outbox.ts"

/** Only the chat of the oldest message is sent anything. */
export const layer: typeof correct = Layer.effect(
  Outbox,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const outbox = yield* Outbox
    const first = Effect.orDie(sql<{ chat: string }>`SELECT chat FROM notification WHERE state = 'pending' ORDER BY id LIMIT 1`)
    return {
      ...outbox,
      nextPending: (chat: string) =>
        Effect.flatMap(first, ([head]) => head?.chat === chat ? outbox.nextPending(chat) : Effect.succeed(Option.none()))
    }
  })
).pipe(Layer.provide(correct))
