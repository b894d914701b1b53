import { Reactivity } from "@effect/experimental"
import type { SqlClient, SqlError } from "@effect/sql"
import type Sqlite from "better-sqlite3"
import { Clock, Effect } from "effect"
import type { DatabaseUnavailable } from "../Database/DatabaseUnavailable.ts"
import * as Client from "../Database/Sqlite/Client.ts"
import type { Role } from "../Domain/Person.ts"
import { stateOf } from "../People/Expiry.ts"

interface StoredToken {
  readonly id: number
  readonly name: string
  readonly role: Role
  readonly hash: string | null
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

interface ValidToken {
  readonly name: string
  readonly role: Role
}

export interface RestoredPeople {
  /** Tokens that keep their end or role from the replaced database, not from the backup. */
  readonly changed: number
  /** Tokens that are valid now and that the replaced database does not have. If they were revoked after the backup, that is lost. */
  readonly unsure: ReadonlyArray<ValidToken>
}

const tokenColumns = "id, name, role, hash, created_at, expires_at, revoked_at"

/** Reads the tokens of a database to be replaced; undefined if it cannot be read. */
export const readReplaced = (db: Sqlite.Database): ReadonlyArray<StoredToken> | undefined => {
  try {
    return db.prepare(`SELECT ${tokenColumns} FROM token`).all() as ReadonlyArray<StoredToken>
  } catch {
    return undefined
  }
}

/** A backup of another installation may have the same ids. */
const isSameToken = (a: StoredToken) => (b: StoredToken): boolean =>
  a.id === b.id && a.name === b.name && a.created_at === b.created_at && a.hash === b.hash

/** A token of the backup with later changes applied: if it has ended since, it stays ended; it gets its later role. */
const carried = (token: StoredToken, later: StoredToken, now: number): StoredToken => {
  const expired = stateOf(later, now) === "expired"
  return {
    ...token,
    role: later.role,
    revoked_at: token.revoked_at ?? later.revoked_at,
    expires_at: expired ? Math.min(later.expires_at ?? now, now) : token.expires_at
  }
}

const differs = (a: StoredToken, b: StoredToken): boolean =>
  a.role !== b.role || a.revoked_at !== b.revoked_at || a.expires_at !== b.expires_at

const hasTable = (sql: SqlClient.SqlClient, name: string) =>
  Effect.map(sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${name}`, (rows) => rows.length > 0)

const endSessions = (sql: SqlClient.SqlClient, now: number) =>
  Effect.zipRight(
    sql`UPDATE session SET ended_at = ${now} WHERE ended_at IS NULL`,
    sql`UPDATE invitation SET used_at = ${now} WHERE used_at IS NULL`
  )

/**
 * Takes over the state of the people from the replaced database, so that no credential that has ended since the backup becomes
 * valid again: every session and invitation ends, and each token gets the end and the role that it had in that database.
 */
export const restorePeople = (
  file: string,
  replaced: ReadonlyArray<StoredToken> | undefined
): Effect.Effect<RestoredPeople, DatabaseUnavailable | SqlError.SqlError> =>
  Effect.gen(function*() {
    const { sql } = yield* Client.make(file)
    // A backup of an older schema has no people.
    if (!(yield* hasTable(sql, "token"))) return { changed: 0, unsure: [] }
    const now = yield* Clock.currentTimeMillis
    return yield* sql.withTransaction(Effect.gen(function*() {
      yield* endSessions(sql, now)
      const tokens = yield* sql<StoredToken>`SELECT ${sql.literal(tokenColumns)} FROM token ORDER BY id`
      const unsure: Array<ValidToken> = []
      let changed = 0
      for (const token of tokens) {
        const later = replaced?.find(isSameToken(token))
        if (later === undefined) {
          if (stateOf(token, now) === "active") unsure.push({ name: token.name, role: token.role })
          continue
        }
        const next = carried(token, later, now)
        if (!differs(token, next)) continue
        changed++
        yield* sql`UPDATE token SET role = ${next.role}, revoked_at = ${next.revoked_at}, expires_at = ${next.expires_at} WHERE id = ${token.id}`
      }
      return { changed, unsure }
    }))
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
