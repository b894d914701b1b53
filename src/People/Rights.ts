import { Context, Effect, Layer } from "effect"
import { SteadyClock } from "../Database/SteadyClock.ts"
import { closed, decide } from "../Domain/Access.ts"
import type { Person, Requester } from "../Domain/Person.ts"
import { RightLost } from "../Domain/Refusal.ts"
import { isOver, stateOf } from "./Expiry.ts"
import { endOfSession, personOfSession, wasEnded } from "./SessionOwner.ts"
import { PeopleStore } from "./Store.ts"

/**
 * The stored rights of people. A request passes the gate before its body is read, which may take long. So each change checks the
 * right again in the transaction that commits it.
 */
export class Rights extends Context.Tag("Rights")<Rights, {
  /** The person of a request, read again. Fails if that person no longer has the right that the request needs. */
  readonly stillMay: (requester: Requester) => Effect.Effect<Requester, RightLost>
}>() {}

export const layer: Layer.Layer<Rights, never, PeopleStore | SteadyClock> = Layer.effect(
  Rights,
  Effect.gen(function*() {
    const store = yield* PeopleStore
    const steadyClock = yield* SteadyClock

    const current = ({ session, token }: Person) =>
      Effect.gen(function*() {
        const now = yield* steadyClock.now
        if (session !== null) {
          const row = yield* store.session(session)
          return row === undefined || wasEnded(row) || isOver(endOfSession(row, now), now) ? undefined : personOfSession(row)
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
          if (person !== undefined && decide(needs, closed, person) === "pass") return { ...person, needs }
          return yield* new RightLost({ needed: needs, role: person?.role ?? null })
        })
    }
  })
)
