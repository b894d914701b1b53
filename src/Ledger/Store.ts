import { SqlClient, SqlError } from "@effect/sql"
import { Array as Chunks, Context, Effect, Layer, Schema } from "effect"
import { insertRows, inStatements } from "../Database/Inserts.ts"
import { installation } from "../Database/Installation.ts"
import { write } from "../Database/Write.ts"
import type { Cents } from "../Domain/Amount.ts"
import { type AuditRecord, type ChainHead, chainStart } from "../Domain/Audit.ts"
import * as DayBook from "../Domain/DayBook.ts"
import { DayChange, Stood } from "../Domain/DayChange.ts"
import { type DayMark, unmarked } from "../Domain/DayMark.ts"
import type { FigureRecord, KeptResult, LastChange } from "../Domain/Decision/State.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { Source, Turnover } from "../Domain/Turnover.ts"
import { randomHex } from "../RandomHex.ts"

/** A row as the table's CHECKs guarantee it. */
interface TurnoverRow {
  readonly date: LocalDate
  readonly amount_cents: Cents
  readonly is_final: 0 | 1
  readonly source: Source
  readonly changed_at: number | null
  readonly changed_by: string | null
  readonly entry_token: number | null
}

const fromRow = (row: TurnoverRow): Turnover => ({
  date: row.date,
  cents: row.amount_cents,
  isFinal: row.is_final === 1,
  source: row.source,
  ...(row.changed_at === null || row.changed_by === null
    ? {}
    : { changed: { at: row.changed_at, by: row.changed_by, ...(row.entry_token === null ? {} : { entryToken: row.entry_token }) } })
})

interface MarkRow {
  readonly date: LocalDate
  readonly closed: 0 | 1
  readonly note: string
  readonly cleared_at: number | null
  readonly marked_by: DayMark["markedBy"]
}

const markOfRow = (row: MarkRow): DayMark => ({
  date: row.date,
  closed: row.closed === 1,
  note: row.note,
  clearedAt: row.cleared_at,
  markedBy: row.marked_by
})

/** An audit record as a link of the chain, and the day it is about. */
interface RecordHead extends ChainHead {
  readonly date: LocalDate
}

const ResultJson = Schema.parseJson(DayChange)
const StoodJson = Schema.parseJson(Stood)

const datesAtOnce = 500

const isSqlError = (error: unknown): error is SqlError.SqlError => error instanceof SqlError.SqlError

/** Milliseconds. A failed run is retried while its process runs, but a settled day needs no retry, so old names can go. */
const runsKept = 8 * 24 * 3_600_000
/** Milliseconds by which the clocks of two processes may differ. A run that is dated later comes from a clock that was ahead. */
const clocksDiffer = 3_600_000

/** Milliseconds for which the result of a request with an idempotency key is kept. */
const resultsKept = 24 * 3_600_000
/** These stay whatever their age, so that a clock that is ahead for a moment removes no result that may be asked for again. */
const newestResults = 1_000

const seedKey = "generator_seed"

const newSeed = randomHex(32)

/** The tables of days and of the audit. A write needs a transaction around it. Failures are defects. */
export class LedgerStore extends Context.Tag("LedgerStore")<LedgerStore, {
  readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly book: Effect.Effect<DayBook.DayBook>
  readonly day: (date: LocalDate) => Effect.Effect<Turnover | undefined>
  readonly mark: (date: LocalDate) => Effect.Effect<DayMark>
  /** Today's record, and the earlier days that are stored but not final, oldest first. */
  readonly unsettled: (today: LocalDate) => Effect.Effect<{ readonly day: Turnover | undefined; readonly open: ReadonlyArray<Turnover> }>
  readonly hasDaysAfter: (today: LocalDate) => Effect.Effect<boolean>
  readonly saveDays: (days: ReadonlyArray<Turnover>) => Effect.Effect<void>
  readonly removeDays: (dates: ReadonlyArray<LocalDate>) => Effect.Effect<void>
  readonly saveMarks: (marks: ReadonlyArray<DayMark>) => Effect.Effect<void>
  readonly chainHead: Effect.Effect<ChainHead>
  /** The oldest records after `last`, in order; undefined where the audit has no such record. */
  readonly recordsAfter: (last: ChainHead, limit: number) => Effect.Effect<ReadonlyArray<RecordHead> | undefined>
  /** The records and marks of those dates. */
  readonly changesOn: (dates: ReadonlyArray<LocalDate>) => Effect.Effect<ReadonlyArray<DayBook.Change>>
  readonly appendAudit: (records: ReadonlyArray<AuditRecord>) => Effect.Effect<void>
  /** A date's record and mark, as stored. */
  readonly standing: (dates: ReadonlyArray<LocalDate>) => Effect.Effect<ReadonlyArray<Stood>>
  /** The date of an audit record; undefined if the record does not exist. */
  readonly dateOfRecord: (id: number) => Effect.Effect<LocalDate | undefined>
  /** The newest audit record about a date; 0 without one. */
  readonly newestRecord: (date: LocalDate) => Effect.Effect<number>
  /** The newest audit record about a date's figure. */
  readonly figureRecord: (date: LocalDate) => Effect.Effect<FigureRecord | undefined>
  /** The days that newer audit records than this one have changed, apart from their notes, each with its newest. */
  readonly changedSince: (id: number) => Effect.Effect<ReadonlyMap<LocalDate, FigureRecord>>
  readonly lastChange: (date: LocalDate) => Effect.Effect<LastChange | undefined>
  /** Replaces the stored newest change of each date. */
  readonly saveLastChanges: (changes: ReadonlyArray<LastChange>) => Effect.Effect<void>
  /** When a token of the role `entry` made its changes since an instant of the steady clock, the oldest first. */
  readonly entryChanges: (token: number, since: number) => Effect.Effect<ReadonlyArray<number>>
  /** Counts a change of such a token by its first audit record, null for a stored answer without one, and forgets those up to `since`. */
  readonly countEntryChange: (record: number | null, token: number, at: number, since: number) => Effect.Effect<void>
  /** The installation's own seed for generated amounts, created on first use. */
  readonly seed: Effect.Effect<string>
  /** Whether a run of the daily job has had its effect, in this process or another one. */
  readonly hasRun: (id: string) => Effect.Effect<boolean>
  /** Stores a run, and removes runs that are old or come from a clock that was ahead. */
  readonly rememberRun: (id: string, now: number) => Effect.Effect<void>
  readonly wasImported: (sha256: string) => Effect.Effect<boolean>
  readonly rememberImport: (sha256: string, at: number) => Effect.Effect<void>
  /** The result of the request with that idempotency key. */
  readonly keptResult: (key: string) => Effect.Effect<KeptResult | undefined>
  /** Stores a result, and removes those that are neither of the last day nor among the newest. */
  readonly keepResult: (key: string, kept: KeptResult, at: number) => Effect.Effect<void>
}>() {}

export const layer: Layer.Layer<LedgerStore, never, SqlClient.SqlClient> = Layer.effect(
  LedgerStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const insert = insertRows(sql)

    const turnovers = (rows: Effect.Effect<ReadonlyArray<TurnoverRow>, SqlError.SqlError>) =>
      Effect.orDie(Effect.map(rows, (found) => found.map(fromRow)))

    const marks = (rows: Effect.Effect<ReadonlyArray<MarkRow>, SqlError.SqlError>) =>
      Effect.orDie(Effect.map(rows, (found) => found.map(markOfRow)))

    const changesOn = (dates: ReadonlyArray<LocalDate>) =>
      Effect.zipWith(
        turnovers(sql<TurnoverRow>`SELECT * FROM turnover WHERE ${sql.in("date", dates)}`),
        marks(sql<MarkRow>`SELECT * FROM day_mark WHERE ${sql.in("date", dates)}`),
        (days, marks) => {
          const stored = DayBook.make(days, marks)
          return dates.map((date) => {
            const mark = stored.marks.get(date)
            return { date, day: stored.byDate.get(date) ?? null, ...(mark === undefined ? {} : { mark }) }
          })
        },
        { concurrent: true }
      )

    return {
      transaction: (work) =>
        Effect.catchIf(
          write(sql)(work),
          isSqlError,
          Effect.die
        ),
      book: Effect.zipWith(turnovers(sql<TurnoverRow>`SELECT * FROM turnover`), marks(sql<MarkRow>`SELECT * FROM day_mark`), DayBook.make),
      day: (date) =>
        Effect.map(
          turnovers(sql<TurnoverRow>`SELECT * FROM turnover WHERE date = ${date}`),
          (days) => days[0]
        ),
      mark: (date) => Effect.map(marks(sql<MarkRow>`SELECT * FROM day_mark WHERE date = ${date}`), ([mark]) => mark ?? unmarked(date)),
      unsettled: (today) =>
        Effect.map(
          turnovers(sql<TurnoverRow>`
            SELECT * FROM turnover
            WHERE date = ${today} OR (is_final = 0 AND date < ${today}) ORDER BY date`),
          (days) => ({ day: days.find(({ date }) => date === today), open: days.filter(({ date }) => date < today) })
        ),
      hasDaysAfter: (today) =>
        Effect.orDie(Effect.map(sql`SELECT 1 FROM turnover WHERE date > ${today} LIMIT 1`, (rows) => rows.length > 0)),
      saveDays: (days) =>
        insert("turnover", days, ({ cents, changed, date, isFinal, source }) => ({
          date,
          amount_cents: cents,
          is_final: isFinal ? 1 : 0,
          source,
          changed_at: changed?.at ?? null,
          changed_by: changed?.by ?? null,
          entry_token: changed?.entryToken ?? null
        }), `ON CONFLICT (date) DO UPDATE SET
          amount_cents = excluded.amount_cents, is_final = excluded.is_final, source = excluded.source,
          changed_at = excluded.changed_at, changed_by = excluded.changed_by, entry_token = excluded.entry_token`),
      removeDays: (dates) => inStatements(dates, (chunk) => sql`DELETE FROM turnover WHERE ${sql.in("date", chunk)}`),
      saveMarks: (marks) =>
        insert("day_mark", marks, ({ clearedAt, closed, date, markedBy, note }) => ({
          date,
          closed: closed ? 1 : 0,
          note,
          cleared_at: clearedAt,
          marked_by: markedBy
        }), `ON CONFLICT (date) DO UPDATE SET closed = excluded.closed, note = excluded.note, cleared_at = excluded.cleared_at,
          marked_by = excluded.marked_by`),
      chainHead: Effect.orDie(Effect.map(
        sql<ChainHead>`SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1`,
        (rows) => rows[0] ?? chainStart
      )),
      recordsAfter: (last, limit) =>
        Effect.orDie(Effect.map(
          sql<RecordHead>`SELECT id, date, hash FROM audit WHERE id >= ${last.id} ORDER BY id LIMIT ${limit + 1}`,
          (rows) => {
            if (last.id === chainStart.id) return rows
            return rows[0]?.id === last.id && rows[0].hash === last.hash ? rows.slice(1) : undefined
          }
        )),
      changesOn,
      appendAudit: (records) =>
        insert("audit", records, (record) => ({
          id: record.id,
          created_at: record.createdAt,
          date: record.date,
          action: record.action,
          before_cents: record.before,
          after_cents: record.after,
          source: record.source,
          reason: record.reason,
          actor: record.actor,
          hash: record.hash
        })),
      standing: (dates) =>
        Effect.map(
          Effect.forEach(Chunks.chunksOf(dates, datesAtOnce), changesOn),
          (found) => found.flat().map(({ date, day, mark }) => ({ day: day ?? null, mark: mark ?? unmarked(date) }))
        ),
      dateOfRecord: (id) =>
        Effect.orDie(Effect.map(sql<{ date: LocalDate }>`SELECT date FROM audit WHERE id = ${id}`, ([row]) => row?.date)),
      newestRecord: (date) =>
        Effect.orDie(Effect.map(
          sql<{ id: number }>`SELECT id FROM audit WHERE date = ${date} ORDER BY id DESC LIMIT 1`,
          ([row]) => row?.id ?? 0
        )),
      figureRecord: (date) =>
        Effect.orDie(Effect.map(
          sql<{ actor: string; created_at: number }>`SELECT actor, created_at FROM audit
            WHERE date = ${date} AND action NOT IN ('close', 'open', 'note') ORDER BY id DESC LIMIT 1`,
          ([row]) => row && { by: row.actor, at: row.created_at }
        )),
      changedSince: (id) =>
        Effect.orDie(Effect.map(
          sql<{ date: LocalDate; actor: string; created_at: number }>`SELECT date, actor, created_at FROM audit
            WHERE id > ${id} AND action <> 'note' ORDER BY id`,
          (rows) => new Map(rows.map(({ actor, created_at, date }) => [date, { by: actor, at: created_at }]))
        )),
      lastChange: (date) =>
        Effect.orDie(Effect.gen(function*() {
          const [row] = yield* sql<{ audit_id: number; token_id: number | null; at: number; stood: string }>`
            SELECT audit_id, token_id, at, stood FROM last_change WHERE date = ${date}`
          return row && { id: row.audit_id, token: row.token_id, at: row.at, stood: yield* Schema.decode(StoodJson)(row.stood) }
        })),
      saveLastChanges: (changes) =>
        insert("last_change", changes, ({ at, id, stood, token }) => ({
          date: stood.mark.date,
          audit_id: id,
          token_id: token,
          at,
          // Plain data and its own encoding; validating thousands of them again would slow an import down.
          stood: JSON.stringify(stood)
        }), `ON CONFLICT (date) DO UPDATE SET audit_id = excluded.audit_id, token_id = excluded.token_id, at = excluded.at,
          stood = excluded.stood`),
      entryChanges: (token, since) =>
        Effect.orDie(Effect.map(
          sql<{ at: number }>`SELECT at FROM entry_change WHERE token_id = ${token} AND at > ${since} ORDER BY at, audit_id`,
          (rows) => rows.map(({ at }) => at)
        )),
      countEntryChange: (record, token, at, since) =>
        Effect.orDie(Effect.gen(function*() {
          yield* sql`DELETE FROM entry_change WHERE at <= ${since}`
          const [least] = yield* sql<{ id: number }>`SELECT min(audit_id) AS id FROM entry_change WHERE audit_id < 0`
          // Negative numbers are no audit records.
          yield* sql`INSERT INTO entry_change ${sql.insert({ audit_id: record ?? (least?.id ?? 0) - 1, token_id: token, at })}`
        })),
      seed: Effect.orDie(write(sql)(Effect.gen(function*() {
        const stored = yield* installation(sql).get(seedKey)
        if (stored !== undefined) return stored
        const seed = yield* newSeed
        yield* installation(sql).add(seedKey, seed)
        return seed
      }))),
      hasRun: (id) => Effect.orDie(Effect.map(sql`SELECT 1 FROM due_run WHERE id = ${id}`, (rows) => rows.length > 0)),
      rememberRun: (id, now) =>
        Effect.orDie(Effect.gen(function*() {
          yield* sql`DELETE FROM due_run WHERE ran_at < ${now - runsKept} OR ran_at > ${now + clocksDiffer}`
          yield* sql`INSERT INTO due_run ${sql.insert({ id, ran_at: now })} ON CONFLICT (id) DO NOTHING`
        })),
      wasImported: (sha256) =>
        Effect.orDie(Effect.map(
          sql`SELECT 1 FROM imported_file WHERE sha256 = ${sha256}`,
          (rows) => rows.length > 0
        )),
      rememberImport: (sha256, at) =>
        Effect.orDie(Effect.asVoid(
          sql`INSERT INTO imported_file ${sql.insert({ sha256, imported_at: at })} ON CONFLICT (sha256) DO NOTHING`
        )),
      keptResult: (key) =>
        Effect.orDie(Effect.gen(function*() {
          const [row] = yield* sql<{ fingerprint: string; answer: string }>`
            SELECT fingerprint, answer FROM answered_request WHERE key = ${key}`
          return row && { fingerprint: row.fingerprint, result: yield* Schema.decode(ResultJson)(row.answer) }
        })),
      keepResult: (key, { fingerprint, result }, at) =>
        Effect.orDie(Effect.gen(function*() {
          yield* sql`DELETE FROM answered_request WHERE created_at <= ${at - resultsKept} AND created_at <
            (SELECT created_at FROM answered_request ORDER BY created_at DESC LIMIT 1 OFFSET ${newestResults - 1})`
          yield* sql`INSERT INTO answered_request ${
            sql.insert({ key, created_at: at, fingerprint, answer: yield* Schema.encode(ResultJson)(result) })
          }`
        }))
    }
  })
)
