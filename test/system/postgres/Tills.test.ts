import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { askTill } from "../tills/TillProgram.ts"

const ofDay = "from sale where at >= :start and at < :end"

const failed = "failed: the program ended with 1: "

const ofSession =
  `${failed}the answer depends on the session's zone: compare times without a zone with :start_utc or :start_local, those with one with ` +
  ":start, and no dates of them"

/** What a comparison of each type gives, where the right answer is 70.00 and the server's zone is neither the shop's nor UTC. */
const comparisons: ReadonlyArray<readonly [where: string, expected: string]> = [
  ["at >= :start and at < :end", "7000 of 1"],
  ["at >= :start_utc and at < :end_utc", "7000 of 1"],
  ["at >= :start_iso and at < :end_iso", "7000 of 1"],
  ["at >= to_timestamp(:start_unix) and at < to_timestamp(:end_unix)", "7000 of 1"],
  ["utc >= :start_utc and utc < :end_utc", "7000 of 1"],
  ["utc at time zone 'UTC' >= :start and utc at time zone 'UTC' < :end", "7000 of 1"],
  ["local >= :start_local and local < :end_local", "7000 of 1"],
  ["(at at time zone 'Asia/Shanghai')::date = :date", "7000 of 1"],
  ["iso >= :start_iso and iso < :end_iso", "7000 of 1"],
  ["ms >= :start_ms and ms < :end_ms", "7000 of 1"],
  ["ms / 1000 >= :end_unix - 86400 and ms / 1000 < :end_unix", "7000 of 1"],
  ["utc >= :start and utc < :end", ofSession],
  ["local >= :start and local < :end", ofSession],
  ["at >= :start_local and at < :end_local", ofSession],
  ["at::date = :date", ofSession],
  [
    "iso >= :start_utc and iso < :end_utc",
    `${failed}the answer depends on how a time is written: a text is :start_utc (2026-11-19 16:00:00), :start_iso (2026-11-19T16:00:00Z) or :start_local, ` +
    "a number :start_unix or :start_ms"
  ]
]

const queries: ReadonlyArray<readonly [query: string, expected: string]> = [
  [`select sum(amount), count(*) ${ofDay}`, "1950 of 2"],
  ["select sum(amount) from sale where day = :date::date", "1950 of 1"],
  ["select 0.1::float8 + 0.2::float8", `${failed}the query: expected an amount, got "0.30000000000000004"`],
  ["select sum(amount) from sale where 1 = 0", "not_now: not now: the query gives NULL: there is no row of the day"],
  ["select coalesce(sum(amount), 0) from sale where 1 = 0", "not_now: not now: the query gives 0 without a number of items, as for no row"],
  ["select amount from sale", `${failed}expected one row with an amount and a number of items, got more rows`],
  ["select amount from nowhere", `${failed}relation "nowhere" does not exist`],
  ["delete from sale returning 1", `${failed}cannot execute DELETE in a read-only transaction`],
  ["select 1; commit; delete from sale", `${failed}cannot insert multiple commands into a prepared statement`]
]

const databaseOfATill = Effect.gen(function*() {
  const address = yield* temporaryDatabase
  const client = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const connected = new pg.Client({ connectionString: urlOf(address) })
      await connected.connect()
      return connected
    }),
    (connected) => Effect.promise(() => connected.end())
  )
  return { address, client }
})

describe("tills/database.mjs with PostgreSQL", () => {
  it.scopedLive("compares times of every type in any session's zone, and refuses what depends on it", () =>
    Effect.gen(function*() {
      const { address, client } = yield* databaseOfATill
      yield* Effect.promise(() =>
        client.query(
          `alter database ${address.database} set timezone = 'America/New_York';` +
            "create table sale (at timestamptz, utc timestamp, local timestamp, iso text, ms bigint, amount numeric);" +
            [["19 15:59:59", 1000], ["19 16:00:00", 10], ["20 15:59:59", 60], ["20 16:00:00", 1000]].map(([at, amount]) =>
              `insert into sale select t, t at time zone 'UTC', t at time zone 'Asia/Shanghai', to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ` +
              `extract(epoch from t) * 1000, ${amount} from (select '2026-11-${at}Z'::timestamptz t) moment;`
            ).join("")
        )
      )
      for (const [where, expected] of comparisons) {
        const query = `select sum(amount) from sale where ${where}`
        assert.strictEqual(yield* askTill(["node", "tills/database.mjs", query], { TILL_DATABASE: urlOf(address) }), expected, where)
      }
    }))

  it.scopedLive("reads one row of a read-only transaction", () =>
    Effect.gen(function*() {
      const { address, client } = yield* databaseOfATill
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
