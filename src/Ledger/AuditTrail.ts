import { SqlClient, type SqlError } from "@effect/sql"
import { Chunk, Context, Effect, Layer, Option, Stream } from "effect"
import { ownSlice } from "../Concurrency/EventLoop.ts"
import type { Cents } from "../Domain/Amount.ts"
import { type AuditAction, type AuditRecord, chainStart, decidesFigure, follows } from "../Domain/Audit.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { firstMismatch, type Mismatch } from "../Domain/Reconciliation.ts"
import type { Source, Turnover } from "../Domain/Turnover.ts"

/** A row as the table's CHECKs guarantee it. */
interface AuditRow {
  readonly id: number
  readonly created_at: number
  readonly date: LocalDate
  readonly action: AuditAction
  readonly before_cents: Cents | null
  readonly after_cents: Cents | null
  readonly source: Source | null
  readonly reason: string
  readonly actor: string
  readonly hash: string
}

interface DayRow {
  readonly date: LocalDate
  readonly amount_cents: Cents
  readonly is_final: 0 | 1
  readonly source: Source
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

/** The same, with the first day that differs from its newest record. */
export interface Examination extends Verification {
  readonly mismatch: Mismatch | null
}

/** Reading one page keeps the database and the event loop busy for a few milliseconds only. */
const pageSize = 500

/** Entries of an index are read much faster than records. */
const indexPageSize = 2000

/** Verifies records one after another, and finds the first that does not follow from the one before. */
const chainReader = () => {
  let head = chainStart
  let records = 0
  let firstBrokenId: number | null = null
  return {
    /** Whether the chain still holds. */
    take: (record: AuditRecord): boolean => {
      if (firstBrokenId !== null) return false
      if (!follows(head, record)) {
        firstBrokenId = record.id
        return false
      }
      head = record
      records++
      return true
    },
    verification: (): Verification => ({ records, firstBrokenId })
  }
}

/** Reads the audit page by page, so that a long one needs little memory. */
export class AuditTrail extends Context.Tag("AuditTrail")<AuditTrail, {
  /** Records written since that instant (milliseconds since 1970), newest first. */
  readonly since: (millis: number) => Stream.Stream<AuditRecord>
  /** The newest 200 records about a day, newest first. */
  readonly ofDay: (date: LocalDate) => Effect.Effect<ReadonlyArray<AuditRecord>>
  /** When the daily job last made a day final; milliseconds since 1970. */
  readonly lastSettledAt: Effect.Effect<number | null>
  readonly verify: Effect.Effect<Verification>
  /** Verifies the chain and compares every stored day with the newest record about it, in one pass over the audit. */
  readonly examine: Effect.Effect<Examination>
}>() {}

export const layer: Layer.Layer<AuditTrail, never, SqlClient.SqlClient> = Layer.effect(
  AuditTrail,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const page = (query: Effect.Effect<ReadonlyArray<AuditRow>, SqlError.SqlError>) =>
      Effect.zipRight(ownSlice, Effect.orDie(Effect.map(query, (rows) => rows.map(fromRow))))

    const newestBefore = (id: number, oldest: number) =>
      page(sql<AuditRow>`SELECT * FROM audit WHERE id < ${id} AND id >= ${oldest} ORDER BY id DESC LIMIT ${pageSize}`)

    const oldestAfter = (id: number) => page(sql<AuditRow>`SELECT * FROM audit WHERE id > ${id} ORDER BY id LIMIT ${pageSize}`)

    /**
     * The lowest id among the records written since that instant. After the clock was set back, older ids may have later
     * instants, so the whole index from that instant on is read, page by page.
     */
    const oldestSince = (millis: number) =>
      Effect.gen(function*() {
        let [lowest, at, after] = [Number.MAX_SAFE_INTEGER, millis, 0]
        while (true) {
          yield* ownSlice
          const rows = yield* Effect.orDie(sql<{ readonly id: number; readonly created_at: number }>`
            SELECT id, created_at FROM audit WHERE (created_at, id) > (${at}, ${after}) ORDER BY created_at, id LIMIT ${indexPageSize}`)
          for (const { id } of rows) lowest = Math.min(lowest, id)
          const last = rows.at(-1)
          if (last === undefined || rows.length < indexPageSize) return lowest
          at = last.created_at
          after = last.id
        }
      })

    /** Passes every record, oldest first, to `take` until it returns false. Returns the id of the last one. */
    const forEach = (after: number, take: (record: AuditRecord) => boolean): Effect.Effect<number> =>
      Effect.flatMap(oldestAfter(after), (records) => {
        let last = after
        for (const record of records) {
          last = record.id
          if (!take(record)) return Effect.succeed(last)
        }
        return records.length < pageSize ? Effect.succeed(last) : forEach(last, take)
      })

    const days = Effect.gen(function*() {
      const found: Array<Turnover> = []
      while (true) {
        yield* ownSlice
        const rows = yield* Effect.orDie(sql<DayRow>`
          SELECT date, amount_cents, is_final, source FROM turnover WHERE date > ${
          found.at(-1)?.date ?? ""
        } ORDER BY date LIMIT ${pageSize}`)
        for (const row of rows) {
          found.push({ date: row.date, cents: row.amount_cents, isFinal: row.is_final === 1, source: row.source })
        }
        if (rows.length < pageSize) return found
      }
    })

    const newestId = Effect.orDie(Effect.map(
      sql<{ readonly id: number }>`SELECT coalesce(max(id), 0) AS id FROM audit`,
      ([row]) => row?.id ?? 0
    ))

    return {
      since: (millis) =>
        Stream.unwrap(
          Effect.map(oldestSince(millis), (oldest) =>
            Stream.paginateChunkEffect(Number.MAX_SAFE_INTEGER, (id) =>
              Effect.map(newestBefore(id, oldest), (records) => [
                Chunk.unsafeFromArray(records.filter(({ createdAt }) => createdAt >= millis)),
                records.length < pageSize ? Option.none() : Option.fromNullable(records.at(-1)?.id)
              ])))
        ),
      ofDay: (date) => page(sql<AuditRow>`SELECT * FROM audit WHERE date = ${date} ORDER BY id DESC LIMIT 200`),
      lastSettledAt: Effect.orDie(Effect.map(
        sql<{ created_at: number }>`
          SELECT created_at FROM audit WHERE action IN ('generate', 'finalize') ORDER BY id DESC LIMIT 1`,
        (rows) => rows[0]?.created_at ?? null
      )),
      verify: Effect.suspend(() => {
        const chain = chainReader()
        return Effect.map(forEach(0, chain.take), chain.verification)
      }),
      examine: Effect.gen(function*() {
        const chain = chainReader()
        const newest = new Map<LocalDate, AuditRecord>()
        let last = 0
        while (true) {
          last = yield* forEach(last, (record) => {
            if (decidesFigure(record)) newest.set(record.date, record)
            chain.take(record)
            return true
          })
          const stored = yield* days
          // A day and its record are one transaction: without a newer record, the days belong to the records that were read.
          if ((yield* newestId) === last) return { ...chain.verification(), mismatch: firstMismatch(stored, newest) }
        }
      })
    }
  })
)
