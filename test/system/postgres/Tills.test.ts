import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { askTill } from "../tills/TillProgram.ts"

const ofDay = "from sale where at >= :start and at < :end"

const failed = "failed: the program ended with 1: "

const queries: ReadonlyArray<readonly [query: string, expected: string]> = [
  [`select sum(amount), count(*) ${ofDay}`, "1950 of 2"],
  ["select sum(amount) from sale where day = :date::date", "1950 of 1"],
  ["select 0.1::float8 + 0.2::float8", `${failed}the query: expected an amount, got "0.30000000000000004"`],
  ["select sum(amount) from sale where 1 = 0", "not_now: not now: the query gives NULL: there is no row of the day"],
  ["select amount from sale", `${failed}expected one row with an amount and a number of items, got more rows`],
  ["select amount from nowhere", `${failed}relation "nowhere" does not exist`],
  ["delete from sale returning 1", `${failed}cannot execute DELETE in a read-only transaction`],
  ["select 1; commit; delete from sale", `${failed}cannot insert multiple commands into a prepared statement`]
]

describe("tills/database.mjs with PostgreSQL", () => {
  it.scopedLive("reads one row of a read-only transaction", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const client = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const connected = new pg.Client({ connectionString: urlOf(address) })
          await connected.connect()
          return connected
        }),
        (connected) => Effect.promise(() => connected.end())
      )
      yield* Effect.promise(() =>
        client.query(
          "create table sale (day date, amount numeric(12, 2), at timestamptz); " +
            "insert into sale values ('2026-11-20', 12.5, '2026-11-20 00:00+08'), ('2026-11-20', 7, '2026-11-20 23:59+08'), ('2026-11-21', 100, '2026-11-21 00:00+08')"
        )
      )
      const ask = (query: string, url = urlOf(address)) => askTill(["node", "tills/database.mjs", query], { TILL_DATABASE: url })
      for (const [query, expected] of queries) assert.strictEqual(yield* ask(query), expected, query)
      const rows = yield* Effect.promise(() => client.query("select count(*)::int as n from sale"))
      assert.strictEqual(rows.rows[0].n, 3)
      assert.match(yield* ask("select 1", "postgres://nobody@127.0.0.1:1/none"), /^not_now: not now: the database does not answer: /)
    }))
})
