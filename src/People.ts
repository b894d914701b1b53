import { Clock, Context, Data, Effect, Layer, Option, Redacted } from "effect"
import { Environment } from "./Config/Environment.ts"
import { looksLike, nameOf, type Person, type Requester, type Role } from "./Domain/Person.ts"
import type { RightLost } from "./Domain/Refusal.ts"
import {
  codeHash,
  cookieHash,
  cookieIdOf,
  Credential,
  Entropy,
  type LookUp,
  masterToken,
  newCode,
  newCookie,
  newSealKey,
  newToken,
  pairingCode,
  readPairing,
  type Recognition,
  tokenHash
} from "./People/Credential.ts"
import { isOpen, sessionMillis, stateOf } from "./People/Expiry.ts"
import { makeRecognizer } from "./People/Recognizer.ts"
import { endOfSession, Rights } from "./People/Rights.ts"
import { type InvitationRow, PeopleStore, type SessionRow, type TokenRow } from "./People/Store.ts"

const invitationMillis = 15 * 60_000
const pairingMillis = 5 * 60_000
const longestDevice = 200

/** All screens are devices of one person, who may only read. */
const screenName = "大屏"

/** The name belongs to another valid token, or looks like its name. */
export class NameTaken extends Data.TaggedError("NameTaken")<{
  readonly asked: string
  readonly name: string
  readonly role: Role
}> {}

/** The author of a change: the person of a request, or the name that a command gives. */
type Changer = Requester | string

interface NewToken {
  readonly name: string
  readonly role: Role
  /** Milliseconds since 1970; null for none. */
  readonly expiresAt: number | null
}

export interface Token extends TokenRow {
  readonly state: "active" | "expired" | "revoked"
}

/** A session that can be used. */
export interface Session extends SessionRow {
  /** When it ends if it is not used again, by the wall clock (milliseconds since 1970). */
  readonly expiresAt: number
}

interface Invited {
  readonly token: Token
  readonly code: Redacted.Redacted
  readonly expiresAt: number
}

interface SigningIn {
  readonly device: string
  /** Whether the browser uses TLS. Then its cookie is sent over TLS only. */
  readonly secure: boolean
}

export interface SignedIn {
  readonly person: Person
  readonly cookie: Redacted.Redacted
  readonly expiresAt: number
}

/** Named tokens, sessions and invitations: everyone who may use the service, except the holder of the master token. */
export class People extends Context.Tag("People")<People, {
  readonly tokens: Effect.Effect<ReadonlyArray<Token>>
  readonly createToken: (
    asked: NewToken,
    by: Changer
  ) => Effect.Effect<{ readonly token: Token; readonly secret: Redacted.Redacted }, NameTaken | RightLost>
  /** The token with its new role; none if it is unknown or revoked. */
  readonly changeRole: (id: number, role: Role, by: Changer) => Effect.Effect<Option.Option<Token>, RightLost>
  /** Ends a token and its sessions. Returns false if the token is unknown or revoked. */
  readonly revokeToken: (id: number, by: Changer) => Effect.Effect<boolean, RightLost>
  /** Every session that can still be used. */
  readonly sessions: Effect.Effect<ReadonlyArray<Session>>
  readonly endSession: (id: number, by: Changer) => Effect.Effect<boolean, RightLost>
  readonly signOut: (person: Person) => Effect.Effect<void>
  /** Creates a code that signs one device in as a person; a person with a new name is created. */
  readonly invite: (asked: Omit<NewToken, "expiresAt">, by: Changer) => Effect.Effect<Invited, NameTaken | RightLost>
  /** Every invitation that can be used, newest first. */
  readonly invitations: Effect.Effect<ReadonlyArray<InvitationRow>>
  /** Ends an invitation. Returns false if it was used or had ended. */
  readonly revokeInvitation: (id: number, by: Changer) => Effect.Effect<boolean, RightLost>
  /** The invitation of a code, which this does not use. */
  readonly invitation: (code: string) => Effect.Effect<InvitationRow | "ended" | "unknown">
  readonly recognize: (credential: Credential) => Effect.Effect<Recognition>
  /** Finds the holder of a credential without recording a use. */
  readonly lookUp: (credential: Credential) => Effect.Effect<Recognition>
  /** Changes whenever any process may have ended a credential early, or changed its role. */
  readonly changes: () => number
  /** The end of the session cookie's name, which differs from that of another installation; undefined before the first session. */
  readonly cookieId: () => string | undefined
  /** Looks a credential up in the cache. */
  readonly known: (credential: Credential) => LookUp
  /** A session for the holder of a token; none if the token is not recognized. */
  readonly signInWithToken: (token: string, device: SigningIn) => Effect.Effect<Option.Option<SignedIn>>
  /**
   * A session for an invitation's code, once. It fails with `ended` if the code was used or has expired, or if its person was
   * revoked.
   */
  readonly signInWithCode: (code: string, device: SigningIn) => Effect.Effect<SignedIn | "ended" | "unknown">
  /** A code for a screen to show, and a secret for it to keep. Nothing is stored. */
  readonly startPairing: Effect.Effect<{ readonly code: string; readonly secret: Redacted.Redacted; readonly expiresAt: number }>
  /** Signs the screen with this code in, once, to read only. */
  readonly approvePairing: (code: string, by: Changer) => Effect.Effect<Token | "ended", NameTaken | RightLost>
  /** A session for the screen that has the secret of an approved code. */
  readonly claimPairing: (
    asked: { readonly code: string; readonly secret: string },
    device: SigningIn
  ) => Effect.Effect<SignedIn | "waiting" | "ended" | "unknown">
}>() {}

const make = Effect.gen(function*() {
  const store = yield* PeopleStore
  const { stillMay } = yield* Rights
  const { adminToken } = yield* Environment
  const entropy = yield* Entropy
  const master = masterToken(adminToken)
  const { changes, forget, known, lookUp, recognize } = yield* makeRecognizer(master)

  let cookieId = cookieIdOf(yield* store.installationName)

  const secret = <A>(made: Effect.Effect<A>) => Effect.provideService(made, Entropy, entropy)

  /** A change that ends a credential or opens a session. The fifty-first session of a person ends the oldest. */
  const forgetting = <A, E>(change: Effect.Effect<A, E>) => Effect.ensuring(change, Effect.sync(forget))

  /** A change, with the instant that it stores. */
  const changing = <A, E>(change: (now: number) => Effect.Effect<A, E>) =>
    store.transaction(Effect.flatMap(Clock.currentTimeMillis, change))

  /** A change by an author, who must have the right at that instant. */
  const changingBy = <A, E>(by: Changer, change: (now: number) => Effect.Effect<A, E>) =>
    changing((now) => Effect.zipRight(typeof by === "string" ? Effect.void : stillMay(by), change(now)))

  const asToken = (row: TokenRow, now: number): Token => ({ ...row, state: stateOf(row, now) })

  const open = (person: Person, { device, secure }: SigningIn, now: number) =>
    Effect.gen(function*() {
      cookieId = cookieIdOf(yield* store.nameInstallation)
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

  /** The token with a name, or a new one. Fails if the name belongs to another token or looks like its name. */
  const addToken = (asked: NewToken, by: Changer, hash: string | null, now: number, isAllowed: (found: TokenRow) => boolean) =>
    Effect.gen(function*() {
      const others = yield* store.tokensNotRevoked(now)
      const found = others.find(({ name }) => name === asked.name)
      const active = others.filter((row) => stateOf(row, now) === "active")
      const taken = active.find((row) => row === found) ?? active.find(({ name }) => looksLike(asked.name, name))
      if (taken !== undefined && taken === found && isAllowed(taken)) return asToken(taken, now)
      if (taken !== undefined) return yield* new NameTaken({ asked: asked.name, name: taken.name, role: taken.role })
      if (found !== undefined) yield* store.revokeToken(found.id, now)
      const id = yield* store.addToken({ ...asked, by: typeof by === "string" ? by : nameOf(by), hash, at: now })
      const added = yield* store.token(id, now)
      return asToken(added ?? (yield* Effect.dieMessage("a token that was added is not there")), now)
    })

  const invitation: typeof People.Service["invitation"] = (code) =>
    Effect.gen(function*() {
      const hash = codeHash(code)
      const found = hash === undefined ? undefined : yield* store.invitationByHash(hash)
      if (found === undefined) return "unknown"
      return isOpen(found, yield* Clock.currentTimeMillis) ? found : "ended"
    })

  const signInWithCode: typeof People.Service["signInWithCode"] = (code, device) =>
    Effect.gen(function*() {
      const hash = codeHash(code)
      if (hash === undefined || (yield* store.invitationByHash(hash)) === undefined) return "unknown"
      return yield* forgetting(changing((now) =>
        Effect.gen(function*() {
          const found = yield* store.invitationByHash(hash)
          if (found === undefined || !isOpen(found, now)) return "ended"
          yield* store.endInvitation(found.id, now)
          return yield* open({ name: found.name, role: found.role, token: found.token_id, session: null }, device, now)
        })
      ))
    })

  /** Whether a screen may show a code now. It does not where the code was made while the clock was ahead. */
  const isShown = ({ expiresAt }: { readonly expiresAt: number }, now: number): boolean =>
    expiresAt - pairingMillis <= now && now < expiresAt

  const pairingKey = Effect.flatMap(secret(newSealKey), (fresh) => store.pairingKey(Redacted.value(fresh)))

  return {
    tokens: Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.map(store.tokens(now), (rows) => rows.map((row) => asToken(row, now)))),
    createToken: (asked, by) =>
      Effect.gen(function*() {
        const made = yield* secret(newToken)
        const token = yield* changingBy(by, (now) => addToken(asked, by, tokenHash(Redacted.value(made)) ?? null, now, () => false))
        return { token, secret: made }
      }),
    changeRole: (id, role, by) =>
      forgetting(changingBy(by, (now) =>
        Effect.gen(function*() {
          if (!(yield* store.setRole(id, role))) return Option.none()
          return Option.map(Option.fromNullable(yield* store.token(id, now)), (row) => asToken(row, now))
        }))),
    revokeToken: (id, by) => forgetting(changingBy(by, (now) => store.revokeToken(id, now))),
    sessions: Effect.flatMap(Clock.currentTimeMillis,
      (now) =>
        Effect.map(store.sessions,
          (rows) => rows.flatMap((row) => endOfSession(row) <= now ? [] : [{ ...row, expiresAt: row.expires_at }]))),
    endSession: (id, by) => forgetting(changingBy(by, (now) => store.endSession(id, now))),
    signOut: ({ session }) => session === null ? Effect.void : forgetting(changing((now) => store.endSession(session, now))),
    invite: (asked, by) =>
      Effect.gen(function*() {
        const code = yield* secret(newCode)
        return yield* changingBy(by, (now) =>
          Effect.gen(function*() {
            const token = yield* addToken({ ...asked, expiresAt: null }, by, null, now, ({ role }) => role === asked.role)
            yield* store.addInvitation(token.id, codeHash(Redacted.value(code)) ?? "", now, now + invitationMillis)
            return { token, code, expiresAt: now + invitationMillis }
          }))
      }),
    invitations: Effect.flatMap(Clock.currentTimeMillis,
      (now) => Effect.map(store.invitations, (rows) => rows.filter((row) => isOpen(row, now)))),
    revokeInvitation: (id, by) => changingBy(by, (now) => store.endInvitation(id, now)),
    invitation,
    recognize,
    lookUp,
    changes,
    cookieId: () => cookieId,
    known,
    signInWithToken: (token, device) =>
      Effect.flatMap(recognize(Credential.Token({ value: token })), (found) =>
        found._tag === "Known"
          ? forgetting(changing((now) =>
            // The token may have been revoked since it was read.
            Effect.flatMap(stillMay({ ...found.person, needs: "credential" }), (person) => Effect.asSome(open(person, device, now)))
          )).pipe(Effect.catchTag("RightLost", () => Effect.succeedNone))
          : Effect.succeedNone),
    signInWithCode,
    startPairing: Effect.gen(function*() {
      const made = yield* secret(newCode)
      const now = yield* Clock.currentTimeMillis
      const hash = codeHash(Redacted.value(made)) ?? ""
      const code = pairingCode(yield* pairingKey, { hash, expiresAt: now + pairingMillis })
      return { code, secret: made, expiresAt: now + pairingMillis }
    }),
    approvePairing: (code, by) =>
      Effect.gen(function*() {
        const pairing = readPairing(yield* pairingKey, code)
        if (pairing === undefined) return "ended"
        return yield* changingBy(by, (now) =>
          Effect.gen(function*() {
            if (!isShown(pairing, now) || (yield* store.invitationByHash(pairing.hash)) !== undefined) return "ended"
            const token = yield* addToken({ name: screenName, role: "view", expiresAt: null }, by, null, now, ({ role }) => role === "view")
            yield* store.addInvitation(token.id, pairing.hash, now, now + pairingMillis)
            return token
          }))
      }),
    claimPairing: (asked, device) =>
      Effect.gen(function*() {
        const pairing = readPairing(yield* pairingKey, asked.code)
        if (pairing === undefined) return "ended"
        if (pairing.hash !== codeHash(asked.secret)) return "unknown"
        const opened = yield* signInWithCode(asked.secret, device)
        if (opened !== "unknown") return opened
        return isShown(pairing, yield* Clock.currentTimeMillis) ? "waiting" : "ended"
      })
  } satisfies typeof People.Service
})

export const layer = Layer.effect(People, make)
