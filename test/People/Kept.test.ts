import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { People } from "../../src/People.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { testService } from "../lib/TestService.ts"

const at = "2026-03-14T12:00:10+08:00"

describe("a session that ended 90 days ago", () => {
  it.scoped("is removed by a sign-in, which looks for such ones once an hour", () => {
    const clock = quickClock(Date.parse(at))
    return Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const people = yield* People
      const signIn = Effect.map(people.signInWithToken("test-token-0123456789", { device: "till", secure: true }), Option.getOrThrow)
      const leave = (hash: string) =>
        sql`INSERT INTO session (token_id, hash, device, secure, created_at, expires_at, last_used_at, ended_at)
          VALUES (NULL, ${hash.repeat(64)}, 'old', 1, 0, 0, 0, ${Date.parse(at) - 91 * 86_400_000})`
      const left = Effect.map(sql`SELECT id FROM session WHERE device = 'old'`, (rows) => rows.length)
      yield* leave("a")
      yield* signIn
      assert.strictEqual(yield* left, 0)
      yield* leave("b")
      yield* signIn
      assert.strictEqual(yield* left, 1)
      yield* clock.pass("1 hour")
      yield* signIn
      assert.strictEqual(yield* left, 0)
    }).pipe(Effect.provide(testService({ at: "", clock }).layer))
  })
})
