import { Clock, Effect } from "effect"
import { PeopleStore, type TokenRow } from "../People/Store.ts"
import { type Check, passed, warning } from "./Check.ts"

const unusedDays = 90

const isUnused = (now: number) => ({ created_at, expires_at, last_used_at, revoked_at }: TokenRow): boolean =>
  revoked_at === null && (expires_at === null || expires_at > now) && (last_used_at ?? created_at) < now - unusedDays * 86_400_000

/** Names the tokens that were not used for long: each is a key that can be taken away. */
export const checkTokens: Effect.Effect<Check, never, PeopleStore> = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  const all = yield* (yield* PeopleStore).tokens(now)
  const unused = all.filter(isUnused(now)).map(({ name }) => name)
  return unused.length === 0
    ? passed("tokens", `${all.filter(({ revoked_at }) => revoked_at === null).length} named, none unused for ${unusedDays} days`)
    : warning("tokens", `unused for ${unusedDays} days: ${unused.join(", ")}`,
      "revoke those that are no longer needed: `turnover token revoke NAME`")
})
