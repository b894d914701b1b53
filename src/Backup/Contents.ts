import { Reactivity } from "@effect/experimental"
import { SqlClient } from "@effect/sql"
import { Data, Effect, Layer } from "effect"
import type { DatabaseUnavailable } from "../Database/DatabaseUnavailable.ts"
import { newestOf, schemaOf, writtenByNewer } from "../Database/Migrate.ts"
import { migrations } from "../Database/Migrations.ts"
import * as Sqlite from "../Database/Sqlite/Client.ts"
import type { ChainHead } from "../Domain/Audit.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { Mismatch } from "../Domain/Reconciliation.ts"
import * as AuditTrail from "../Ledger/AuditTrail.ts"

export interface Contents {
  readonly schema: number
  readonly days: number
  readonly firstDay: LocalDate | null
  readonly lastDay: LocalDate | null
  readonly totalCents: number
  readonly auditRecords: number
  /** The newest audit record; number 0 without one. */
  readonly head: ChainHead
  /** Messages that the service would still send. */
  readonly waitingMessages: number
  readonly mismatch: Mismatch | null
}

/** A file that must not be used as the shop's database; `message` is one sentence. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly message: string }> {}

interface Summary {
  readonly days: number
  readonly first: LocalDate | null
  readonly last: LocalDate | null
  readonly total: number
}

/**
 * Reads a database of the service, or fails with the reason why it cannot be used: its schema must be known and its audit chain
 * valid.
 */
export const inspect = (file: string): Effect.Effect<Contents, Unusable | DatabaseUnavailable> =>
  Effect.gen(function*() {
    const { sql } = yield* Sqlite.make(file)
    const database = Layer.succeed(SqlClient.SqlClient, sql)
    const schema = yield* Effect.orDie(Effect.provide(schemaOf, database))
    const known = newestOf(migrations)
    if (schema === null || schema === 0) return yield* new Unusable({ message: "it is not a database of this service" })
    if (schema > known) return yield* new Unusable({ message: `it ${writtenByNewer(schema, known)}` })
    const audit = yield* Effect.provide(AuditTrail.AuditTrail, Layer.provide(AuditTrail.layer, database))
    const { firstBrokenId, head, mismatch, records } = yield* audit.examine
    if (firstBrokenId !== null) return yield* new Unusable({ message: `its audit chain does not hold at record ${firstBrokenId}` })
    const [summary] = yield* Effect.orDie(sql<Summary>`
      SELECT count(*) AS days, min(date) AS first, max(date) AS last, coalesce(sum(amount_cents), 0) AS total FROM turnover`)
    const [waiting] = yield* Effect.orDie(sql<{ readonly count: number }>`
      SELECT count(*) AS count FROM notification WHERE state = 'pending'`)
    return {
      schema,
      days: summary?.days ?? 0,
      firstDay: summary?.first ?? null,
      lastDay: summary?.last ?? null,
      totalCents: summary?.total ?? 0,
      auditRecords: records,
      head,
      waitingMessages: waiting?.count ?? 0,
      mismatch
    }
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
