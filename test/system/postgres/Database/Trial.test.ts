import { SqlClient } from "@effect/sql"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../../src/Database.ts"
import { Writer } from "../../../../src/Database/Write.ts"
import { temporaryDatabase, urlOf } from "../../lib/PostgresServer.ts"
import { check } from "./TestDatabase.ts"

// Rule 1.5.
describe("A trial write on PostgreSQL", () => {
  const tries = (breaks: string, mends: string) =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { state, trial } = yield* Writer
        yield* Effect.exit(trial)
        assert.isNull(yield* state.trouble)
        yield* sql.unsafe(breaks)
        yield* Effect.exit(trial)
        assert.deepInclude(yield* state.trouble, { reason: "not_allowed" })
        yield* sql.unsafe(mends)
        yield* Effect.exit(trial)
        assert.isNull(yield* state.trouble)
      }).pipe(Effect.provide(Database.layer(url)))
    })

  check("fails while a right on a single table is missing",
    () => tries("REVOKE INSERT ON audit FROM CURRENT_USER", "GRANT INSERT ON audit TO CURRENT_USER"))
})
