import { SqlClient, type SqlError, type Statement } from "@effect/sql"
import { Context, Effect, Layer } from "effect"
import { installation, installationName, nameInstallation } from "../Database/Installation.ts"
import { Writer } from "../Database/Write.ts"
import { dayMillis } from "../Domain/LocalDate.ts"
import type { Role } from "../Domain/Person.ts"

/** A named token as it is stored; instants are milliseconds since 1970. */
export interface TokenRow {
  readonly id: number
  readonly name: string
  readonly role: Role
  /** 0 for an invited person, who has no token to send. */
  readonly has_secret: 0 | 1
  readonly created_at: number
  /** null if it never expires. */
  readonly expires_at: number | null
  readonly last_used_at: number | null
  readonly revoked_at: number | null
  /** Sessions that have not ended. */
  readonly sessions: number
}

/** A session as it is stored, with its token, which is null for the master token. */
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
  readonly token_revoked_at: number | null
}

/** An invitation as it is stored, with its person. */
export interface InvitationRow {
  readonly id: number
  readonly token_id: number
  readonly name: string
  readonly role: Role
  readonly created_at: number
  readonly expires_at: number
  /** When it was used or revoked; null while it is neither. */
  readonly used_at: number | null
  readonly token_expires_at: number | null
  readonly token_revoked_at: number | null
}

interface NewSession {
  readonly token: number | null
  readonly hash: string
  readonly device: string
  readonly secure: boolean
  readonly at: number
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

  const { writeOrDie: transaction } = yield* Writer
  const kept = installation(sql)

  let cleanedAt = -Infinity

  const tokens = (condition: Statement.Fragment, now: number) =>
    Effect.orDie(sql<TokenRow>`
      SELECT id, name, role, CASE WHEN hash IS NULL THEN 0 ELSE 1 END AS has_secret, created_at, expires_at, last_used_at, revoked_at,
        (SELECT count(*) FROM session WHERE session.token_id = token.id AND session.ended_at IS NULL AND session.expires_at > ${now}) AS sessions
      FROM token WHERE ${condition} ORDER BY id DESC`)

  const sessions = (condition: Statement.Fragment) =>
    Effect.orDie(sql<SessionRow>`
      SELECT session.id, session.token_id, session.device, session.secure, session.created_at, session.expires_at,
        session.last_used_at, session.ended_at, token.name, token.role, token.expires_at AS token_expires_at,
        token.revoked_at AS token_revoked_at
      FROM session LEFT JOIN token ON token.id = session.token_id WHERE ${condition} ORDER BY session.id DESC`)

  const invitations = (condition: Statement.Fragment) =>
    Effect.orDie(sql<InvitationRow>`
      SELECT invitation.id, invitation.token_id, token.name, token.role, invitation.created_at, invitation.expires_at, invitation.used_at,
        token.expires_at AS token_expires_at, token.revoked_at AS token_revoked_at
      FROM invitation JOIN token ON token.id = invitation.token_id WHERE ${condition} ORDER BY invitation.id DESC`)

  const inserted = (rows: Effect.Effect<ReadonlyArray<{ readonly id: number }>, SqlError.SqlError>) =>
    Effect.orDie(Effect.map(rows, ([row]) => row?.id ?? 0))

  const done = (rows: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
    Effect.orDie(Effect.map(rows, (found) => found.length > 0))

  return {
    transaction,
    tokens: (now: number) => tokens(sql`id > 0`, now),
    token: (id: number, now: number) => Effect.map(tokens(sql`id = ${id}`, now), ([row]) => row),
    tokenByHash: (hash: string, now: number) => Effect.map(tokens(sql`hash = ${hash}`, now), ([row]) => row),
    /** Tokens that are not revoked; some may have expired. */
    tokensNotRevoked: (now: number) => tokens(sql`revoked_at IS NULL`, now),
    addToken: (token: {
      readonly name: string
      readonly role: Role
      readonly hash: string | null
      readonly at: number
      readonly by: string
      /** null if it never expires. */
      readonly expiresAt: number | null
    }) =>
      inserted(sql<{ readonly id: number }>`INSERT INTO token ${
        sql.insert({
          name: token.name,
          role: token.role,
          hash: token.hash,
          created_at: token.at,
          created_by: token.by,
          expires_at: token.expiresAt
        })
      } RETURNING id`),
    setRole: (id: number, role: Role) => done(sql`UPDATE token SET role = ${role} WHERE id = ${id} AND revoked_at IS NULL RETURNING id`),
    revokeToken: (id: number, at: number) =>
      done(sql`UPDATE token SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL RETURNING id`),
    tokenUsed: (id: number, at: number) => Effect.orDie(sql`UPDATE token SET last_used_at = ${at} WHERE id = ${id}`),

    /** Sessions whose end is not stored; some may have expired. */
    sessions: sessions(sql`session.ended_at IS NULL AND token.revoked_at IS NULL`),
    session: (id: number) => Effect.map(sessions(sql`session.id = ${id}`), ([row]) => row),
    sessionByHash: (hash: string) => Effect.map(sessions(sql`session.hash = ${hash}`), ([row]) => row),
    addSession: ({ at, device, expiresAt, hash, secure, token }: NewSession) =>
      Effect.orDie(Effect.gen(function*() {
        if (at - cleanedAt >= cleanEvery) {
          yield* sql`DELETE FROM session WHERE coalesce(ended_at, expires_at) < ${at - keptMillis}`
          cleanedAt = at
        }
        const owner = token === null ? sql`token_id IS NULL` : sql`token_id = ${token}`
        const open = sql`${owner} AND ended_at IS NULL`
        const ended = sql`${owner} AND ended_at IS NOT NULL`
        const newestBut = (count: number, which: Statement.Fragment) =>
          Effect.map(sql<{ readonly id: number }>`SELECT id FROM session WHERE ${which} ORDER BY id DESC LIMIT 1 OFFSET ${count}`,
            ([row]) => row?.id ?? 0)
        yield* sql`UPDATE session SET ended_at = ${at} WHERE ${open} AND id <= ${yield* newestBut(mostSessions - 1, open)}`
        yield* sql`DELETE FROM session WHERE ${ended} AND id <= ${yield* newestBut(mostSessions, ended)}`
        return yield* inserted(sql<{ readonly id: number }>`INSERT INTO session ${
          sql.insert({
            token_id: token,
            hash,
            device,
            secure: secure ? 1 : 0,
            created_at: at,
            expires_at: expiresAt,
            last_used_at: at
          })
        } RETURNING id`)
      })),
    sessionUsed: (id: number, at: number, expiresAt: number) =>
      Effect.orDie(sql`UPDATE session SET last_used_at = ${at}, expires_at = ${expiresAt} WHERE id = ${id} AND ended_at IS NULL`),
    endSession: (id: number, at: number) =>
      done(sql`UPDATE session SET ended_at = ${at} WHERE id = ${id} AND ended_at IS NULL RETURNING id`),

    installationName: Effect.orDie(installationName(sql)),
    nameInstallation: Effect.orDie(nameInstallation(sql)),
    /** The key that seals the codes of screens, the same in every process. */
    pairingKey: (fresh: string) =>
      Effect.flatMap(Effect.orDie(kept.get("pairing_key")), (found) =>
        found === undefined
          ? transaction(
            Effect.orDie(Effect.zipRight(kept.add("pairing_key", fresh), Effect.map(kept.get("pairing_key"), (key) => key ?? fresh)))
          )
          : Effect.succeed(found)),
    /** Invitations that were neither used nor revoked; some may have expired. */
    invitations: invitations(sql`invitation.used_at IS NULL`),
    invitationByHash: (hash: string) => Effect.map(invitations(sql`invitation.hash = ${hash}`), ([row]) => row),
    addInvitation: (token: number, hash: string, at: number, expiresAt: number) =>
      Effect.orDie(Effect.gen(function*() {
        yield* sql`DELETE FROM invitation WHERE expires_at < ${at - keptMillis}`
        // A clock that was set back must not make those of its future valid when it gets there.
        yield* sql`UPDATE invitation SET used_at = ${at} WHERE used_at IS NULL AND created_at > ${at}`
        yield* sql`INSERT INTO invitation ${sql.insert({ token_id: token, hash, created_at: at, expires_at: expiresAt })}`
      })),
    endInvitation: (id: number, at: number) =>
      done(sql`UPDATE invitation SET used_at = ${at} WHERE id = ${id} AND used_at IS NULL RETURNING id`)
  }
})

export const layer: Layer.Layer<PeopleStore, never, SqlClient.SqlClient | Writer> = Layer.effect(PeopleStore, make)
