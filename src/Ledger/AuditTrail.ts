import { SqlClient } from "@effect/sql"
import { Chunk, Context, Effect, Layer, Option, Stream } from "effect"
import type { Cents } from "../Domain/Amount.ts"
import { type AuditAction, type AuditRecord, type ChainHead, chainStart, follows } from "../Domain/Audit.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { Source } from "../Domain/Turnover.ts"
import { ownTurn } from "../Concurrency/EventLoop.ts"

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

interface MismatchRow {
  readonly date: LocalDate
  readonly id: number | null
  readonly after_cents: Cents | null
  readonly recorded_source: Source | null
  readonly amount_cents: Cents | null
  readonly stored_source: Source | null
  readonly is_final: 0 | 1 | null
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

/** The first day that is not as the newest record about it says. */
export interface Mismatch {
  readonly date: LocalDate
  /** The newest record about the day; null where there is none. */
  readonly recordId: number | null
  readonly recorded: DayState | null
  /** null where the day is not stored any more. */
  readonly stored: DayState | null
}

/** What of a day a record tells: whoever writes one makes the day final. */
export interface DayState {
  readonly cents: Cents
  readonly source: Source
  readonly isFinal: boolean
}

/** One page keeps a reader's hold on the database, and on the event loop, to a few milliseconds. */
const pageSize = 500

/** Reads the audit page by page, however long it has become. */
export class AuditTrail extends Context.Tag("AuditTrail")<AuditTrail, {
  /** Records written since that instant (milliseconds since 1970), newest first. */
  readonly since: (millis: number) => Stream.Stream<AuditRecord>
  /** When the daily job last made a day final; milliseconds since 1970. */
  readonly lastSettledAt: Effect.Effect<number | null>
  readonly verify: Effect.Effect<Verification>
  /** Holds every stored day against the newest record about it; a day that is not final needs none. */
  readonly reconcile: Effect.Effect<Mismatch | null>
}>() {}

export const layer: Layer.Layer<AuditTrail, never, SqlClient.SqlClient> = Layer.effect(
  AuditTrail,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const newestBefore = (id: number, millis: number) =>
      Effect.zipRight(ownTurn, Effect.orDie(sql<AuditRow>`
        SELECT * FROM audit WHERE id < ${id} AND created_at >= ${millis} ORDER BY id DESC LIMIT ${pageSize}`))

    const oldestAfter = (id: number) =>
      Effect.zipRight(ownTurn, Effect.orDie(sql<AuditRow>`SELECT * FROM audit WHERE id > ${id} ORDER BY id LIMIT ${pageSize}`))

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
          : verifyFrom(last, records)
      })

    const state = (cents: Cents | null, source: Source | null, isFinal: 0 | 1 | null): DayState | null =>
      cents === null || source === null || isFinal === null ? null : { cents, source, isFinal: isFinal === 1 }

    const firstMismatch = Effect.orDie(Effect.map(
      sql<MismatchRow>`
        WITH newest AS (SELECT max(id) AS id FROM audit GROUP BY date),
             recorded AS (SELECT audit.* FROM audit JOIN newest USING (id))
        SELECT coalesce(recorded.date, turnover.date) AS date, recorded.id, recorded.after_cents, recorded.source AS recorded_source,
               turnover.amount_cents, turnover.source AS stored_source, turnover.is_final
        FROM turnover FULL JOIN recorded ON recorded.date = turnover.date
        WHERE (recorded.id IS NULL AND turnover.is_final = 1)
           OR (recorded.id IS NOT NULL AND NOT (
                turnover.is_final IS 1 AND turnover.amount_cents IS recorded.after_cents AND turnover.source IS recorded.source))
        ORDER BY 1 LIMIT 1`,
      ([row]) => row === undefined ? null : {
        date: row.date,
        recordId: row.id,
        recorded: state(row.after_cents, row.recorded_source, 1),
        stored: state(row.amount_cents, row.stored_source, row.is_final)
      }
    ))

    return {
      reconcile: firstMismatch,
      since: (millis) =>
        Stream.paginateChunkEffect(Number.MAX_SAFE_INTEGER, (id) =>
          Effect.map(newestBefore(id, millis), (rows) => [
            Chunk.unsafeFromArray(rows.map(fromRow)),
            rows.length < pageSize ? Option.none() : Option.fromNullable(rows.at(-1)?.id)
          ])),
      lastSettledAt: Effect.orDie(Effect.map(
        sql<{ created_at: number }>`
          SELECT created_at FROM audit WHERE action IN ('generate', 'finalize') ORDER BY id DESC LIMIT 1`,
        (rows) => rows[0]?.created_at ?? null
      )),
      verify: Effect.suspend(() => verifyFrom(chainStart, 0))
    }
  })
)
