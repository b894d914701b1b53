import { Clock, Context, Effect, Layer } from "effect"
import { admission, closed, master, type Person, type Requester } from "../Domain/Person.ts"
import { RightLost } from "../Domain/Refusal.ts"
import { endOfToken, stateOf } from "./Expiry.ts"
import { PeopleStore, type SessionRow } from "./Store.ts"

export const personOfSession = ({ id, name, role, token_id }: SessionRow): Person =>
  name === null || role === null ? master(id) : { name, role, token: token_id, session: id }

/** When a session or its token expires. */
export const endOfSession = ({ expires_at, token_expires_at }: SessionRow): number =>
  Math.min(expires_at, endOfToken({ expires_at: token_expires_at }))

/** Whether the end of a session or of its token is stored. A stored end counts whatever the clock shows. */
export const wasEnded = ({ ended_at, token_revoked_at }: SessionRow): boolean => ended_at !== null || token_revoked_at !== null

/**
 * The stored rights of people. A request passes the gate before its body is read, which may take long. So each change checks the
 * right again in the transaction that commits it.
 */
export class Rights extends Context.Tag("Rights")<Rights, {
  /** The person of a request, read again. Fails if that person no longer has the right that the request needs. */
  readonly stillMay: (requester: Requester) => Effect.Effect<Requester, RightLost>
}>() {}

export const layer: Layer.Layer<Rights, never, PeopleStore> = Layer.effect(
  Rights,
  Effect.gen(function*() {
    const store = yield* PeopleStore

    const current = ({ session, token }: Person) =>
      Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        if (session !== null) {
          const row = yield* store.session(session)
          return row === undefined || wasEnded(row) || endOfSession(row) <= now ? undefined : personOfSession(row)
        }
        const row = yield* store.token(token ?? 0, now)
        return row === undefined || stateOf(row, now) !== "active"
          ? undefined
          : { name: row.name, role: row.role, token: row.id, session: null }
      })

    return {
      stillMay: (requester) =>
        Effect.gen(function*() {
          // A different ADMIN_TOKEN needs a restart, which ends the request.
          if (requester.token === null && requester.session === null) return requester
          const person = yield* current(requester)
          const { needs } = requester
          if (person !== undefined && admission(needs, closed, person) === "pass") return { ...person, needs }
          return yield* new RightLost({ needed: needs, role: person?.role ?? null })
        })
    }
  })
)
