import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { installation } from "../../src/Database/Installation.ts"
import { describeDatabases } from "../lib/Databases.ts"

describeDatabases("what an installation remembers", (database) => {
  const scenario = (name: string, body: (facts: ReturnType<typeof installation>) => Effect.Effect<void, unknown, SqlClient.SqlClient>) =>
    it.effect(name, () => Effect.flatMap(SqlClient.SqlClient, (sql) => body(installation(sql))).pipe(Effect.provide(database.layer)))

  scenario("is a text by its key, of which the last one counts", (facts) =>
    Effect.gen(function*() {
      assert.isUndefined(yield* facts.get("name"))
      yield* facts.set("name", "first")
      yield* facts.set("name", "it's \"second\"")
      yield* facts.set("other", "third")
      assert.strictEqual(yield* facts.get("name"), "it's \"second\"")
    }))

  scenario("is kept where it is only added", (facts) =>
    Effect.gen(function*() {
      yield* facts.add("name", "first")
      yield* facts.add("name", "second")
      assert.strictEqual(yield* facts.get("name"), "first")
    }))

  scenario("counts from one", (facts) =>
    Effect.gen(function*() {
      assert.deepStrictEqual([yield* facts.increment("count"), yield* facts.increment("count")], [1, 2])
      assert.strictEqual(yield* facts.get("count"), "2")
    }))
})
