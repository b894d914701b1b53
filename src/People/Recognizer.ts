import { Clock, Effect, Runtime } from "effect"
import { Database } from "../Database.ts"
import { master as holder, type Person } from "../Domain/Person.ts"
import { Credential, type LookUp, Recognition } from "./Credential.ts"
import { makeCredentialCache, oncePerIteration } from "./CredentialCache.ts"
import { isOver, prolongAfterMillis, sessionMillis } from "./Expiry.ts"
import type { MasterToken } from "./MasterToken.ts"
import { cookieHash, tokenHash } from "./Secret.ts"
import { PeopleStore, type SessionRow } from "./Store.ts"

/** A use is recorded at most once in this time. */
const noteAfterMillis = 60_000

const earliest = (...instants: ReadonlyArray<number | null>): number => Math.min(...instants.map((instant) => instant ?? Infinity))

const personOfSession = ({ id, name, role, token_id }: SessionRow): Person =>
  name === null || role === null ? holder(id) : { name, role, token: token_id, session: id }

/** Finds the person with a credential: from the database, which notes the use, or from memory. */
export const makeRecognizer = (master: MasterToken) =>
  Effect.gen(function*() {
    const store = yield* PeopleStore
    const { dataVersion, dataVersionNow, isVersionAtHand } = yield* Database
    const clock = yield* Effect.clock
    const runtime = yield* Effect.runtime()
    const cache = makeCredentialCache(isVersionAtHand ? oncePerIteration(dataVersionNow) : dataVersionNow)

    const inBackground = Runtime.runFork(runtime)
    /** Records a use without delaying the request. A failure here does not affect it. */
    const noteLater = (work: Effect.Effect<unknown>) =>
      void inBackground(Effect.catchAllCause(work, (cause) => Effect.logWarning("use of a token not noted", cause)).pipe(
        Effect.annotateLogs({ service: "people" })
      ))

    const byToken = (value: string, isUse: boolean) =>
      Effect.gen(function*() {
        if (master.isGiven(value)) return Recognition.Known({ person: holder(null), until: Infinity, prolonged: false, secure: false })
        const hash = tokenHash(value)
        if (hash === undefined) return Recognition.Unknown()
        const now = yield* Clock.currentTimeMillis
        const keep = cache.reading()
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
        const hash = cookieHash(value, master.digest)
        if (hash === undefined) return Recognition.Unknown()
        const now = yield* Clock.currentTimeMillis
        const keep = cache.reading()
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

    return {
      recognize: found(true),
      lookUp: found(false),
      changes: cache.changes,
      /** Empties the memory, after a change of this process. */
      forget: cache.forget,
      known: (credential: Credential): LookUp => {
        const { value } = credential
        if (credential._tag === "Token" && master.isGiven(value)) return (passOn) => passOn(holder(null))
        const hash = credential._tag === "Token" ? tokenHash(value) : cookieHash(value, master.digest)
        if (hash === undefined) return (passOn) => passOn(undefined)
        const find = () => cache.known(hash, clock.unsafeCurrentTimeMillis())
        if (isVersionAtHand) return (passOn) => passOn(find())
        return (passOn) => {
          if (!cache.holds(hash)) return passOn(undefined)
          inBackground(dataVersion).addObserver((exit) => passOn(exit._tag === "Success" ? find() : undefined))
        }
      }
    }
  })
