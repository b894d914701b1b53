import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect } from "effect"
import { defaultSource } from "../../../../src/Config/AmountSource.ts"
import { Database } from "../../../../src/Database.ts"
import { checkFacts, checkServer, standbysAs } from "../../../../src/Database/Postgres/Checks.ts"
import { checkContents } from "../../../../src/Doctor/Database.ts"
import { calendarOf } from "../../../../src/Domain/Calendar.ts"
import { noWeekdays } from "../../../../src/Domain/Turnover.ts"
import { urlOf } from "../../lib/PostgresServer.ts"
import { temporaryDatabase } from "../../lib/PostgresServer.ts"
import { check } from "./TestDatabase.ts"

const said = ({ detail, status }: { readonly detail: string; readonly status: string }) => `${status}: ${detail}`

describe("the doctor of a PostgreSQL server", () => {
  const replication = { synchronousNames: "", synchronousCommit: "on" }
  const seen = { synchronousNames: "one", synchronousCommit: "on", standbys: [{ sync_state: "async" }, { sync_state: "sync" }] }

  it.each([
    [{ ...replication, standbys: [] }, "ok: the server has none: it is the only copy beside its backups"],
    [
      { ...replication, synchronousNames: "one", standbys: [] },
      "warning: none is connected, but synchronous_standby_names is set: each commit waits for one"
    ],
    [{ ...replication, standbys: [{ sync_state: null }] }, "warning: 1, and the user may not see whether one is synchronous"],
    [
      { ...replication, standbys: [{ sync_state: "async" }, { sync_state: "potential" }] },
      "warning: 2, none synchronous: a failover can lose acknowledged changes"
    ],
    [seen, "ok: 2, at least one synchronous"],
    [{ ...seen, standbys: [{ sync_state: "quorum" }], synchronousCommit: "remote_apply" }, "ok: 1, at least one synchronous"],
    [
      { ...seen, synchronousCommit: "local" },
      "warning: 2, at least one synchronous, but synchronous_commit is local: no commit waits for it"
    ]
  ])("says what a failover would lose: %o", (found, sentence) => {
    assert.strictEqual(said(standbysAs(found)), sentence)
  })

  it("says how the server is reached", () => {
    const facts = {
      version: 160_004,
      process: 1,
      encoding: "UTF8",
      standby: false,
      schema: "public",
      elsewhere: null,
      mayCreate: true,
      fsync: "on",
      fullPageWrites: "on",
      synchronousCommit: "remote_write",
      trackActivities: "on"
    }
    assert.deepStrictEqual(checkFacts("shop at db.example:5432", { ...facts, isDirect: false }).map(said), [
      "ok: shop at db.example:5432 has PostgreSQL 16.4 and takes writes",
      "ok: the user may create tables in the schema public",
      "ok: in session mode, as it has to be",
      "ok: fsync on, full_page_writes on, synchronous_commit remote_write"
    ])
  })
})

const zone = DateTime.zoneUnsafeMakeNamed("Asia/Shanghai")
/** Today before its cutoff, because from the cutoff on an empty database is behind. */
const examined = Effect.map(Clock.currentTimeMillis, (millis) => ({
  now: DateTime.startOf(DateTime.unsafeMakeZoned(millis, { timeZone: zone }), "day"),
  calendar: calendarOf(zone, { hour: 23, minute: 0 }),
  settings: { amountSource: defaultSource, closedWeekdays: noWeekdays }
}))

describe("The doctor of a PostgreSQL server that is there", () => {
  check("finds all well with a database of the service, and names an empty one", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const checks = Effect.map(Effect.flatMap(examined, (given) => checkServer(address, checkContents(given))),
        (found) => found.map(({ name, status }) => `${name} ${status}`))
      const server = ["server ok", "rights ok", "pooler ok", "durability ok", "serving ok", "standbys ok"]
      assert.deepStrictEqual(yield* checks, [...server, "database warning"])
      yield* Effect.scoped(Effect.provide(Effect.asVoid(Database), Database.layer(urlOf(address))))
      assert.deepStrictEqual(yield* checks, [
        ...server,
        "database ok",
        "writes ok",
        "audit ok",
        "days ok",
        "messages ok",
        "tokens ok"
      ])
    }))
})
