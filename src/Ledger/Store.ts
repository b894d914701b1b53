import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Schema } from "effect"
import { insertRows } from "../Database/Inserts.ts"
import { Writer } from "../Database/Write.ts"
import { type AuditRecord, type ChainHead, chainStart } from "../Domain/Audit.ts"
import { Stood } from "../Domain/DayChange.ts"
import type { FigureRecord, LastChange } from "../Domain/Decision/State.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { type Days, days, type Goals, goals } from "./Store/Days.ts"
import { type Remembered, remembered } from "./Store/Remembered.ts"

/** What a person does to a day, apart from its note. Nothing but a person does it. */
type PersonalAction = "correct" | "withdraw" | "close" | "open"

const StoodJson = Schema.parseJson(Stood)

/** A change of one day by a person. */
interface OwnChange extends LastChange {
  readonly action: PersonalAction
}

/** The audit's records, and the newest change of each day. */
interface Records {
  readonly chainHead: Effect.Effect<ChainHead>
  readonly appendAudit: (records: ReadonlyArray<AuditRecord>) => Effect.Effect<void>
  /** The day that an audit record is about; undefined if the record does not exist, or is about a goal. */
  readonly dateOfRecord: (id: number) => Effect.Effect<LocalDate | undefined>
  /** The number of the newest audit record about a day; 0 if there is none. */
  readonly newestRecord: (date: LocalDate) => Effect.Effect<number>
  /** The newest audit record about a date's figure. */
  readonly figureRecord: (date: LocalDate) => Effect.Effect<FigureRecord | undefined>
  /** The days that audit records after this one have changed (not only their notes), each with its newest record. */
  readonly changedSince: (id: number) => Effect.Effect<ReadonlyMap<LocalDate, FigureRecord>>
  readonly lastChange: (date: LocalDate) => Effect.Effect<LastChange | undefined>
  /** The newest change after an instant that a person made with this token (null: with the master token) and that can be undone. */
  readonly ownChange: (token: number | null, after: number) => Effect.Effect<OwnChange | undefined>
  /** Replaces the stored newest change of each date. */
  readonly saveLastChanges: (changes: ReadonlyArray<LastChange>) => Effect.Effect<void>
}

const records = (sql: SqlClient.SqlClient): Records => {
  const insert = insertRows(sql)

  return {
    chainHead: Effect.orDie(Effect.map(
      sql<ChainHead>`SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1`,
      (rows) => rows[0] ?? chainStart
    )),
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
    dateOfRecord: (id) =>
      Effect.orDie(Effect.map(
        sql<{ date: LocalDate }>`SELECT date FROM audit WHERE id = ${id} AND action <> 'goal'`,
        ([row]) => row?.date
      )),
    newestRecord: (date) =>
      Effect.orDie(Effect.map(
        sql<{ id: number }>`SELECT id FROM audit WHERE date = ${date} AND action <> 'goal' ORDER BY id DESC LIMIT 1`,
        ([row]) => row?.id ?? 0
      )),
    figureRecord: (date) =>
      Effect.orDie(Effect.map(
        sql<{ actor: string; created_at: number }>`SELECT actor, created_at FROM audit
          WHERE date = ${date} AND action NOT IN ('close', 'open', 'note', 'goal') ORDER BY id DESC LIMIT 1`,
        ([row]) => row && { by: row.actor, at: row.created_at }
      )),
    changedSince: (id) =>
      Effect.orDie(Effect.map(
        sql<{ date: LocalDate; actor: string; created_at: number }>`SELECT date, actor, created_at FROM audit
          WHERE id > ${id} AND action NOT IN ('note', 'goal') ORDER BY id`,
        (rows) => new Map(rows.map(({ actor, created_at, date }) => [date, { by: actor, at: created_at }]))
      )),
    lastChange: (date) =>
      Effect.orDie(Effect.gen(function*() {
        const [row] = yield* sql<{ audit_id: number; token_id: number | null; at: number; stood: string }>`
          SELECT audit_id, token_id, at, stood FROM last_change WHERE date = ${date}`
        return row && { id: row.audit_id, token: row.token_id, at: row.at, stood: yield* Schema.decode(StoodJson)(row.stood) }
      })),
    ownChange: (token, after) =>
      Effect.orDie(Effect.gen(function*() {
        const [row] = yield* sql<{ audit_id: number; at: number; stood: string; action: PersonalAction }>`
          SELECT last_change.audit_id, last_change.at, last_change.stood, audit.action FROM last_change
          JOIN audit ON audit.id = last_change.audit_id
          WHERE last_change.at > ${after} AND ${token === null ? sql`token_id IS NULL` : sql`token_id = ${token}`}
            AND audit.action IN ('correct', 'withdraw', 'close', 'open')
          ORDER BY last_change.audit_id DESC LIMIT 1`
        return row && { id: row.audit_id, token, at: row.at, action: row.action, stood: yield* Schema.decode(StoodJson)(row.stood) }
      })),
    saveLastChanges: (changes) =>
      insert("last_change", changes, ({ at, id, stood, token }) => ({
        date: stood.mark.date,
        audit_id: id,
        token_id: token,
        at,
        // Plain data, which is its own encoding: validating thousands of them again would slow an import down.
        stood: JSON.stringify(stood)
      }), `ON CONFLICT (date) DO UPDATE SET audit_id = excluded.audit_id, token_id = excluded.token_id, at = excluded.at,
        stood = excluded.stood`)
  }
}

interface Stored extends Days, Goals, Records, Remembered {
  readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** The tables of days and of the audit. A write needs a transaction around it. Failures are defects. */
export class LedgerStore extends Context.Tag("LedgerStore")<LedgerStore, Stored>() {}

export const layer: Layer.Layer<LedgerStore, never, SqlClient.SqlClient | Writer> = Layer.effect(
  LedgerStore,
  Effect.map(Effect.all([SqlClient.SqlClient, Writer]), ([sql, writer]) => ({
    transaction: writer.writeOrDie,
    ...days(sql),
    ...goals(sql),
    ...records(sql),
    ...remembered(sql, writer)
  }))
)
