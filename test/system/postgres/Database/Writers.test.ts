import { Reactivity } from "@effect/experimental"
import { SqlClient } from "@effect/sql"
import { assert, describe } from "@effect/vitest"
import { Cause, Context, Duration, Effect, Exit, Fiber, Layer } from "effect"
import { Database } from "../../../../src/Database.ts"
import { migrate, newestOf } from "../../../../src/Database/Migrate.ts"
import { migrations } from "../../../../src/Database/Migrations.ts"
import type { PostgresAddress } from "../../../../src/Database/Postgres/Address.ts"
import * as Client from "../../../../src/Database/Postgres/Client.ts"
import { defaultLimits } from "../../../../src/Database/Postgres/Client/ConnectionLimits.ts"
import { write } from "../../../../src/Database/Write.ts"
import { link } from "../../../../src/Domain/Audit.ts"
import { Ledger } from "../../../../src/Ledger.ts"
import * as AuditTrail from "../../../../src/Ledger/AuditTrail.ts"
import * as LedgerStore from "../../../../src/Ledger/Store.ts"
import { commanding } from "../../../lib/Commands.ts"
import { cents, date } from "../../../lib/Stored.ts"
import { tcpProxy } from "../../../lib/TcpProxy.ts"
import { temporaryDatabase, urlOf } from "../../lib/PostgresServer.ts"
import { replica } from "../../lib/Replica.ts"
import { check, open } from "./TestDatabase.ts"

/** A client that the database cannot distinguish from a separate process. */
const process = (address: PostgresAddress) =>
  Layer.build(
    Layer.fresh(Layer.merge(LedgerStore.layer, AuditTrail.layer).pipe(Layer.provideMerge(Database.layer(urlOf(address)))))
  )

const append = (store: typeof LedgerStore.LedgerStore.Service, actor: string) =>
  store.transaction(Effect.flatMap(store.chainHead, (head) =>
    store.appendAudit([
      link(head, {
        createdAt: 0,
        date: date("2026-03-14"),
        action: "correct",
        before: null,
        after: cents(1),
        source: "manual",
        reason: "",
        actor
      })
    ])))

describe("Writers of one PostgreSQL database", () => {
  check("start three at once on an empty database, which is set up once", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const [first] = yield* Effect.all([process(address), process(address), process(address)], { concurrency: "unbounded" })
      const sql = Context.get(first, SqlClient.SqlClient)
      const applied = yield* sql<{ readonly migration_id: number }>`SELECT migration_id FROM effect_sql_migrations ORDER BY 1`
      assert.deepStrictEqual(applied.map(({ migration_id }) => migration_id), applied.map((_, index) => index + 1))
      assert.deepStrictEqual(yield* sql`SELECT id, version FROM shop`, [{ id: 1, version: 0 }])
    }))

  check("read the end of the chain behind the lock, so that it never forks", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const processes = yield* Effect.all([process(address), process(address), process(address)])
      yield* Effect.forEach(processes, (context, index) =>
        Effect.replicateEffect(append(Context.get(context, LedgerStore.LedgerStore), `process ${index}`), 20, { discard: true }), {
        concurrency: "unbounded"
      })
      const [first] = processes
      assert.deepStrictEqual(yield* Context.get(first, AuditTrail.AuditTrail).verify, { records: 60, firstBrokenId: null })
    }))

  check("learn of each other's commits, and not of their own", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const [mine, other] = yield* Effect.all([process(address), process(address)])
      const { dataVersion } = Context.get(mine, Database)
      const before = yield* dataVersion
      yield* append(Context.get(mine, LedgerStore.LedgerStore), "me")
      assert.deepStrictEqual(yield* dataVersion, before)
      yield* append(Context.get(other, LedgerStore.LedgerStore), "other")
      assert.notStrictEqual((yield* dataVersion).others, before.others)
    }))

  for (const when of ["before it arrives", "before the answer"] as const) {
    check(`store a write once whose COMMIT is cut ${when}`, () =>
      Effect.gen(function*() {
        const address = yield* temporaryDatabase
        yield* process(address)
        const proxy = yield* tcpProxy(address.port)
        const { sql } = yield* open({ ...address, host: "127.0.0.1", port: proxy.port })
        proxy.cutAt("COMMIT\0", when)
        let runs = 0
        const answer = yield* write(sql)(Effect.as(
          Effect.tap(sql`INSERT INTO installation (key, value) VALUES ('once', 'stored')`, () => Effect.sync(() => runs++)),
          "answer"
        ))
        assert.deepStrictEqual([answer, runs], ["answer", when === "before it arrives" ? 2 : 1])
        assert.deepStrictEqual(yield* sql`SELECT value FROM installation WHERE key = 'once'`, [{ value: "stored" }])
      }))
  }

  check("wait for one that holds the lock, and repeat what waited too long", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      yield* process(address)
      const { sql: slow } = yield* open(address)
      const { sql } = yield* Effect.provide(Client.make(address, "turnover test", { ...defaultLimits, lock: 100 }), Reactivity.layer)
      const holding = yield* Effect.fork(write(slow)(Effect.sleep("400 millis")))
      yield* Effect.sleep("100 millis")
      yield* write(sql)(sql`INSERT INTO installation (key, value) VALUES ('waited', '')`)
      yield* holding.await
      assert.strictEqual((yield* sql`SELECT 1 FROM installation WHERE key = 'waited'`).length, 1)
    }))

  check("migrate after another start that takes longer than a lock is waited for", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const { sql: other } = yield* open(address)
      const { sql } = yield* open(address, { lock: 100 })
      // Holds the lock that `migrate` needs.
      yield* Effect.fork(
        other.withTransaction(Effect.zipRight(other`SELECT pg_advisory_xact_lock(${0x7475726e})`, Effect.sleep("600 millis")))
      )
      yield* Effect.sleep("200 millis")
      yield* Effect.provideService(migrate(migrations), SqlClient.SqlClient, sql)
      assert.strictEqual((yield* sql`SELECT 1 FROM effect_sql_migrations`).length, newestOf(migrations))
    }))

  // Rule 1.12.
  check("give each change up after 5 s while the shop's row is locked, waiting included, and carry none of them out later",
    () =>
      Effect.gen(function*() {
        const address = yield* temporaryDatabase
        const { correct } = commanding(Context.get(yield* replica(urlOf(address)), Ledger))
        const { sql } = yield* open(address, { idleInTransaction: 60_000 })
        const lock = yield* Effect.fork(sql.withTransaction(Effect.zipRight(sql`SELECT version FROM shop FOR UPDATE`, Effect.never)))
        yield* Effect.sleep("300 millis")
        const change = (amount: number) =>
          Effect.timed(Effect.exit(
            correct({ date: date("2026-03-14"), cents: cents(amount), reason: "", actor: "test" })
          ))
        const gone = yield* Effect.fork(Effect.delay(change(9), "100 millis"))
        const changes = yield* Effect.fork(Effect.forEach([1, 2, 3, 4], change, { concurrency: "unbounded" }))
        yield* Effect.sleep("1 second")
        yield* Fiber.interrupt(gone)
        for (const [took, exit] of yield* Fiber.join(changes)) {
          assert.isTrue(Exit.isFailure(exit))
          // It takes 5 s on an idle machine. If each change waited for the one before it, four locks of 4 s would be 16 s.
          assert.isBelow(Duration.toMillis(took), 15_000, Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "stored")
        }
        yield* Fiber.interrupt(lock)
        yield* Effect.sleep("500 millis")
        assert.deepStrictEqual(yield* sql`SELECT date FROM audit`, [])
      }))
})
