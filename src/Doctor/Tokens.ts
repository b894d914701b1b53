import { Effect } from "effect"
import { type Check, passed, warning } from "../Codes/Check.ts"
import { SteadyClock } from "../Database/SteadyClock.ts"
import { dayMillis } from "../Domain/LocalDate.ts"
import type { Instants } from "../Domain/SteadyTime.ts"
import { stateOf } from "../People/Expiry.ts"
import { PeopleStore, type TokenRow } from "../People/Store.ts"

const unusedDays = 90

const isUnused = (now: Instants) => (token: TokenRow): boolean =>
  stateOf(token, now) === "active" && (token.last_used_at ?? token.created_at) < now.wall - unusedDays * dayMillis

/** Names the tokens that have not been used for a long time: each is a key that could be revoked. */
export const checkTokens: Effect.Effect<Check, never, PeopleStore | SteadyClock> = Effect.gen(function*() {
  const now = yield* (yield* SteadyClock).now
  const all = yield* (yield* PeopleStore).tokens(now)
  const unused = all.filter(isUnused(now)).map(({ name }) => name)
  return unused.length === 0
    ? passed("tokens", `${all.filter(({ revoked_at }) => revoked_at === null).length} named, none unused for ${unusedDays} days`)
    : warning("tokens", `unused for ${unusedDays} days: ${unused.join(", ")}`,
      "revoke those that are no longer needed: `turnover token revoke NAME`")
})
