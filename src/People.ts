import { Clock, Context, Data, Effect, Layer, Option, Redacted, Runtime } from "effect"
import { hash as digest, timingSafeEqual } from "node:crypto"
import { Environment } from "./Config/Environment.ts"
import { Database } from "./Database.ts"
import { master, type Person } from "./Domain/Person.ts"
import type { Role } from "./Domain/Role.ts"
import { makeRecognition, oncePerIteration } from "./People/Recognition.ts"
import { codeHash, cookieHash, Entropy, newCode, newCookie, newToken, tokenHash } from "./People/Secret.ts"
import { PeopleStore, type SessionRow, type TokenRow } from "./People/Store.ts"

const minuteMillis = 60_000
const dayMillis = 86_400_000

/** How long a session lasts after its last use. */
export const sessionMillis = 180 * dayMillis
/** A session is extended, and its cookie set again, at most once a day. */
const prolongAfterMillis = dayMillis
/** A use is recorded at most once in this time. */
const noteAfterMillis = minuteMillis
const invitationMillis = 15 * minuteMillis
const longestDevice = 200

/** The name belongs to another token that is not revoked. */
export class NameTaken extends Data.TaggedError("NameTaken")<{ readonly name: string; readonly role: Role }> {}

/** The credential of a request. */
export type Credential = Data.TaggedEnum<{
  Token: { readonly value: string }
  Cookie: { readonly value: string }
}>
export const Credential = Data.taggedEnum<Credential>()

/** The person with a credential, and until when (milliseconds since 1970). An ended one was valid once, so it does not count as a guess. */
export type Recognition = Data.TaggedEnum<{
  Known: { readonly person: Person; readonly until: number; readonly prolonged: boolean; readonly secure: boolean }
  Ended: {}
  Unknown: {}
}>
export const Recognition = Data.taggedEnum<Recognition>()

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

export type LookUp = (passOn: (person: Person | undefined) => void) => void

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

const digestOf = (text: string): Buffer => digest("sha256", text, "buffer")

const isOver = (now: number, ...ends: ReadonlyArray<number | null>): boolean => ends.some((end) => end !== null && end <= now)

const earliest = (...instants: ReadonlyArray<number | null>): number => Math.min(...instants.map((instant) => instant ?? Infinity))

const personOfSession = ({ id, name, role, token_id }: SessionRow): Person =>
  name === null || role === null ? master(id) : { name, role, token: token_id, session: id }

const make = Effect.gen(function*() {
  const store = yield* PeopleStore
  const { dataVersion, dataVersionNow, isVersionAtHand } = yield* Database
  const { adminToken } = yield* Environment
  const clock = yield* Effect.clock
  const runtime = yield* Effect.runtime()
  const entropy = yield* Entropy
  const recognition = makeRecognition(isVersionAtHand ? oncePerIteration(dataVersionNow) : dataVersionNow)

  const masterDigest = Option.map(adminToken, (token) => digestOf(Redacted.value(token)))
  const masterText = Option.getOrUndefined(Option.map(masterDigest, (bytes) => bytes.toString("hex")))
  /** Digests have one length, so that a comparison reveals nothing about the token's length. */
  const isMaster = (given: string) => Option.isSome(masterDigest) && timingSafeEqual(digestOf(given), masterDigest.value)

  const secret = <A>(made: Effect.Effect<A>) => Effect.provideService(made, Entropy, entropy)

  /** What ends a credential, or opens a session: a person's fifty-first ends the oldest. */
  const forgetting = <A, E>(change: Effect.Effect<A, E>) => Effect.ensuring(change, Effect.sync(recognition.forget))

  const inBackground = Runtime.runFork(runtime)
  /** Records a use without delaying the request. A failure here does not affect it. */
  const noteLater = (work: Effect.Effect<unknown>) =>
    void inBackground(Effect.catchAllCause(work, (cause) => Effect.logWarning("use of a token not noted", cause)).pipe(
      Effect.annotateLogs({ service: "people" })
    ))

  const byToken = (value: string, isUse: boolean) =>
    Effect.gen(function*() {
      if (isMaster(value)) return Recognition.Known({ person: master(null), until: Infinity, prolonged: false, secure: false })
      const hash = tokenHash(value)
      if (hash === undefined) return Recognition.Unknown()
      const now = yield* Clock.currentTimeMillis
      const keep = recognition.reading()
      const row = yield* store.tokenByHash(hash, now)
      if (row === undefined) return Recognition.Unknown()
      if (row.revoked_at !== null || isOver(now, row.expires_at)) return Recognition.Ended()
      const person: Person = { name: row.name, role: row.role, token: row.id, session: null }
      const until = earliest(row.expires_at)
      if (isUse) {
        if (isOver(now, (row.last_used_at ?? -Infinity) + noteAfterMillis)) noteLater(store.tokenUsed(row.id, now))
        keep(hash, { person, until: earliest(until, now + noteAfterMillis) })
      }
      return Recognition.Known({ person, until, prolonged: false, secure: false })
    })

  const byCookie = (value: string, isUse: boolean) =>
    Effect.gen(function*() {
      const hash = cookieHash(value, masterText)
      if (hash === undefined) return Recognition.Unknown()
      const now = yield* Clock.currentTimeMillis
      const keep = recognition.reading()
      const row = yield* store.sessionByHash(hash)
      if (row === undefined) return Recognition.Unknown()
      if (isOver(now, row.expires_at, row.ended_at, row.token_revoked_at, row.token_expires_at)) return Recognition.Ended()
      const person = personOfSession(row)
      const until = earliest(row.expires_at, row.token_expires_at)
      if (!isUse) return Recognition.Known({ person, until, prolonged: false, secure: row.secure === 1 })
      const prolonged = row.expires_at < now + sessionMillis - prolongAfterMillis
      if (prolonged || isOver(now, row.last_used_at + noteAfterMillis)) {
        const expiresAt = prolonged ? now + sessionMillis : row.expires_at
        noteLater(store.transaction(Effect.zipRight(
          store.sessionUsed(row.id, now, expiresAt),
          row.token_id === null ? Effect.void : store.tokenUsed(row.token_id, now)
        )))
      }
      keep(hash, { person, until: earliest(until, now + noteAfterMillis) })
      return Recognition.Known({ person, until, prolonged, secure: row.secure === 1 })
    })

  const found = (isUse: boolean) =>
    Credential.$match({ Token: ({ value }) => byToken(value, isUse), Cookie: ({ value }) => byCookie(value, isUse) })

  const open = (person: Person, { device, secure }: SigningIn) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const cookie = yield* secret(newCookie(person.token === null))
      const hash = cookieHash(Redacted.value(cookie), masterText) ?? ""
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
    recognize: found(true),
    lookUp: found(false),
    changes: recognition.changes,
    known: (credential) => {
      const { value } = credential
      if (credential._tag === "Token" && isMaster(value)) return (passOn) => passOn(master(null))
      const hash = credential._tag === "Token" ? tokenHash(value) : cookieHash(value, masterText)
      if (hash === undefined) return (passOn) => passOn(undefined)
      const find = () => recognition.known(hash, clock.unsafeCurrentTimeMillis())
      if (isVersionAtHand) return (passOn) => passOn(find())
      return (passOn) => {
        if (!recognition.holds(hash)) return passOn(undefined)
        inBackground(dataVersion).addObserver((exit) => passOn(exit._tag === "Success" ? find() : undefined))
      }
    },
    signInWithToken: (token, device) =>
      Effect.flatMap(byToken(token, true), (found) =>
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
