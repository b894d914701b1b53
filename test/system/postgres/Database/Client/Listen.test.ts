import { assert, describe } from "@effect/vitest"
import { Effect, Queue } from "effect"
import type { PostgresAddress } from "../../../../../src/Database/Postgres/Address.ts"
import * as Connect from "../../../../../src/Database/Postgres/Client/Connect.ts"
import { defaultLimits, listenerLimits } from "../../../../../src/Database/Postgres/Client/ConnectionLimits.ts"
import { defaultListenLimits, type Hint, listen, type ListenLimits } from "../../../../../src/Database/Postgres/Client/Listen.ts"
import { tcpProxy } from "../../../../lib/TcpProxy.ts"
import { removeCluster, startCluster, stopCluster } from "../../../lib/PostgresCluster.ts"
import { ownCluster, temporaryDatabase } from "../../../lib/PostgresServer.ts"
import { addressOf, createUser } from "../../../lib/PostgresUser.ts"
import { check, open } from "../TestDatabase.ts"

/** So rare that such a hint cannot be mistaken for another. */
const never = 3_600_000

const listeningAt = (address: PostgresAddress, limits: Partial<ListenLimits> = {}, channel = "turnover") =>
  listen(Connect.connect(address, "turnover listener", listenerLimits(defaultLimits)), channel, {
    ...defaultListenLimits,
    poll: never,
    ...limits
  })

const listenAt = (...where: Parameters<typeof listeningAt>) => Effect.map(listeningAt(...where), ({ hints }) => hints)

const next = (hints: Queue.Dequeue<Hint>, wanted: Hint) => Effect.repeat(Queue.take(hints), { until: (hint) => hint === wanted })

/** Sends again, because a busy machine may have just cost the listener its connection. */
const hears = <E>(hints: Queue.Dequeue<Hint>, send: Effect.Effect<unknown, E>) =>
  Effect.raceFirst(next(hints, "notified"), Effect.zipRight(send, Effect.forever(Effect.delay(send, "2 seconds"))))

const backends =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'turnover listener' AND datname = current_database()"

describe("PostgreSQL listener", () => {
  check("hints at each notification, also one without a payload, on any channel's name", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const { sql } = yield* open(address)
      const hints = yield* listenAt(address, {}, "Odd \"name\"")
      yield* next(hints, "connected")
      yield* hears(hints, sql`SELECT pg_notify('Odd "name"', 'data')`)
      yield* hears(hints, sql`SELECT pg_notify('Odd "name"', '')`)
    }))

  check("hints only once a transaction is committed", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const { sql } = yield* open(address)
      const hints = yield* listenAt(address)
      yield* next(hints, "connected")
      yield* Effect.ignore(sql.withTransaction(Effect.zipRight(sql`SELECT pg_notify('turnover', '')`, Effect.fail("rolled back"))))
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`SELECT pg_notify('turnover', '')`
        yield* Effect.sleep(50)
        assert.strictEqual(yield* Queue.size(hints), 0)
      }))
      yield* Queue.take(hints)
    }))

  check("makes one hint of many that are not taken", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const { sql } = yield* open(address)
      const hints = yield* listenAt(address)
      yield* next(hints, "connected")
      yield* hears(hints, Effect.forEach(Array.from({ length: 50 }), () => sql`SELECT pg_notify('turnover', '')`))
      assert.isAtMost(yield* Queue.size(hints), 1)
    }))

  check("connects again after its connection was killed, hints then, and hears what follows", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const { sql } = yield* open(address)
      const hints = yield* listenAt(address)
      for (let round = 0; round < 3; round++) {
        yield* next(hints, "connected")
        yield* sql.unsafe(backends)
      }
      yield* next(hints, "connected")
      yield* hears(hints, sql`SELECT pg_notify('turnover', '')`)
    }))

  check("finds by its ping that the network is dead, and connects again once it is not", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      const { sql } = yield* open(address)
      const hints = yield* listenAt({ ...address, host: "127.0.0.1", port: proxy.port }, { ping: 50 })
      yield* next(hints, "connected")
      proxy.blackHole()
      // The next attempt begins only after the first connection was given up.
      yield* Effect.repeat(Effect.delay(Effect.sync(proxy.accepted), 20), { until: (accepted) => accepted > 1 })
      yield* sql`SELECT pg_notify('turnover', 'not heard')`
      proxy.heal()
      yield* next(hints, "connected")
      yield* hears(hints, sql`SELECT pg_notify('turnover', '')`)
    }))

  check("runs statements on its connection in their turn, which is lost to them as it is to the listener, until the next one",
    () =>
      Effect.gen(function*() {
        const address = yield* temporaryDatabase
        const proxy = yield* tcpProxy(address.port)
        const { connection, hints } = yield* listeningAt({ ...address, host: "127.0.0.1", port: proxy.port }, { ping: never })
        assert.isUndefined(connection())
        yield* next(hints, "connected")
        const ask = (text: string) => Effect.suspend(() => connection()?.query({ text }) ?? Effect.dieMessage("no connection"))
        const answers = yield* Effect.all([ask("SELECT 1 AS a"), ask("SELECT 2 AS a"), ask("SELECT 3 AS a")], { concurrency: "unbounded" })
        assert.deepStrictEqual(answers.flatMap(({ rows }) => rows), [{ a: 1 }, { a: 2 }, { a: 3 }])
        const lost = connection()
        proxy.forget()
        yield* Effect.flip(ask("SELECT 1"))
        assert.isTrue(lost?.isLost())
        yield* next(hints, "connected")
        yield* ask("SELECT 1")
      }))

  check("hints all the time, also where there is no server", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const hints = yield* listenAt({ ...address, port: 1 }, { poll: 20 })
      for (let round = 0; round < 3; round++) assert.strictEqual(yield* Queue.take(hints), "poll")
    }))

  check("ends its connection with its scope", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const { listen, sql } = yield* open(address)
      yield* Effect.scoped(Effect.flatMap(listen("turnover"), ({ hints }) => next(hints, "connected")))
      yield* Effect.repeat(
        sql<
          { readonly left: number }
        >`SELECT count(*) AS left FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
        { until: ([row]) => row?.left === 0 }
      )
    }))
})

describe("PostgreSQL listener and client beside a server that restarts", () => {
  check("hear and write again afterwards by themselves", () =>
    Effect.gen(function*() {
      const cluster = ownCluster()
      yield* Effect.addFinalizer(() => Effect.sync(() => removeCluster(cluster.folder)))
      yield* Effect.promise(() => createUser(cluster))
      const address = addressOf(cluster)
      const { sql } = yield* open(address)
      const hints = yield* listenAt(address)
      for (const mode of ["fast", "immediate"] as const) {
        yield* next(hints, "connected")
        stopCluster(cluster.folder, mode)
        startCluster(cluster.folder, cluster.port)
      }
      yield* next(hints, "connected")
      yield* hears(hints, Effect.retry(sql.withTransaction(sql`SELECT pg_notify('turnover', '')`), { times: 3 }))
    }))
})
