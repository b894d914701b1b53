import { Clock, Context, Data, Effect, Layer, MutableRef, Option, Redacted } from "effect"
import { Environment } from "./Config/Environment.ts"
import { looksLike, master as holder, nameOf, type Person, type Requester, type Role } from "./Domain/Person.ts"
import type { RightLost } from "./Domain/Refusal.ts"
import {
  codeHash,
  cookieHash,
  cookieIdOf,
  Credential,
  Entropy,
  type LookUp,
  type MasterToken,
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
  /** The first session of a shop, for the master token that the next start has. */
  readonly signInFirst: (token: Redacted.Redacted, device: SigningIn) => Effect.Effect<SignedIn>
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

type Service = typeof People.Service

/** What the functions of this service are made of. */
interface Parts extends Pick<Effect.Effect.Success<ReturnType<typeof makeRecognizer>>, "forget" | "recognize"> {
  readonly store: typeof PeopleStore.Service
  readonly stillMay: typeof Rights.Service["stillMay"]
  readonly secret: <A>(made: Effect.Effect<A, never, Entropy>) => Effect.Effect<A>
  readonly master: MasterToken
  readonly cookieId: MutableRef.MutableRef<string | undefined>
}

/** A change that ends a credential or opens a session. The fifty-first session of a person ends the oldest. */
const forgetting = <A, E>({ forget }: Parts, change: Effect.Effect<A, E>) => Effect.ensuring(change, Effect.sync(forget))

/** A change, with the instant that it stores. */
const changing = <A, E>({ store }: Parts, change: (now: number) => Effect.Effect<A, E>) =>
  store.transaction(Effect.flatMap(Clock.currentTimeMillis, change))

/** A change by an author, who must have the right at that instant. */
const changingBy = <A, E>(parts: Parts, by: Changer, change: (now: number) => Effect.Effect<A, E>) =>
  changing(parts, (now) => Effect.zipRight(typeof by === "string" ? Effect.void : parts.stillMay(by), change(now)))

const asToken = (row: TokenRow, now: number): Token => ({ ...row, state: stateOf(row, now) })

/** Opens a session. */
const open = ({ cookieId, master, secret, store }: Parts, person: Person, { device, secure }: SigningIn, now: number) =>
  Effect.gen(function*() {
    MutableRef.set(cookieId, cookieIdOf(yield* store.nameInstallation))
    const cookie = yield* secret(newCookie(person.token === null))
    const expiresAt = now + sessionMillis
    const session = yield* store.addSession({
      token: person.token,
      hash: cookieHash(Redacted.value(cookie), master.digest) ?? "",
      device: Array.from(device).slice(0, longestDevice).join(""),
      secure,
      at: now,
      expiresAt
    })
    return { person: { ...person, session }, cookie, expiresAt }
  })

/** The token with a name, or a new one. Fails if the name belongs to another token or looks like its name. */
const addToken = (
  { store }: Parts,
  asked: NewToken,
  by: Changer,
  hash: string | null,
  now: number,
  isAllowed: (found: TokenRow) => boolean
) =>
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

const tokens = ({ store }: Parts): Service["tokens"] =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.map(store.tokens(now), (rows) => rows.map((row) => asToken(row, now))))

const createToken = (parts: Parts): Service["createToken"] => (asked, by) =>
  Effect.gen(function*() {
    const secret = yield* parts.secret(newToken)
    const hash = tokenHash(Redacted.value(secret)) ?? null
    return { token: yield* changingBy(parts, by, (now) => addToken(parts, asked, by, hash, now, () => false)), secret }
  })

const changeRole = (parts: Parts): Service["changeRole"] => (id, role, by) =>
  forgetting(parts, changingBy(parts, by, (now) =>
    Effect.gen(function*() {
      if (!(yield* parts.store.setRole(id, role))) return Option.none()
      return Option.map(Option.fromNullable(yield* parts.store.token(id, now)), (row) => asToken(row, now))
    })))

const sessions = ({ store }: Parts): Service["sessions"] =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.map(store.sessions, (rows) =>
      rows.flatMap((row) => endOfSession(row) <= now ? [] : [{ ...row, expiresAt: row.expires_at }])))

const signOut = (parts: Parts): Service["signOut"] => ({ session }) =>
  session === null ? Effect.void : forgetting(parts, changing(parts, (now) => parts.store.endSession(session, now)))

const invite = (parts: Parts): Service["invite"] => (asked, by) =>
  Effect.gen(function*() {
    const code = yield* parts.secret(newCode)
    return yield* changingBy(parts, by, (now) =>
      Effect.gen(function*() {
        const token = yield* addToken(parts, { ...asked, expiresAt: null }, by, null, now, ({ role }) => role === asked.role)
        yield* parts.store.addInvitation(token.id, codeHash(Redacted.value(code)) ?? "", now, now + invitationMillis)
        return { token, code, expiresAt: now + invitationMillis }
      }))
  })

const invitations = ({ store }: Parts): Service["invitations"] =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.map(store.invitations, (rows) => rows.filter((row) => isOpen(row, now))))

const invitation = ({ store }: Parts): Service["invitation"] => (code) =>
  Effect.gen(function*() {
    const hash = codeHash(code)
    const found = hash === undefined ? undefined : yield* store.invitationByHash(hash)
    if (found === undefined) return "unknown"
    return isOpen(found, yield* Clock.currentTimeMillis) ? found : "ended"
  })

const signInWithToken = (parts: Parts): Service["signInWithToken"] => (token, device) =>
  Effect.flatMap(parts.recognize(Credential.Token({ value: token })), (found) =>
    found._tag === "Known"
      ? forgetting(parts, changing(parts, (now) =>
        // The token may have been revoked since it was read.
        Effect.flatMap(parts.stillMay({ ...found.person, needs: "credential" }), (person) =>
          Effect.asSome(open(parts, person, device, now))))).pipe(Effect.catchTag("RightLost", () => Effect.succeedNone))
      : Effect.succeedNone)

const signInWithCode = (parts: Parts): Service["signInWithCode"] => (code, device) =>
  Effect.gen(function*() {
    const hash = codeHash(code)
    if (hash === undefined || (yield* parts.store.invitationByHash(hash)) === undefined) return "unknown"
    return yield* forgetting(parts, changing(parts, (now) =>
      Effect.gen(function*() {
        const found = yield* parts.store.invitationByHash(hash)
        if (found === undefined || !isOpen(found, now)) return "ended"
        yield* parts.store.endInvitation(found.id, now)
        return yield* open(parts, { name: found.name, role: found.role, token: found.token_id, session: null }, device, now)
      })))
  })

const signInFirst = (parts: Parts): Service["signInFirst"] => (token, device) =>
  changing(parts, (now) => open({ ...parts, master: masterToken(Option.some(token)) }, holder(null), device, now))

/** Whether a screen may show a code now. It does not where the code was made while the clock was ahead. */
const isShown = ({ expiresAt }: { readonly expiresAt: number }, now: number): boolean => expiresAt - pairingMillis <= now && now < expiresAt

const pairingKey = ({ secret, store }: Parts) => Effect.flatMap(secret(newSealKey), (fresh) => store.pairingKey(Redacted.value(fresh)))

const startPairing = (parts: Parts): Service["startPairing"] =>
  Effect.gen(function*() {
    const secret = yield* parts.secret(newCode)
    const expiresAt = (yield* Clock.currentTimeMillis) + pairingMillis
    const hash = codeHash(Redacted.value(secret)) ?? ""
    return { code: pairingCode(yield* pairingKey(parts), { hash, expiresAt }), secret, expiresAt }
  })

const approvePairing = (parts: Parts): Service["approvePairing"] => (code, by) =>
  Effect.gen(function*() {
    const pairing = readPairing(yield* pairingKey(parts), code)
    if (pairing === undefined) return "ended"
    return yield* changingBy(parts, by, (now) =>
      Effect.gen(function*() {
        if (!isShown(pairing, now) || (yield* parts.store.invitationByHash(pairing.hash)) !== undefined) return "ended"
        const asked = { name: screenName, role: "view", expiresAt: null } as const
        const token = yield* addToken(parts, asked, by, null, now, ({ role }) => role === "view")
        yield* parts.store.addInvitation(token.id, pairing.hash, now, now + pairingMillis)
        return token
      }))
  })

const claimPairing = (parts: Parts): Service["claimPairing"] => (asked, device) =>
  Effect.gen(function*() {
    const pairing = readPairing(yield* pairingKey(parts), asked.code)
    if (pairing === undefined) return "ended"
    if (pairing.hash !== codeHash(asked.secret)) return "unknown"
    const opened = yield* signInWithCode(parts)(asked.secret, device)
    if (opened !== "unknown") return opened
    return isShown(pairing, yield* Clock.currentTimeMillis) ? "waiting" : "ended"
  })

const make = Effect.gen(function*() {
  const store = yield* PeopleStore
  const { stillMay } = yield* Rights
  const entropy = yield* Entropy
  const master = masterToken((yield* Environment).adminToken)
  const { changes, forget, known, lookUp, recognize } = yield* makeRecognizer(master)
  const cookieId = MutableRef.make(cookieIdOf(yield* store.installationName))
  const parts: Parts = {
    store,
    stillMay,
    secret: (made) => Effect.provideService(made, Entropy, entropy),
    master,
    forget,
    recognize,
    cookieId
  }
  return {
    tokens: tokens(parts),
    createToken: createToken(parts),
    changeRole: changeRole(parts),
    revokeToken: (id, by) => forgetting(parts, changingBy(parts, by, (now) => store.revokeToken(id, now))),
    sessions: sessions(parts),
    endSession: (id, by) => forgetting(parts, changingBy(parts, by, (now) => store.endSession(id, now))),
    signOut: signOut(parts),
    invite: invite(parts),
    invitations: invitations(parts),
    revokeInvitation: (id, by) => changingBy(parts, by, (now) => store.endInvitation(id, now)),
    invitation: invitation(parts),
    recognize,
    lookUp,
    changes,
    cookieId: () => MutableRef.get(cookieId),
    known,
    signInWithToken: signInWithToken(parts),
    signInWithCode: signInWithCode(parts),
    signInFirst: signInFirst(parts),
    startPairing: startPairing(parts),
    approvePairing: approvePairing(parts),
    claimPairing: claimPairing(parts)
  } satisfies Service
})

export const layer = Layer.effect(People, make)
