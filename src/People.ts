import { Clock, Context, Data, Effect, Layer, Option, Redacted } from "effect"
import { Environment } from "./Config/Environment.ts"
import type { Person } from "./Domain/Person.ts"
import type { Role } from "./Domain/Role.ts"
import { Credential, type LookUp, type Recognition } from "./People/Credential.ts"
import { isOver, sessionMillis } from "./People/Expiry.ts"
import { masterToken } from "./People/MasterToken.ts"
import { makeRecognizer } from "./People/Recognizer.ts"
import { codeHash, cookieHash, Entropy, newCode, newCookie, newToken, tokenHash } from "./People/Secret.ts"
import { PeopleStore, type SessionRow, type TokenRow } from "./People/Store.ts"

const invitationMillis = 15 * 60_000
const longestDevice = 200

/** The name belongs to another token that is not revoked. */
export class NameTaken extends Data.TaggedError("NameTaken")<{ readonly name: string; readonly role: Role }> {}

export interface NewToken {
  readonly name: string
  readonly role: Role
  /** Who creates it. */
  readonly by: string
  /** Milliseconds since 1970; null for none. */
  readonly expiresAt: number | null
}

export interface Invited {
  readonly token: TokenRow
  readonly code: Redacted.Redacted
  readonly expiresAt: number
}

export interface SigningIn {
  readonly device: string
  /** Whether the browser uses TLS, so that its cookie must be sent over TLS only. */
  readonly secure: boolean
}

export interface SignedIn {
  readonly person: Person
  readonly cookie: Redacted.Redacted
  readonly expiresAt: number
}

/** Named tokens, sessions and invitations: who may use the service, besides the holder of the master token. */
export class People extends Context.Tag("People")<People, {
  readonly tokens: Effect.Effect<ReadonlyArray<TokenRow>>
  readonly createToken: (asked: NewToken) => Effect.Effect<{ readonly token: TokenRow; readonly secret: Redacted.Redacted }, NameTaken>
  /** The token with its new role; none for one that is unknown or revoked. */
  readonly changeRole: (id: number, role: Role) => Effect.Effect<Option.Option<TokenRow>>
  /** Ends a token and its sessions; false for one that is unknown or revoked. */
  readonly revokeToken: (id: number) => Effect.Effect<boolean>
  readonly sessions: Effect.Effect<ReadonlyArray<SessionRow>>
  readonly endSession: (id: number) => Effect.Effect<boolean>
  /** A code that signs one device in as that person, who is created if the name is new. */
  readonly invite: (asked: Omit<NewToken, "expiresAt">) => Effect.Effect<Invited, NameTaken>
  readonly recognize: (credential: Credential) => Effect.Effect<Recognition>
  /** The same without recording a use. */
  readonly lookUp: (credential: Credential) => Effect.Effect<Recognition>
  /** Changes whenever a credential may have ended before its time or may have another role, by any process. */
  readonly changes: () => number
  /**
   * Looks a credential up, each time it is called: passes on the person, if known without reading it. On a server one short
   * statement, which requests at the same time share, proves first that nothing has been revoked until now.
   */
  readonly known: (credential: Credential) => LookUp
  /** A session for the holder of a token; none for a token that is not recognized. */
  readonly signInWithToken: (token: string, device: SigningIn) => Effect.Effect<Option.Option<SignedIn>>
  /** A session by an invitation's code, once. Ended: it was used, has expired, or its person was revoked. */
  readonly signInWithCode: (code: string, device: SigningIn) => Effect.Effect<SignedIn | "ended" | "unknown">
}>() {}

const make = Effect.gen(function*() {
  const store = yield* PeopleStore
  const { adminToken } = yield* Environment
  const entropy = yield* Entropy
  const master = masterToken(adminToken)
  const { changes, forget, known, lookUp, recognize } = yield* makeRecognizer(master)

  const secret = <A>(made: Effect.Effect<A>) => Effect.provideService(made, Entropy, entropy)

  /** What ends a credential, or opens a session: a person's fifty-first ends the oldest. */
  const forgetting = <A, E>(change: Effect.Effect<A, E>) => Effect.ensuring(change, Effect.sync(forget))

  const open = (person: Person, { device, secure }: SigningIn) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const cookie = yield* secret(newCookie(person.token === null))
      const hash = cookieHash(Redacted.value(cookie), master.digest) ?? ""
      const expiresAt = now + sessionMillis
      const session = yield* store.addSession({
        token: person.token,
        hash,
        device: Array.from(device).slice(0, longestDevice).join(""),
        secure,
        at: now,
        expiresAt
      })
      return { person: { ...person, session }, cookie, expiresAt }
    })

  /** The token of that name, or a new one; fails if another one has it. */
  const addToken = (asked: NewToken, hash: string | null, isAllowed: (found: TokenRow) => boolean) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const found = yield* store.tokenNamed(asked.name, now)
      if (found !== undefined && !isOver(now, found.expires_at)) {
        return isAllowed(found) ? found : yield* new NameTaken({ name: found.name, role: found.role })
      }
      if (found !== undefined) yield* store.revokeToken(found.id, now)
      const id = yield* store.addToken({ ...asked, hash, at: now })
      const added = yield* store.token(id, now)
      return added ?? (yield* Effect.dieMessage("a token that was added is not there"))
    })

  return {
    tokens: Effect.flatMap(Clock.currentTimeMillis, store.tokens),
    createToken: (asked) =>
      Effect.gen(function*() {
        const made = yield* secret(newToken)
        const token = yield* store.transaction(addToken(asked, tokenHash(Redacted.value(made)) ?? null, () => false))
        return { token, secret: made }
      }),
    changeRole: (id, role) =>
      forgetting(store.transaction(Effect.gen(function*() {
        if (!(yield* store.setRole(id, role))) return Option.none()
        return Option.fromNullable(yield* store.token(id, yield* Clock.currentTimeMillis))
      }))),
    revokeToken: (id) => forgetting(Effect.flatMap(Clock.currentTimeMillis, (now) => store.transaction(store.revokeToken(id, now)))),
    sessions: Effect.flatMap(Clock.currentTimeMillis, store.sessions),
    endSession: (id) => forgetting(Effect.flatMap(Clock.currentTimeMillis, (now) => store.transaction(store.endSession(id, now)))),
    invite: (asked) =>
      Effect.gen(function*() {
        const code = yield* secret(newCode)
        const expiresAt = (yield* Clock.currentTimeMillis) + invitationMillis
        const token = yield* store.transaction(Effect.tap(
          addToken({ ...asked, expiresAt: null }, null, ({ role }) => role === asked.role),
          ({ id }) => store.addInvitation(id, codeHash(Redacted.value(code)) ?? "", expiresAt - invitationMillis, expiresAt)
        ))
        return { token, code, expiresAt }
      }),
    recognize,
    lookUp,
    changes,
    known,
    signInWithToken: (token, device) =>
      Effect.flatMap(recognize(Credential.Token({ value: token })), (found) =>
        found._tag === "Known"
          ? Effect.asSome(forgetting(store.transaction(open(found.person, device))))
          : Effect.succeedNone),
    signInWithCode: (code, device) =>
      Effect.gen(function*() {
        const hash = codeHash(code)
        const now = yield* Clock.currentTimeMillis
        const invitation = hash === undefined ? undefined : yield* store.invitationByHash(hash)
        if (invitation === undefined) return "unknown"
        const token = yield* store.token(invitation.token_id, now)
        if (token === undefined || token.revoked_at !== null || isOver(now, token.expires_at, invitation.expires_at)) return "ended"
        if (!(yield* store.invitationUsed(invitation.id, now))) return "ended"
        return yield* open({ name: token.name, role: token.role, token: token.id, session: null }, device)
      }).pipe(store.transaction, forgetting)
  } satisfies typeof People.Service
})

export const layer = Layer.effect(People, make)
