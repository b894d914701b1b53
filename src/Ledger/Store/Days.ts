import type { SqlClient, SqlError } from "@effect/sql"
import { Array as Chunks, Effect } from "effect"
import { yieldToEventLoop } from "../../Concurrency/EventLoop.ts"
import { insertRows, inStatements } from "../../Database/Inserts.ts"
import type { Cents } from "../../Domain/Amount.ts"
import * as DayBook from "../../Domain/DayBook.ts"
import type { Change } from "../../Domain/DayBook.ts"
import type { Stood } from "../../Domain/DayChange.ts"
import type { OpenDay } from "../../Domain/Decision/State.ts"
import { firstOfMonth, lastOfMonth, type LocalDate, type Month, monthOf } from "../../Domain/LocalDate.ts"
import { type DayMark, type Source, type Turnover, unmarked } from "../../Domain/Turnover.ts"

interface GoalRow {
  readonly month: Month
  readonly amount_cents: Cents
}

/** The goals that people have set. The goals of the settings are not stored. */
export interface Goals {
  /** null if people have set none. */
  readonly goal: (month: Month) => Effect.Effect<Cents | null>
  /** Stores the goals in these changes, and removes those that are null. */
  readonly saveGoals: (changes: ReadonlyArray<Change>) => Effect.Effect<void>
}

type Known = ReadonlyArray<readonly [Month, Cents]>

const none: Effect.Effect<Known> = Effect.succeed([])

/** The stored goals of these months, or of all months if undefined. */
const readGoals = (sql: SqlClient.SqlClient) => (months?: ReadonlyArray<Month>): Effect.Effect<Known> =>
  months?.length === 0
    ? none
    : Effect.orDie(Effect.map(
      months === undefined ? sql<GoalRow>`SELECT * FROM goal` : sql<GoalRow>`SELECT * FROM goal WHERE ${sql.in("month", months)}`,
      (rows) => rows.map(({ amount_cents, month }) => [month, amount_cents])
    ))

export const goals = (sql: SqlClient.SqlClient): Goals => {
  const read = readGoals(sql)
  const insert = insertRows(sql)
  return {
    goal: (month) => Effect.map(read([month]), ([found]) => found?.[1] ?? null),
    saveGoals: (changes) => {
      const set = changes.flatMap(({ date, goal }) => goal === undefined || goal === null ? [] : [{ month: monthOf(date), goal }])
      const cleared = changes.flatMap(({ date, goal }) => goal === null ? [monthOf(date)] : [])
      return Effect.zipRight(
        insert("goal", set, ({ goal, month }) => ({ month, amount_cents: goal }),
          "ON CONFLICT (month) DO UPDATE SET amount_cents = excluded.amount_cents"),
        inStatements(cleared, (months) => sql`DELETE FROM goal WHERE ${sql.in("month", months)}`)
      )
    }
  }
}

/** A row, in the form that the table's CHECKs guarantee. */
interface TurnoverRow {
  readonly date: LocalDate
  readonly amount_cents: Cents
  readonly is_final: 0 | 1
  readonly source: Source
  readonly changed_at: number | null
  readonly changed_by: string | null
  readonly entry_token: number | null
  readonly audited_cents: Cents | null
  readonly so_far: string | null
}

const fromRow = (row: TurnoverRow): Turnover => ({
  date: row.date,
  cents: row.amount_cents,
  isFinal: row.is_final === 1,
  source: row.source,
  ...(row.changed_at === null || row.changed_by === null
    ? {}
    : { changed: { at: row.changed_at, by: row.changed_by, ...(row.entry_token === null ? {} : { entryToken: row.entry_token }) } }),
  ...(row.audited_cents === null || row.so_far === null ? {} : { soFar: { audited: row.audited_cents, reason: row.so_far } })
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

export interface Days {
  readonly book: Effect.Effect<DayBook.DayBook>
  /**
   * The days from one date to another, the first day, and the newest 14 final days until the second date; marks and the goal until
   * the end of its month.
   */
  readonly recent: (from: LocalDate, to: LocalDate) => Effect.Effect<DayBook.DayBook>
  readonly day: (date: LocalDate) => Effect.Effect<Turnover | undefined>
  readonly mark: (date: LocalDate) => Effect.Effect<DayMark>
  /** Today's record, and the earlier days that are stored but not final, oldest first. */
  readonly unsettled: (today: LocalDate) => Effect.Effect<{ readonly day: Turnover | undefined; readonly open: ReadonlyArray<OpenDay> }>
  readonly hasDaysAfter: (today: LocalDate) => Effect.Effect<boolean>
  readonly firstDay: Effect.Effect<LocalDate | undefined>
  /** Every running amount. */
  readonly soFar: Effect.Effect<ReadonlyArray<Turnover>>
  readonly saveDays: (days: ReadonlyArray<Turnover>) => Effect.Effect<void>
  readonly removeDays: (dates: ReadonlyArray<LocalDate>) => Effect.Effect<void>
  readonly saveMarks: (marks: ReadonlyArray<DayMark>) => Effect.Effect<void>
  /** The records and marks of these dates. */
  readonly changesOn: (dates: ReadonlyArray<LocalDate>) => Effect.Effect<ReadonlyArray<DayBook.Change>>
  /** The records and marks of dates, as stored. */
  readonly standing: (dates: ReadonlyArray<LocalDate>) => Effect.Effect<ReadonlyArray<Stood>>
}

const datesAtOnce = 500

const isFirst = (date: LocalDate): boolean => date === firstOfMonth(date)

export const days = (sql: SqlClient.SqlClient): Days => {
  const insert = insertRows(sql)

  const turnovers = (rows: Effect.Effect<ReadonlyArray<TurnoverRow>, SqlError.SqlError>) =>
    Effect.orDie(Effect.map(rows, (found) => found.map(fromRow)))

  const marks = (rows: Effect.Effect<ReadonlyArray<MarkRow>, SqlError.SqlError>) =>
    Effect.orDie(Effect.map(rows, (found) => found.map(markOfRow)))

  const goals = readGoals(sql)

  const changesOn = (dates: ReadonlyArray<LocalDate>) =>
    Effect.map(
      Effect.all([
        turnovers(sql<TurnoverRow>`SELECT * FROM turnover WHERE ${sql.in("date", dates)}`),
        marks(sql<MarkRow>`SELECT * FROM day_mark WHERE ${sql.in("date", dates)}`),
        // The record of a goal has the first date of its month.
        goals(dates.filter(isFirst).map(monthOf))
      ]),
      (found) => {
        const stored = DayBook.make(...found)
        return dates.map((date) => {
          const mark = stored.marks.get(date)
          return {
            date,
            day: stored.byDate.get(date) ?? null,
            ...(mark === undefined ? {} : { mark }),
            ...(isFirst(date) ? { goal: stored.goals.get(monthOf(date)) ?? null } : {})
          }
        })
      }
    )

  return {
    book: Effect.map(
      Effect.all([turnovers(sql<TurnoverRow>`SELECT * FROM turnover`), marks(sql<MarkRow>`SELECT * FROM day_mark`), goals()]),
      (found) => DayBook.make(...found)
    ),
    recent: (from, to) =>
      Effect.map(
        Effect.all([
          turnovers(sql<TurnoverRow>`
            SELECT * FROM turnover
            WHERE (date >= ${from} AND date <= ${to}) OR date = (SELECT min(date) FROM turnover)
              OR date IN (SELECT date FROM turnover WHERE is_final = 1 AND date <= ${to} ORDER BY date DESC LIMIT 14)`),
          marks(sql<MarkRow>`SELECT * FROM day_mark WHERE date >= ${from} AND date <= ${lastOfMonth(to)}`),
          goals([monthOf(to)])
        ]),
        (found) => DayBook.make(...found)
      ),
    day: (date) =>
      Effect.map(
        turnovers(sql<TurnoverRow>`SELECT * FROM turnover WHERE date = ${date}`),
        (days) => days[0]
      ),
    mark: (date) => Effect.map(marks(sql<MarkRow>`SELECT * FROM day_mark WHERE date = ${date}`), ([mark]) => mark ?? unmarked(date)),
    unsettled: (today) =>
      Effect.map(
        Effect.orDie(sql<TurnoverRow & Pick<MarkRow, "cleared_at">>`
          SELECT turnover.*, cleared_at FROM turnover LEFT JOIN day_mark ON day_mark.date = turnover.date
          WHERE turnover.date = ${today} OR (is_final = 0 AND turnover.date < ${today}) ORDER BY turnover.date`),
        (rows) => {
          const days = rows.map((row) => ({ day: fromRow(row), clearedAt: row.cleared_at }))
          return { day: days.find(({ day }) => day.date === today)?.day, open: days.filter(({ day }) => day.date < today) }
        }
      ),
    firstDay: Effect.orDie(
      Effect.map(sql<{ date: LocalDate | null }>`SELECT min(date) AS date FROM turnover`, ([row]) => row?.date ?? undefined)
    ),
    soFar: turnovers(sql<TurnoverRow>`SELECT * FROM turnover WHERE audited_cents IS NOT NULL`),
    hasDaysAfter: (today) => Effect.orDie(Effect.map(sql`SELECT 1 FROM turnover WHERE date > ${today} LIMIT 1`, (rows) => rows.length > 0)),
    saveDays: (days) =>
      insert("turnover", days, ({ cents, changed, date, isFinal, soFar, source }) => ({
        date,
        amount_cents: cents,
        is_final: isFinal ? 1 : 0,
        source,
        changed_at: changed?.at ?? null,
        changed_by: changed?.by ?? null,
        entry_token: changed?.entryToken ?? null,
        audited_cents: soFar?.audited ?? null,
        so_far: soFar?.reason ?? null
      }), `ON CONFLICT (date) DO UPDATE SET
        amount_cents = excluded.amount_cents, is_final = excluded.is_final, source = excluded.source,
        changed_at = excluded.changed_at, changed_by = excluded.changed_by, entry_token = excluded.entry_token,
        audited_cents = excluded.audited_cents, so_far = excluded.so_far`),
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
    changesOn,
    standing: (dates) =>
      Effect.map(
        Effect.forEach(Chunks.chunksOf(dates, datesAtOnce),
          (some, index) => index === 0 ? changesOn(some) : Effect.zipRight(yieldToEventLoop, changesOn(some))),
        (found) => found.flat().map(({ date, day, mark }) => ({ day: day ?? null, mark: mark ?? unmarked(date) }))
      )
  }
}
