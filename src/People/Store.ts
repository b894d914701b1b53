import { SqlClient, type SqlError, type Statement } from "@effect/sql"
import { Context, Effect, Layer } from "effect"
import { installation } from "../Database/Installation.ts"
import { writeOrDie } from "../Database/Write.ts"
import { dayMillis } from "../Domain/LocalDate.ts"
import type { Role } from "../Domain/Person.ts"
import { type Instants, onSteady } from "../Domain/SteadyTime.ts"

/** A named token as it is stored; instants are milliseconds since 1970. */
export interface TokenRow {
  readonly id: number
  readonly name: string
  readonly role: Role
  /** 0 for an invited person, who has no token to send. */
  readonly has_secret: 0 | 1
  readonly created_at: number
  /** By the wall clock; null if it never expires. */
  readonly expires_at: number | null
  /** The expiry by the steady clock. */
  readonly ends_at: number | null
  readonly last_used_at: number | null
  readonly revoked_at: number | null
  /** Sessions that have not ended. */
  readonly sessions: number
}

/** A session as it is stored, with its token, which is null for the master token. It expires by the steady clock. */
export interface SessionRow {
  readonly id: number
  readonly token_id: number | null
  readonly device: string
  readonly secure: 0 | 1
  readonly created_at: number
  readonly expires_at: number
  readonly last_used_at: number
  readonly ended_at: number | null
  readonly name: string | null
  readonly role: Role | null
  readonly token_expires_at: number | null
  readonly token_ends_at: number | null
  readonly token_revoked_at: number | null
}

interface InvitationRow {
  readonly id: number
  readonly token_id: number
  /** By the steady clock. */
  readonly expires_at: number
  readonly used_at: number | null
}

interface NewSession {
  readonly token: number | null
  readonly hash: string
  readonly device: string
  readonly secure: boolean
  readonly at: Instants
  /** By the steady clock. */
  readonly expiresAt: number
}

/** How long expired invitations are kept, and ended sessions at most. While an invitation is kept, using it does not count as a guess. */
const keptMillis = 90 * dayMillis

/** Cleaning reads every session, so it does not run at each sign-in. */
const cleanEvery = 3_600_000

/** A person with more sessions, open or ended, is probably a program. */
const mostSessions = 50

/** The tables of tokens, sessions and invitations. Failures are defects. */
export class PeopleStore extends Context.Tag("PeopleStore")<PeopleStore, Effect.Effect.Success<typeof make>>() {}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const transaction = writeOrDie(sql)
  const kept = installation(sql)

  /** By the steady clock. */
  let cleanedAt = -Infinity

  const tokens = (condition: Statement.Fragment, { steady }: Instants) =>
    Effect.orDie(sql<TokenRow>`
      SELECT id, name, role, CASE WHEN hash IS NULL THEN 0 ELSE 1 END AS has_secret, created_at, expires_at, ends_at, last_used_at, revoked_at,
        (SELECT count(*) FROM session WHERE session.token_id = token.id AND session.ended_at IS NULL AND session.expires_at > ${steady}) AS sessions
      FROM token WHERE ${condition} ORDER BY id DESC`)

  const sessions = (condition: Statement.Fragment) =>
    Effect.orDie(sql<SessionRow>`
      SELECT session.id, session.token_id, session.device, session.secure, session.created_at, session.expires_at,
        session.last_used_at, session.ended_at, token.name, token.role, token.expires_at AS token_expires_at,
        token.ends_at AS token_ends_at, token.revoked_at AS token_revoked_at
      FROM session LEFT JOIN token ON token.id = session.token_id WHERE ${condition} ORDER BY session.id DESC`)

  const inserted = (rows: Effect.Effect<ReadonlyArray<{ readonly id: number }>, SqlError.SqlError>) =>
    Effect.orDie(Effect.map(rows, ([row]) => row?.id ?? 0))

  const done = (rows: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
    Effect.orDie(Effect.map(rows, (found) => found.length > 0))

  return {
    transaction,
    tokens: (now: Instants) => tokens(sql`id > 0`, now),
    token: (id: number, now: Instants) => Effect.map(tokens(sql`id = ${id}`, now), ([row]) => row),
    tokenByHash: (hash: string, now: Instants) => Effect.map(tokens(sql`hash = ${hash}`, now), ([row]) => row),
    /** Tokens that are not revoked; some may have expired. */
    tokensNotRevoked: (now: Instants) => tokens(sql`revoked_at IS NULL`, now),
    addToken: (token: {
      readonly name: string
      readonly role: Role
      readonly hash: string | null
      readonly at: Instants
      readonly by: string
      /** By the wall clock; null if it never expires. */
      readonly expiresAt: number | null
    }) =>
      inserted(sql<{ readonly id: number }>`INSERT INTO token ${
        sql.insert({
          name: token.name,
          role: token.role,
          hash: token.hash,
          created_at: token.at.wall,
          created_by: token.by,
          expires_at: token.expiresAt,
          ends_at: token.expiresAt === null ? null : onSteady(token.expiresAt, token.at)
        })
      } RETURNING id`),
    setRole: (id: number, role: Role) => done(sql`UPDATE token SET role = ${role} WHERE id = ${id} AND revoked_at IS NULL RETURNING id`),
    revokeToken: (id: number, at: number) =>
      done(sql`UPDATE token SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL RETURNING id`),
    /** Stores the end of tokens whose date has passed on the wall clock, so that they stay expired by the steady clock. */
    endByDate: ({ steady, wall }: Instants) =>
      Effect.orDie(sql`UPDATE token SET ends_at = ${steady} WHERE expires_at <= ${wall} AND ends_at > ${steady}`),
    tokenUsed: (id: number, at: number) => Effect.orDie(sql`UPDATE token SET last_used_at = ${at} WHERE id = ${id}`),

    /** Sessions whose end is not stored; some may have expired. */
    sessions: sessions(sql`session.ended_at IS NULL AND token.revoked_at IS NULL`),
    session: (id: number) => Effect.map(sessions(sql`session.id = ${id}`), ([row]) => row),
    sessionByHash: (hash: string) => Effect.map(sessions(sql`session.hash = ${hash}`), ([row]) => row),
    addSession: ({ at, device, expiresAt, hash, secure, token }: NewSession) =>
      Effect.orDie(Effect.gen(function*() {
        if (at.steady - cleanedAt >= cleanEvery) {
          yield* sql`DELETE FROM session WHERE coalesce(ended_at, expires_at) < ${at.steady - keptMillis}`
          cleanedAt = at.steady
        }
        const owner = token === null ? sql`token_id IS NULL` : sql`token_id = ${token}`
        const open = sql`${owner} AND ended_at IS NULL`
        const ended = sql`${owner} AND ended_at IS NOT NULL`
        const newestBut = (count: number, which: Statement.Fragment) =>
          Effect.map(sql<{ readonly id: number }>`SELECT id FROM session WHERE ${which} ORDER BY id DESC LIMIT 1 OFFSET ${count}`,
            ([row]) => row?.id ?? 0)
        yield* sql`UPDATE session SET ended_at = ${at.wall} WHERE ${open} AND id <= ${yield* newestBut(mostSessions - 1, open)}`
        yield* sql`DELETE FROM session WHERE ${ended} AND id <= ${yield* newestBut(mostSessions, ended)}`
        return yield* inserted(sql<{ readonly id: number }>`INSERT INTO session ${
          sql.insert({
            token_id: token,
            hash,
            device,
            secure: secure ? 1 : 0,
            created_at: at.wall,
            expires_at: expiresAt,
            last_used_at: at.wall
          })
        } RETURNING id`)
      })),
    sessionUsed: (id: number, at: number, expiresAt: number) =>
      Effect.orDie(sql`UPDATE session SET last_used_at = ${at}, expires_at = ${expiresAt} WHERE id = ${id} AND ended_at IS NULL`),
    endSession: (id: number, at: number) =>
      done(sql`UPDATE session SET ended_at = ${at} WHERE id = ${id} AND ended_at IS NULL RETURNING id`),

    /** The key that seals the codes of screens, the same in every process. */
    pairingKey: (fresh: string) =>
      Effect.flatMap(Effect.orDie(kept.get("pairing_key")), (found) =>
        found === undefined
          ? transaction(
            Effect.orDie(Effect.zipRight(kept.add("pairing_key", fresh), Effect.map(kept.get("pairing_key"), (key) => key ?? fresh)))
          )
          : Effect.succeed(found)),
    invitationByHash: (hash: string) =>
      Effect.orDie(Effect.map(
        sql<InvitationRow>`SELECT id, token_id, expires_at, used_at FROM invitation WHERE hash = ${hash}`,
        ([row]) => row
      )),
    addInvitation: (token: number, hash: string, at: Instants, expiresAt: number) =>
      Effect.orDie(Effect.gen(function*() {
        yield* sql`DELETE FROM invitation WHERE expires_at < ${at.steady - keptMillis}`
        yield* sql`INSERT INTO invitation ${sql.insert({ token_id: token, hash, created_at: at.wall, expires_at: expiresAt })}`
      })),
    invitationUsed: (id: number, at: number) =>
      done(sql`UPDATE invitation SET used_at = ${at} WHERE id = ${id} AND used_at IS NULL RETURNING id`)
  }
})

export const layer: Layer.Layer<PeopleStore, never, SqlClient.SqlClient> = Layer.effect(PeopleStore, make)
