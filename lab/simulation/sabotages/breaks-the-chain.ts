import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { type ChainHead, chainStart } from "../../../src/Domain/Audit.ts"
import { layer as correct, LedgerStore } from "../../../src/Ledger/Store.ts"

export * from "../../../src/Ledger/Store.ts"

/** Takes the newest record by time. After the wall clock was set back, that is not the last one of the chain. */
export const layer: typeof correct = Layer.effect(
  LedgerStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      ...yield* LedgerStore,
      chainHead: Effect.orDie(Effect.map(
        sql<ChainHead>`SELECT id, hash FROM audit ORDER BY created_at DESC, id DESC LIMIT 1`,
        (rows) => rows[0] ?? chainStart
      ))
    }
  })
).pipe(Layer.provide(correct))
