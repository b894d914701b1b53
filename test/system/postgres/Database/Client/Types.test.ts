import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { failureWithin } from "../../../../../src/Database/Postgres/Failure.ts"
import { check, openTemporary } from "../TestDatabase.ts"

describe("PostgreSQL client: types", () => {
  check("are read so that no value changes on its way", () =>
    Effect.gen(function*() {
      const { sql } = yield* openTemporary({})
      const [row] = yield* sql`SELECT 999999999999::int8 AS int8, (SELECT count(*) FROM generate_series(1, 3)) AS count,
        (SELECT sum(n) FROM generate_series(1, 3) n) AS sum, 0.10::numeric AS numeric, '门店 😀' AS text, NULL::int8 AS nothing, 1::smallint AS small, true AS boolean`
      assert.deepStrictEqual(row as unknown, {
        int8: 999_999_999_999,
        count: 3,
        sum: 6,
        numeric: "0.10",
        text: "门店 😀",
        nothing: null,
        small: 1,
        boolean: true
      })
    }))

  check("refuse an integer that would be rounded, and the connection goes on", () =>
    Effect.gen(function*() {
      const { sql } = yield* openTemporary({})
      const error = yield* Effect.flip(sql`SELECT 9007199254740993 AS big`)
      assert.strictEqual(failureWithin(error).kind, "refused")
      assert.include(error.message, "expected an integer within 2^53, got 9007199254740993")
      assert.deepStrictEqual(yield* sql`SELECT 1 AS one`.values, [[1]])
    }))

  check("refuse what cannot be sent or stored, and the connection goes on", () =>
    Effect.gen(function*() {
      const { sql } = yield* openTemporary({})
      const endless: { self?: unknown } = {}
      endless.self = endless
      const kinds = yield* Effect.forEach([
        sql`SELECT ${"nul \0"}::text AS value`,
        sql`SELECT ${"{\"a\":\"\\u0000\"}"}::jsonb AS value`,
        sql.unsafe("SELECT $1::jsonb AS value", [endless as never]),
        sql.unsafe("SELECT $1::int AS value", ["9007199254740991"]),
        sql.unsafe(`SELECT ${Array.from({ length: 66_000 }, (_, index) => `$${index + 1}`).join(",")}`,
          Array.from({ length: 66_000 }, () => 1)),
        sql`SELECT * FROM nowhere`
      ], (statement) => Effect.map(Effect.flip(statement), (error) => failureWithin(error).kind))
      assert.deepStrictEqual(kinds, kinds.map(() => "refused"))
      assert.deepStrictEqual(yield* sql`SELECT 1 AS one`.values, [[1]])
    }))

  check("are the same for rows, values, raw answers and streams", () =>
    Effect.gen(function*() {
      const { sql } = yield* openTemporary()
      const statement = sql`SELECT 5::int8 AS cents, '2025-12-09' AS date`
      assert.deepStrictEqual(yield* statement.values, [[5, "2025-12-09"]])
      assert.deepStrictEqual(yield* statement.unprepared, [{ cents: 5, date: "2025-12-09" }])
      assert.deepInclude(yield* statement.raw as Effect.Effect<object>, { command: "SELECT" })
    }))
})
