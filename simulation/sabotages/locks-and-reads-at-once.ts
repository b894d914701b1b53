import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { type ChainHead, chainStart } from "../../src/Domain/Audit.ts"
import { layer as correct, LedgerStore } from "../../src/Ledger/Store.ts"

export * from "../../src/Ledger/Store.ts"

/** The statement that waits for the lock reads the head of the chain as it was before it waited. */
export const layer: typeof correct = Layer.effect(
  LedgerStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      ...yield* LedgerStore,
      transaction: (work) =>
        Effect.catchTag(sql.withTransaction(Effect.zipLeft(work, sql`UPDATE shop SET version = version + 1`)), "SqlError", Effect.die),
      chainHead: Effect.orDie(Effect.map(
        sql<ChainHead>`SELECT head.id, head.hash FROM shop LEFT JOIN (SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1) AS head ON true
          FOR NO KEY UPDATE OF shop`,
        ([head]) => head?.id ? head : chainStart
      ))
    }
  })
).pipe(Layer.provide(correct))
