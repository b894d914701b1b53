import { SqlClient } from "@effect/sql"
import { Array as Chunks, Effect, Layer } from "effect"
import { layer as correct, Outbox } from "../../../src/Outbox.ts"
import { decodeEntries } from "../../../src/Outbox/Row.ts"

export * from "../../../src/Outbox.ts"

export const layer: typeof correct = Layer.effect(
  Outbox,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const newest = (chat: string) => sql`SELECT * FROM notification WHERE chat = ${chat} AND state = 'pending' ORDER BY id DESC LIMIT 1`
    return {
      ...yield* Outbox,
      nextPending: (chat: string) => Effect.orDie(Effect.map(Effect.flatMap(newest(chat), decodeEntries), Chunks.head))
    }
  })
).pipe(Layer.provide(correct))
