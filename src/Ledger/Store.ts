import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer } from "effect"
import { writeOrDie } from "../Database/Write.ts"
import { type Days, days } from "./Store/Days.ts"
import { type Goals, goals } from "./Store/Goals.ts"
import { type Records, records } from "./Store/Records.ts"
import { type Remembered, remembered } from "./Store/Remembered.ts"

interface Stored extends Days, Goals, Records, Remembered {
  /**
   * How statements of one transaction that do not depend on each other are run. On a server they share a round trip. A file has no
   * round trips, and its engine may end a transaction at a failure; simultaneous statements would then be stored.
   */
  readonly beside: { readonly concurrency: "unbounded" | 1 }
  readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** The tables of days and of the audit. A write needs a transaction around it. Failures are defects. */
export class LedgerStore extends Context.Tag("LedgerStore")<LedgerStore, Stored>() {}

export const layer: Layer.Layer<LedgerStore, never, SqlClient.SqlClient> = Layer.effect(
  LedgerStore,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    transaction: writeOrDie(sql),
    beside: sql.onDialectOrElse({ pg: () => ({ concurrency: "unbounded" }), orElse: () => ({ concurrency: 1 }) }),
    ...days(sql),
    ...goals(sql),
    ...records(sql),
    ...remembered(sql)
  }))
)
