import { Effect, Layer } from "effect"
import { Database } from "../../../src/Database.ts"
import { layer as correct } from "../../../src/Ledger.ts"

export * from "../../../src/Ledger.ts"

const neverChanged = Layer.effect(
  Database,
  Effect.map(Database, (database) => ({ ...database, dataVersion: Effect.succeed(0) }))
)

/** The ledger does not detect the writes of other programs. */
export const layer: typeof correct = Layer.provide(correct, neverChanged)
