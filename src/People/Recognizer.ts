import { Clock, Effect, Runtime } from "effect"
import { Database } from "../Database.ts"
import { master as holder, type Person } from "../Domain/Person.ts"
import { cookieHash, Credential, type LookUp, type MasterToken, Recognition, tokenHash } from "./Credential.ts"
import { makeCredentialCache, oncePerIteration } from "./CredentialCache.ts"
import { endOfToken, prolongAfterMillis, sessionMillis } from "./Expiry.ts"
import { endOfSession, personOfSession, wasEnded } from "./Rights.ts"
import { PeopleStore } from "./Store.ts"

/** The shortest time between two recorded uses. */
const noteAfterMillis = 60_000

/** Whether a use in that time is already recorded. A use in the future was recorded before the clock was set back. */
const isNoted = (lastUsedAt: number | null, now: number): boolean =>
  lastUsedAt !== null && lastUsedAt <= now && now < lastUsedAt + noteAfterMillis

/** Finds the person with a credential, in memory or in the database, and records the use in the database. */
export const makeRecognizer = (master: MasterToken) =>
  Effect.gen(function*() {
    const store = yield* PeopleStore
    const clock = yield* Effect.clock
    const { dataVersionNow } = yield* Database
    const runtime = yield* Effect.runtime()
    const cache = makeCredentialCache(oncePerIteration(dataVersionNow))

    const inBackground = Runtime.runFork(runtime)
    /** Records a use without delaying the request. If that fails, the request is not affected. */
    const noteLater = (work: Effect.Effect<unknown>) =>
      void inBackground(Effect.catchAllCause(work, (cause) => Effect.logWarning("use of a token not stored", cause)).pipe(
        Effect.annotateLogs({ service: "people" })
      ))

    const byToken = (value: string, isUse: boolean) =>
      Effect.gen(function*() {
        if (master.isGiven(value)) return Recognition.Known({ person: holder(null), until: Infinity, prolonged: false, secure: false })
        const hash = tokenHash(value)
        if (hash === undefined) return Recognition.Unknown()
        const keep = cache.reading()
        const now = yield* Clock.currentTimeMillis
        const row = yield* store.tokenByHash(hash, now)
        if (row === undefined) return Recognition.Unknown()
        if (row.revoked_at !== null) return Recognition.Ended()
        const until = endOfToken(row)
        if (until <= now) return Recognition.Ended()
        const person: Person = { name: row.name, role: row.role, token: row.id, session: null }
        if (isUse) {
          if (!isNoted(row.last_used_at, now)) noteLater(store.tokenUsed(row.id, now))
          keep(hash, { person, until: Math.min(until, now + noteAfterMillis) })
        }
        return Recognition.Known({ person, until, prolonged: false, secure: false })
      })

    const byCookie = (value: string, isUse: boolean) =>
      Effect.gen(function*() {
        const hash = cookieHash(value, master.digest)
        if (hash === undefined) return Recognition.Unknown()
        const keep = cache.reading()
        const now = yield* Clock.currentTimeMillis
        const row = yield* store.sessionByHash(hash)
        if (row === undefined) return Recognition.Unknown()
        if (wasEnded(row)) return Recognition.Ended()
        const until = endOfSession(row)
        if (until <= now) return Recognition.Ended()
        const person = personOfSession(row)
        if (!isUse) return Recognition.Known({ person, until, prolonged: false, secure: row.secure === 1 })
        const prolonged = row.expires_at < now + sessionMillis - prolongAfterMillis
        if (prolonged || !isNoted(row.last_used_at, now)) {
          const expiresAt = prolonged ? now + sessionMillis : row.expires_at
          noteLater(store.transaction(Effect.zipRight(
            store.sessionUsed(row.id, now, expiresAt),
            row.token_id === null ? Effect.void : store.tokenUsed(row.token_id, now)
          )))
        }
        keep(hash, { person, until: Math.min(until, now + noteAfterMillis) })
        return Recognition.Known({ person, until, prolonged, secure: row.secure === 1 })
      })

    const found = (isUse: boolean) =>
      Credential.$match({ Token: ({ value }) => byToken(value, isUse), Cookie: ({ value }) => byCookie(value, isUse) })

    return {
      recognize: found(true),
      lookUp: found(false),
      changes: cache.changes,
      /** Empties the cache after a change by this process. */
      forget: cache.forget,
      known: (credential: Credential): LookUp => {
        const { value } = credential
        if (credential._tag === "Token" && master.isGiven(value)) return () => holder(null)
        const hash = credential._tag === "Token" ? tokenHash(value) : cookieHash(value, master.digest)
        return () => hash === undefined ? undefined : cache.known(hash, clock.unsafeCurrentTimeMillis())
      }
    }
  })
