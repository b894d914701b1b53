import { SqlClient } from "@effect/sql"
import { Chunk, Context, Effect, Layer, Option, Stream } from "effect"
import type { Cents } from "../Domain/Amount.ts"
import { type AuditAction, type AuditRecord, type ChainHead, chainStart, follows } from "../Domain/Audit.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { Source } from "../Domain/Turnover.ts"

/** A row as the table's CHECKs guarantee it. */
interface AuditRow {
  readonly id: number
  readonly created_at: number
  readonly date: LocalDate
  readonly action: AuditAction
  readonly before_cents: Cents | null
  readonly after_cents: Cents
  readonly source: Source
  readonly reason: string
  readonly actor: string
  readonly hash: string
}

const fromRow = (row: AuditRow): AuditRecord => ({
  id: row.id,
  createdAt: row.created_at,
  date: row.date,
  action: row.action,
  before: row.before_cents,
  after: row.after_cents,
  source: row.source,
  reason: row.reason,
  actor: row.actor,
  hash: row.hash
})

/** Whether every record follows from the one before it. */
export interface Verification {
  readonly records: number
  readonly firstBrokenId: number | null
}

/** One page keeps a reader's hold on the database, and on the event loop, to a few milliseconds. */
const pageSize = 500

/** Reads the audit page by page, however long it has become. */
export class AuditTrail extends Context.Tag("AuditTrail")<AuditTrail, {
  /** Records written since that instant (milliseconds since 1970), newest first. */
  readonly since: (millis: number) => Stream.Stream<AuditRecord>
  readonly verify: Effect.Effect<Verification>
}>() {}

export const layer: Layer.Layer<AuditTrail, never, SqlClient.SqlClient> = Layer.effect(
  AuditTrail,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const newestBefore = (id: number, millis: number) =>
      Effect.orDie(sql<AuditRow>`
        SELECT * FROM audit WHERE id < ${id} AND created_at >= ${millis} ORDER BY id DESC LIMIT ${pageSize}`)

    const oldestAfter = (id: number) =>
      Effect.orDie(sql<AuditRow>`SELECT * FROM audit WHERE id > ${id} ORDER BY id LIMIT ${pageSize}`)

    const verifyFrom = (head: ChainHead, records: number): Effect.Effect<Verification> =>
      Effect.flatMap(oldestAfter(head.id), (rows) => {
        let last = head
        for (const record of rows.map(fromRow)) {
          if (!follows(last, record)) return Effect.succeed({ records, firstBrokenId: record.id })
          last = record
          records += 1
        }
        return rows.length < pageSize
          ? Effect.succeed({ records, firstBrokenId: null })
          : Effect.zipRight(Effect.yieldNow(), verifyFrom(last, records))
      })

    return {
      since: (millis) =>
        Stream.paginateChunkEffect(Number.MAX_SAFE_INTEGER, (id) =>
          Effect.map(newestBefore(id, millis), (rows) => [
            Chunk.unsafeFromArray(rows.map(fromRow)),
            rows.length < pageSize ? Option.none() : Option.fromNullable(rows.at(-1)?.id)
          ])),
      verify: Effect.suspend(() => verifyFrom(chainStart, 0))
    }
  })
)
