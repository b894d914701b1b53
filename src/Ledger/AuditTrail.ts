import { SqlClient, type SqlError } from "@effect/sql"
import { Context, Effect, Layer } from "effect"
import { ownSlice } from "../Concurrency/EventLoop.ts"
import type { Cents } from "../Domain/Amount.ts"
import { type AuditAction, type AuditRecord, type ChainHead, chainStart, decidesFigure, follows } from "../Domain/Audit.ts"
import { type LocalDate, type Month, monthOf } from "../Domain/LocalDate.ts"
import {
  firstGoalMismatch,
  firstMarkMismatch,
  firstMismatch,
  type GoalMismatch,
  markAfter,
  type MarkMismatch,
  type Mismatch,
  noMark,
  type RecordedGoal,
  type RecordedMark,
  type StoredMark
} from "../Domain/Reconciliation.ts"
import type { Source, Turnover } from "../Domain/Turnover.ts"
import { auditBlocks, type ReadBlocks } from "./AuditBlocks.ts"

/** A row, in the form that the table's CHECKs guarantee. */
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
  readonly audited_cents: Cents | null
}

const recordOf = (row: AuditRow): AuditRecord => ({
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
interface Verification {
  readonly records: number
  readonly firstBrokenId: number | null
}

/** A verification with the first day that differs from its newest record. */
interface Examination extends Verification {
  readonly mismatch: Mismatch | null
  /** The first closed day or note that differs from its newest record. */
  readonly markMismatch: MarkMismatch | null
  /** The first month whose goal differs from its newest record. */
  readonly goalMismatch: GoalMismatch | null
  readonly head: ChainHead
}

/** Reading a page occupies the database and the event loop for a few milliseconds only. */
const pageSize = 500

/** Entries of an index are read much faster than records. */
const indexPageSize = 10_000

/** Verifies records one after another, and finds the first one that does not follow from the one before. */
const chainReader = () => {
  let head = chainStart
  let records = 0
  let firstBrokenId: number | null = null
  return {
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
    verification: (): Verification => ({ records, firstBrokenId }),
    head: () => head
  }
}

/** Reads the audit page by page, so that a long one needs little memory. */
export class AuditTrail extends Context.Tag("AuditTrail")<AuditTrail, {
  /** Reads the records written since an instant (milliseconds since 1970), newest first, in blocks encoded by `encode`. */
  readonly blocks: <A>(encode: (records: ReadonlyArray<AuditRecord>) => A) => ReadBlocks<A>
  /** The newest 200 records about a day, newest first. */
  readonly ofDay: (date: LocalDate) => Effect.Effect<ReadonlyArray<AuditRecord>>
  /** When the daily job last made a day final; milliseconds since 1970. */
  readonly lastSettledAt: Effect.Effect<number | null>
  readonly verify: Effect.Effect<Verification>
  /** The hash of one record; undefined if it does not exist. */
  readonly hashOf: (id: number) => Effect.Effect<string | undefined>
  /** Verifies the chain and compares every stored day, mark and goal with the newest record about it, in one pass over the audit. */
  readonly examine: Effect.Effect<Examination>
}>() {}

export const layer: Layer.Layer<AuditTrail, never, SqlClient.SqlClient> = Layer.effect(
  AuditTrail,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const page = (query: Effect.Effect<ReadonlyArray<AuditRow>, SqlError.SqlError>) =>
      Effect.zipRight(ownSlice, Effect.orDie(Effect.map(query, (rows) => rows.map(recordOf))))

    const between = (first: number, last: number) =>
      page(sql<AuditRow>`SELECT * FROM audit WHERE id BETWEEN ${first} AND ${last} ORDER BY id DESC`)

    const oldestAfter = (id: number) => page(sql<AuditRow>`SELECT * FROM audit WHERE id > ${id} ORDER BY id LIMIT ${pageSize}`)

    const hashesOf = (ids: ReadonlyArray<number>) =>
      ids.length === 0
        ? Effect.succeed(new Map<number, string>())
        : Effect.orDie(Effect.map(
          sql<{ readonly id: number; readonly hash: string }>`SELECT id, hash FROM audit WHERE ${sql.in("id", ids)}`,
          (rows) => new Map(rows.map(({ hash, id }) => [id, hash]))
        ))

    /**
     * The lowest id among the records written since an instant. After the clock was set back, older ids may have later instants, so
     * the whole index is read from that instant on, page by page.
     */
    const oldestSince = (millis: number) =>
      Effect.gen(function*() {
        let [lowest, at, after] = [Number.MAX_SAFE_INTEGER, millis, 0]
        while (true) {
          yield* ownSlice
          const from = sql`(created_at, id) > (${at}, ${after})`
          const [last] = yield* sql<{ readonly id: number; readonly created_at: number }>`
            SELECT id, created_at FROM audit WHERE ${from} ORDER BY created_at, id LIMIT 1 OFFSET ${indexPageSize - 1}`
          const range = last === undefined ? from : sql`${from} AND (created_at, id) <= (${last.created_at}, ${last.id})`
          // `id + 0` keeps the database from going through the ids in order until one fits.
          const [found] = yield* sql<{ readonly lowest: number | null }>`SELECT min(id + 0) AS lowest FROM audit WHERE ${range}`
          lowest = Math.min(lowest, found?.lowest ?? Infinity)
          if (last === undefined) return lowest
          at = last.created_at
          after = last.id
        }
      }).pipe(Effect.orDie)

    /** Passes every record, oldest first, to `take` until it returns false. Returns the id of the last record. */
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
          SELECT * FROM turnover WHERE date > ${found.at(-1)?.date ?? ""} ORDER BY date LIMIT ${pageSize}`)
        for (const row of rows) {
          const { amount_cents: cents, audited_cents: audited, date, is_final, source } = row
          found.push({ date, cents, isFinal: is_final === 1, source, ...(audited === null ? {} : { soFar: { audited, reason: "" } }) })
        }
        if (rows.length < pageSize) return found
      }
    })

    const storedMarks = Effect.map(
      sql<{ readonly date: LocalDate; readonly closed: 0 | 1; readonly note: string }>`SELECT date, closed, note FROM day_mark`,
      (rows) => rows.map(({ closed, date, note }): StoredMark => ({ date, closed: closed === 1, note }))
    )
    const marks = Effect.orDie(storedMarks)
    const goals = Effect.orDie(sql<{ readonly month: Month; readonly amount_cents: Cents }>`SELECT month, amount_cents FROM goal`)

    const newestId = Effect.orDie(Effect.map(
      sql<{ readonly id: number }>`SELECT coalesce(max(id), 0) AS id FROM audit`,
      ([row]) => row?.id ?? 0
    ))

    return {
      blocks: auditBlocks({ newestId, oldestSince, between, hashesOf }),
      ofDay: (date) => page(sql<AuditRow>`SELECT * FROM audit WHERE date = ${date} AND action <> 'goal' ORDER BY id DESC LIMIT 200`),
      lastSettledAt: Effect.orDie(Effect.map(
        sql<{ created_at: number }>`
          SELECT created_at FROM audit WHERE action IN ('generate', 'finalize') ORDER BY id DESC LIMIT 1`,
        (rows) => rows[0]?.created_at ?? null
      )),
      hashOf: (id) => Effect.map(hashesOf([id]), (hashes) => hashes.get(id)),
      verify: Effect.suspend(() => {
        const chain = chainReader()
        return Effect.map(forEach(0, chain.take), chain.verification)
      }),
      examine: Effect.gen(function*() {
        const chain = chainReader()
        const newest = new Map<LocalDate, AuditRecord>()
        const recorded = new Map<LocalDate, RecordedMark>()
        const recordedGoals = new Map<Month, RecordedGoal>()
        const changed = new Set<LocalDate>()
        const last = yield* forEach(0, (record) => {
          if (decidesFigure(record)) newest.set(record.date, record)
          else if (record.action === "goal") recordedGoals.set(monthOf(record.date), { recordId: record.id, cents: record.after })
          else recorded.set(record.date, markAfter(recorded.get(record.date) ?? noMark, record))
          chain.take(record)
          return true
        })
        const stored = yield* days
        const marked = yield* marks
        const aimed = new Map((yield* goals).map(({ amount_cents: cents, month }) => [month, cents]))
        // A day and its record are stored in one transaction. So what has no newer record belongs to the records that were read; what
        // has one has changed meanwhile and is left out, so that this ends also while changes go on.
        yield* forEach(last, (record) => {
          if (record.action === "goal") { for (const each of [aimed, recordedGoals]) each.delete(monthOf(record.date)) }
          else {
            changed.add(record.date)
            newest.delete(record.date)
            recorded.delete(record.date)
          }
          chain.take(record)
          return true
        })
        return {
          ...chain.verification(),
          mismatch: firstMismatch(stored.filter(({ date }) => !changed.has(date)), newest),
          markMismatch: firstMarkMismatch(marked.filter(({ date }) => !changed.has(date)), recorded),
          goalMismatch: firstGoalMismatch(aimed, recordedGoals),
          head: chain.head()
        }
      })
    }
  })
)
