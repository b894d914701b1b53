import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import pg from "pg"
import type { PostgresAddress } from "../../../src/Database/Postgres/Address.ts"
import { asked, sourceOf } from "../../lib/Asking.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"

const till = (address: PostgresAddress) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString: urlOf(address) })
      await client.connect()
      await client.query(
        "create table sale (day date, amount numeric(12, 2), at timestamptz); " +
          "insert into sale values ('2026-11-20', 12.5, '2026-11-20 00:00+08'), ('2026-11-20', 7, '2026-11-20 23:59+08'), ('2026-11-21', 100, '2026-11-21 00:00+08')"
      )
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

const counted = (client: pg.Client) => Effect.promise(async () => (await client.query("select count(*)::text as n from sale")).rows[0].n)

describe("A till's PostgreSQL", () => {
  const queries: ReadonlyArray<readonly [query: string, expected: string]> = [
    ["select sum(amount) from sale where day = {date}", "1950 of 1"],
    ["select sum(amount) from sale where at >= {day.start} and at < {day.end}", "1950 of 1"],
    ["select count(*) from sale", "300 of 1"],
    ["select 0.1::float8 + 0.2::float8", "decimals: the query: expected an amount with at most two decimals, got \"0.30000000000000004\""],
    ["select sum(amount) from sale where day < '2000-01-01'", "one_value: expected one row with one value, got NULL"],
    ["select amount from sale", "one_value: expected one row with one value, got more rows"],
    ["select amount from nowhere", "query: the query has no answer: relation \"nowhere\" does not exist"],
    ["delete from sale returning 1", "query: the query has no answer: syntax error at or near \"delete\""],
    ["select amount from sale for update", "query: the query has no answer: cannot execute SELECT FOR UPDATE in a read-only transaction"],
    ["select 1; commit; delete from sale", "query: the query has no answer: cannot insert multiple commands into a prepared statement"]
  ]

  it.scopedLive("is asked for one value, and only reads", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const client = yield* till(address)
      for (const [query, expected] of queries) {
        assert.strictEqual(yield* asked(sourceOf({ kind: "sql", url: "$TILL", query }, { TILL: urlOf(address) })), expected)
      }
      assert.strictEqual(yield* counted(client), "3")
    }))

  it.scopedLive("sends two rows, however many its query finds", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const query = "select 1 from generate_series(1, 10000) a, generate_series(1, 10000) b;"
      assert.strictEqual(yield* asked(sourceOf({ kind: "sql", url: urlOf(address), query, timeout_s: 3 })),
        "one_value: expected one row with one value, got more rows")
    }))

  it.scopedLive("is given up in time, where a lock or a slow query keeps it, and at once by a stop", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const client = yield* till(address)
      const ask = (query: string, seconds: number) => asked(sourceOf({ kind: "sql", url: urlOf(address), query, timeout_s: seconds }))
      assert.strictEqual(yield* ask("select pg_sleep(60)", 1),
        "query: the query has no answer: canceling statement due to statement timeout")
      yield* Effect.promise(() => client.query("begin; lock table sale in access exclusive mode"))
      assert.strictEqual(yield* ask("select sum(amount) from sale", 10),
        "query: the query has no answer: canceling statement due to lock timeout")
      yield* Effect.promise(() => client.query("rollback"))
      const asking = yield* Effect.fork(ask("select pg_sleep(60)", 60))
      yield* Effect.sleep("100 millis")
      assert.strictEqual((yield* Effect.timeoutOption(Fiber.interrupt(asking), "10 seconds"))._tag, "Some")
    }))

  it.scopedLive("hides its password in a fault", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const url = urlOf({ ...address, database: "nowhere" })
      assert.strictEqual(yield* asked(sourceOf({ kind: "sql", url, query: "select 1" })),
        "query: the query has no answer: database \"nowhere\" does not exist")
    }))
})
