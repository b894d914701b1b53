import { SqlClient } from "@effect/sql"
import { assert, describe } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Layer, Scope } from "effect"
import { Database } from "../../../../../src/Database.ts"
import { Lease } from "../../../../../src/Database/Lease.ts"
import type { PostgresAddress } from "../../../../../src/Database/Postgres/Address.ts"
import * as LeaseKeeper from "../../../../../src/Database/Postgres/Replicas/LeaseKeeper.ts"
import { tcpProxy } from "../../../../lib/TcpProxy.ts"
import { temporaryDatabase, urlOf } from "../../../lib/PostgresServer.ts"
import { checkBeside } from "../TestDatabase.ts"

const service = (address: PostgresAddress) =>
  Effect.map(Layer.build(Layer.fresh(Layer.provideMerge(LeaseKeeper.layer(address), Database.layer(urlOf(address))))), (context) => ({
    ...Context.get(context, Lease),
    sql: Context.get(context, SqlClient.SqlClient)
  }))

type Service = Effect.Effect.Success<ReturnType<typeof service>>

const until = <A>(what: Effect.Effect<A, unknown>, holds: (answer: A) => boolean): Effect.Effect<A, unknown> =>
  Effect.flatMap(what, (answer) => holds(answer) ? Effect.succeed(answer) : Effect.delay(until(what, holds), "20 millis"))

const confirms = ({ confirm, sql }: Service, epoch: number | null) => sql.withTransaction(confirm(epoch ?? -1))

describe("The lease", () => {
  checkBeside("is one process's, and the next one's with a higher epoch after a stop", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const scope = yield* Scope.make()
      const first = yield* Scope.extend(service(address), scope)
      const second = yield* service(address)
      const third = yield* service(address)
      assert.deepStrictEqual(yield* Effect.all([first, second, third].map(({ isHeld }) => isHeld)), [true, false, false])
      assert.deepStrictEqual(yield* Effect.all([first, second, third].map(({ epoch }) => epoch)), [1, 1, 1])
      assert.strictEqual(yield* second.remaining, 0)
      yield* Scope.close(scope, Exit.void)
      // The lease was released before it expired, unless the next process already has it.
      const [left] = yield* second.sql<{ free: boolean }>`SELECT epoch = 2 OR expires_at <= clock_timestamp() AS free FROM lease`
      assert.deepStrictEqual(left, { free: true })
      const held = yield* until(Effect.all([second.isHeld, third.isHeld]), (held) => held.includes(true))
      assert.strictEqual(held.filter((isHeld) => isHeld).length, 1)
      assert.deepStrictEqual(yield* until(Effect.all([second.epoch, third.epoch]), ([a, b]) => a === b), [2, 2])
    }))

  checkBeside("ends by the holder's own clock where it cannot renew it, before another process gets it", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      const cutOff = yield* service({ ...address, host: "127.0.0.1", port: proxy.port })
      const next = yield* service(address)
      assert.isTrue(yield* confirms(cutOff, yield* cutOff.epoch))
      proxy.blackHole()
      yield* until(Effect.all([cutOff.isHeld, next.isHeld]), ([before, after]) => {
        assert.isFalse(before && after)
        return after
      })
      assert.strictEqual(yield* next.epoch, 2)
      proxy.heal()
      const lost = yield* until(Effect.either(confirms(cutOff, 1)), ({ _tag }) => _tag === "Right")
      assert.deepInclude(lost, { right: false })
      assert.isFalse(yield* cutOff.isHeld)
      assert.isTrue(yield* confirms(next, 2))
    }))

  checkBeside("stays with its holder while a transaction confirms it, even after it has expired", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      const direct = yield* service(address)
      const other = yield* service({ ...address, host: "127.0.0.1", port: proxy.port })
      yield* direct.sql.withTransaction(Effect.gen(function*() {
        assert.isTrue(yield* direct.confirm(1))
        yield* direct.sql`SELECT pg_sleep(3.3)`
        assert.isFalse(yield* other.isHeld)
      }))
      yield* until(Effect.all([direct.isHeld, other.isHeld]), (held) => held.includes(true))
      assert.strictEqual((yield* Effect.all([direct.isHeld, other.isHeld])).filter((held) => held).length, 1)
    }))

  checkBeside("stays with its holder where each request takes half a second", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      const slow = yield* service({ ...address, host: "127.0.0.1", port: proxy.port })
      proxy.delay(500)
      /** The shortest time that was left of the lease in six seconds, in milliseconds; 0 if another epoch began. */
      const least = Effect.gen(function*() {
        const epoch = yield* slow.epoch
        let least = Infinity
        for (let looks = 0; looks < 60; looks += 1) {
          yield* Effect.sleep("100 millis")
          least = Math.min(least, yield* slow.remaining)
        }
        return (yield* slow.epoch) === epoch ? least : 0
      })
      // On an idle machine, the lease is renewed 1.5 s after the previous request; a busy machine may be late.
      assert.isAbove(yield* Effect.repeat(least, { until: (millis) => millis > 200, times: 4 }), 200)
    }))

  // Rule 1.9.
  checkBeside("is not taken or renewed by a process once a newer one has upgraded the schema", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const old = yield* service(address)
      assert.isTrue(yield* old.isHeld)
      yield* old.sql`INSERT INTO effect_sql_migrations (migration_id, name) VALUES (1000, 'newer')`
      yield* until(old.isHeld, (held) => !held)
      yield* Effect.sleep("4 seconds")
      assert.isFalse(yield* old.isHeld)
      const [row] = yield* old.sql<{ over: boolean }>`SELECT expires_at < clock_timestamp() AS over FROM lease`
      assert.deepStrictEqual(row, { over: true })
      yield* old.sql`DELETE FROM effect_sql_migrations WHERE migration_id = 1000`
      yield* until(old.isHeld, (held) => held)
    }))

  // Rule 1.8.
  checkBeside("passes on without delay although the server's clock was set back when its holder died", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const { sql } = yield* Layer.build(Layer.fresh(Database.layer(urlOf(address)))).pipe(
        Effect.map((context) => ({ sql: Context.get(context, SqlClient.SqlClient) }))
      )
      yield* sql`INSERT INTO lease (name, holder, epoch, expires_at)
        VALUES ('duty', 'dead:1:00', 7, clock_timestamp() + interval '40 days')`
      const next = yield* service(address)
      const since = yield* Clock.currentTimeMillis
      yield* until(next.isHeld, (held) => held)
      const took = (yield* Clock.currentTimeMillis) - since
      assert.isAtLeast(took, 2_900)
      assert.isBelow(took, 30_000)
      assert.strictEqual(yield* next.epoch, 8)
    }))
})
