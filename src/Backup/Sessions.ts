import { Reactivity } from "@effect/experimental"
import type { SqlError } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { DatabaseUnavailable } from "../Database/DatabaseUnavailable.ts"
import * as Sqlite from "../Database/Sqlite/Client.ts"

/**
 * Ends every session and invitation in a copy: a device that was signed out since the backup must not be back, nor a
 * code that was used since. Tokens stay.
 */
export const endSessions = (file: string): Effect.Effect<void, DatabaseUnavailable | SqlError.SqlError> =>
  Effect.gen(function*() {
    const { sql } = yield* Sqlite.make(file)
    const now = yield* Clock.currentTimeMillis
    const tables = yield* sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('session', 'invitation')`
    // A backup of an older schema has none.
    if (tables.length < 2) return
    yield* sql.withTransaction(Effect.zipRight(
      sql`UPDATE session SET ended_at = ${now} WHERE ended_at IS NULL`,
      sql`UPDATE invitation SET used_at = ${now} WHERE used_at IS NULL`
    ))
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
