import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer } from "effect"
import { writeOrDie } from "../Database/Write.ts"
import { type Days, days, type Goals, goals } from "./Store/Days.ts"
import { type Records, records } from "./Store/Records.ts"
import { type Remembered, remembered } from "./Store/Remembered.ts"

interface Stored extends Days, Goals, Records, Remembered {
  readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** The tables of days and of the audit. A write needs a transaction around it. Failures are defects. */
export class LedgerStore extends Context.Tag("LedgerStore")<LedgerStore, Stored>() {}

export const layer: Layer.Layer<LedgerStore, never, SqlClient.SqlClient> = Layer.effect(
  LedgerStore,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    transaction: writeOrDie(sql),
    ...days(sql),
    ...goals(sql),
    ...records(sql),
    ...remembered(sql)
  }))
)
