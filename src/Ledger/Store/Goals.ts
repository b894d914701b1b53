import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { insertRows, inStatements } from "../../Database/Inserts.ts"
import type { Cents } from "../../Domain/Amount.ts"
import type { Change } from "../../Domain/DayBook.ts"
import { type Month, monthOf } from "../../Domain/Month.ts"

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
export const readGoals = (sql: SqlClient.SqlClient) => (months?: ReadonlyArray<Month>): Effect.Effect<Known> =>
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
