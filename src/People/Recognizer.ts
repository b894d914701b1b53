import { Effect, Runtime } from "effect"
import { Database } from "../Database.ts"
import { SteadyClock } from "../Database/SteadyClock.ts"
import { master as holder, type Person } from "../Domain/Person.ts"
import type { Instants } from "../Domain/SteadyTime.ts"
import { cookieHash, Credential, type LookUp, type MasterToken, Recognition, tokenHash } from "./Credential.ts"
import { makeCredentialCache, oncePerIteration } from "./CredentialCache.ts"
import { endOfToken, isOver, prolongAfterMillis, sessionMillis } from "./Expiry.ts"
import { endOfSession, personOfSession, wasEnded } from "./Rights.ts"
import { PeopleStore } from "./Store.ts"

/** The shortest time between two recorded uses. */
const noteAfterMillis = 60_000

/** Whether a use in that time is already recorded. A use in the future was recorded before the clock was set back. */
const isNoted = (lastUsedAt: number | null, { wall }: Instants): boolean =>
  lastUsedAt !== null && lastUsedAt <= wall && wall < lastUsedAt + noteAfterMillis

/** Finds the person with a credential, in memory or in the database, and records the use in the database. */
export const makeRecognizer = (master: MasterToken) =>
  Effect.gen(function*() {
    const store = yield* PeopleStore
    const steadyClock = yield* SteadyClock
    const { dataVersionNow } = yield* Database
    const runtime = yield* Effect.runtime()
    const cache = makeCredentialCache(oncePerIteration(dataVersionNow))

    const inBackground = Runtime.runFork(runtime)
    /** Records a use without delaying the request. If that fails, the request is not affected. */
    const noteLater = (work: Effect.Effect<unknown>) =>
      void inBackground(Effect.catchAllCause(work, (cause) => Effect.logWarning("use of a token not stored", cause)).pipe(
        Effect.annotateLogs({ service: "people" })
      ))

    /**
     * Stores the time before a response states that a credential has expired, so that it stays expired. If that fails, the response
     * is still correct.
     */
    const ended = (end: number) =>
      Effect.as(
        end <= steadyClock.stored() ? Effect.void : Effect.catchAllCause(
          store.transaction(Effect.flatMap(steadyClock.advance, store.endByDate)),
          (cause) => Effect.annotateLogs(Effect.logWarning("end of a token not stored", cause), { service: "people" })
        ),
        Recognition.Ended()
      )

    const byToken = (value: string, isUse: boolean) =>
      Effect.gen(function*() {
        if (master.isGiven(value)) return Recognition.Known({ person: holder(null), until: Infinity, prolonged: false, secure: false })
        const hash = tokenHash(value)
        if (hash === undefined) return Recognition.Unknown()
        const keep = cache.reading()
        const now = yield* steadyClock.now
        const row = yield* store.tokenByHash(hash, now)
        if (row === undefined) return Recognition.Unknown()
        if (row.revoked_at !== null) return Recognition.Ended()
        const until = endOfToken(row, now)
        if (isOver(until, now)) return yield* ended(row.ends_at ?? until)
        const person: Person = { name: row.name, role: row.role, token: row.id, session: null }
        if (isUse) {
          if (!isNoted(row.last_used_at, now)) noteLater(store.tokenUsed(row.id, now.wall))
          keep(hash, { person, until: Math.min(until, now.steady + noteAfterMillis) })
        }
        return Recognition.Known({ person, until, prolonged: false, secure: false })
      })

    const byCookie = (value: string, isUse: boolean) =>
      Effect.gen(function*() {
        const hash = cookieHash(value, master.digest)
        if (hash === undefined) return Recognition.Unknown()
        const keep = cache.reading()
        const now = yield* steadyClock.now
        const row = yield* store.sessionByHash(hash)
        if (row === undefined) return Recognition.Unknown()
        if (wasEnded(row)) return Recognition.Ended()
        const until = endOfSession(row, now)
        if (isOver(until, now)) return yield* ended(Math.min(row.expires_at, row.token_ends_at ?? Infinity))
        const person = personOfSession(row)
        if (!isUse) return Recognition.Known({ person, until, prolonged: false, secure: row.secure === 1 })
        const prolonged = row.expires_at < now.steady + sessionMillis - prolongAfterMillis
        if (prolonged || !isNoted(row.last_used_at, now)) {
          const expiresAt = prolonged ? now.steady + sessionMillis : row.expires_at
          noteLater(store.transaction(Effect.zipRight(
            store.sessionUsed(row.id, now.wall, expiresAt),
            row.token_id === null ? Effect.void : store.tokenUsed(row.token_id, now.wall)
          )))
        }
        keep(hash, { person, until: Math.min(until, now.steady + noteAfterMillis) })
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
        return () => hash === undefined ? undefined : cache.known(hash, steadyClock.atHand().steady)
      }
    }
  })
