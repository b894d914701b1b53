import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, TestClock } from "effect"
import { Database } from "../../src/Database.ts"
import { checkTokens } from "../../src/Doctor/Database.ts"
import * as PeopleStore from "../../src/People/Store.ts"

const dayMillis = 86_400_000
const now = DateTime.unsafeMake("2026-03-14T12:00:00Z").epochMillis

describe("the doctor", () => {
  it.scoped("names the tokens that were not used for 90 days, and none that was revoked or has expired", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const store = yield* PeopleStore.PeopleStore
      const at = (daysAgo: number) => now - daysAgo * dayMillis
      const add = (name: string, createdDaysAgo: number, usedDaysAgo?: number, expiresAt: number | null = null) =>
        Effect.tap(
          store.addToken({ name, role: "entry", hash: null, at: at(createdDaysAgo), by: "admin", expiresAt }),
          (id) => usedDaysAgo === undefined ? Effect.void : store.tokenUsed(id, now - usedDaysAgo * dayMillis)
        )
      assert.deepInclude(yield* checkTokens, { status: "ok" })
      yield* add("daily", 400, 1)
      yield* add("just in time", 400, 90)
      yield* add("new", 3)
      const revoked = yield* add("revoked", 400, 200)
      yield* store.revokeToken(revoked, now - dayMillis)
      yield* add("expired", 400, 200, now - dayMillis)
      assert.deepInclude(yield* checkTokens, { status: "ok" })
      yield* add("forgotten", 400, 91)
      yield* add("never used", 91)
      const check = yield* checkTokens
      assert.strictEqual(check.status, "warning")
      const text = JSON.stringify(check)
      for (const named of ["forgotten", "never used"]) assert.include(text, named)
      for (const other of ["daily", "just in time", "new,", "revoked", "expired"]) assert.notInclude(text, other)
    }).pipe(Effect.provide(Layer.provideMerge(PeopleStore.layer, Database.layer("sqlite::memory:")))))
})
