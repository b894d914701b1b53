import { SqlClient } from "@effect/sql"
import { assert, describe } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { Database } from "../../../../src/Database.ts"
import type { PostgresAddress } from "../../../../src/Database/Postgres/Address.ts"
import { connectFit } from "../../../../src/Database/Postgres/Client/Requirements.ts"
import { defaultLimits } from "../../../../src/Database/Postgres/Client/Session.ts"
import { hold, holder, ownName, roleAt } from "../../../../src/Database/Postgres/ServingLock.ts"
import { startOf } from "../../../../src/Database/ServingProcess.ts"
import { Writer } from "../../../../src/Database/Write.ts"
import { removeCluster } from "../../lib/PostgresCluster.ts"
import { ownCluster, temporaryDatabase, urlOf } from "../../lib/PostgresServer.ts"
import { addressOf, administer, atSocket, createUser } from "../../lib/PostgresUser.ts"
import { atStart, check, checkBeside } from "./TestDatabase.ts"

/** Collects the texts of the log. */
const collecting = () => {
  const texts: Array<string> = []
  const logger = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => texts.push(String(message))))
  return { texts, logger }
}

/** A process that holds the lock, until its scope is closed. */
const held = (address: PostgresAddress, process = atStart()) =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
    const found = yield* Scope.extend(hold(address, process), scope)
    return { ...found, close: Scope.close(scope, Exit.void) }
  })

/** A database with the service's tables. */
const withTables = Effect.tap(temporaryDatabase,
  (address) => Effect.scoped(Layer.build(Database.layer(urlOf(address), "upgrade", atStart()))))

const watching = (address: PostgresAddress) => Effect.map(connectFit(address, "turnover watch", defaultLimits), ({ session }) => session)

/** The machine's clock, and a wall time that is ahead of it. */
const aheadBy = (millis: () => number) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.clock, (clock) =>
    Effect.withClock(work, {
      ...clock,
      [Clock.ClockTypeId]: Clock.ClockTypeId,
      sleep: (duration) => clock.sleep(duration),
      unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
      currentTimeNanos: clock.currentTimeNanos,
      unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() + millis(),
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis())
    }))

// Rule 1.8.
describe("The lock of a server's database", () => {
  checkBeside("is held by one process, and the next one has it as soon as that one stops", () =>
    Effect.gen(function*() {
      const address = yield* withTables
      const first = yield* held(address)
      const waiting = yield* Effect.fork(held(address))
      yield* Effect.sleep("500 millis")
      assert.strictEqual(yield* Fiber.poll(waiting).pipe(Effect.map((exit) => exit._tag)), "None")
      yield* first.close
      const second = yield* Fiber.join(waiting)
      const session = yield* watching(address)
      assert.strictEqual((yield* holder(session))?.pid, second.session.processId())
    }))

  checkBeside("is taken from a process that has stopped moving, which can store nothing from then on", () =>
    Effect.gen(function*() {
      const address = yield* withTables
      // It sends nothing, like a process that is paused.
      const first = yield* held(address)
      const { logger, texts } = collecting()
      const second = yield* Effect.provide(held(address), logger)
      assert.strictEqual(yield* Effect.flip(first.session.lost).pipe(Effect.map(({ state }) => state)), "57P01")
      assert.strictEqual((yield* Effect.flip(first.session.query({ text: "SELECT 1" }))).kind, "unavailable")
      assert.deepStrictEqual(yield* second.session.query({ text: "SELECT 1 AS one" }).pipe(Effect.map(({ rows }) => rows)), [{ one: 1 }])
      assert.deepStrictEqual(texts.map((text) => text.split(":")[0]), ["standing by", "the process that serves the database has stopped"])
    }))

  checkBeside("stays with a process that works on one long statement", () =>
    Effect.gen(function*() {
      const address = yield* withTables
      const first = yield* held(address)
      const waiting = yield* Effect.fork(held(address))
      for (let statement = 0; statement < 2; statement++) yield* first.session.query({ text: "SELECT pg_sleep(3.7)" })
      assert.strictEqual((yield* Fiber.poll(waiting))._tag, "None")
    }))

  checkBeside("stays with a service that has nothing to do", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      yield* Effect.scoped(Effect.provide(
        Effect.gen(function*() {
          const waiting = yield* Effect.fork(held(address))
          yield* Effect.sleep("5 seconds")
          assert.strictEqual((yield* Fiber.poll(waiting))._tag, "None")
        }),
        Database.layer(urlOf(address), "upgrade", atStart())
      ))
    }))

  checkBeside("stays with a service whose row of the table shop was deleted: it serves figures, and refuses changes with the reason",
    () =>
      Effect.gen(function*() {
        const address = yield* temporaryDatabase
        const context = yield* Layer.build(Database.layer(urlOf(address), "upgrade", atStart()))
        const waiting = yield* Effect.fork(held(address))
        const other = yield* watching(address)
        yield* other.query({ text: "DELETE FROM shop" })
        yield* Effect.sleep("5 seconds")
        assert.strictEqual((yield* Fiber.poll(waiting))._tag, "None")
        const sql = Context.get(context, SqlClient.SqlClient)
        assert.match((yield* Effect.flip(Context.get(context, Writer).write(sql`SELECT 1`))).message,
          /^the row of the table shop is missing/)
      }))

  checkBeside("stays with a service whose server stops to show what it does; a start there is refused", () =>
    Effect.gen(function*() {
      const cluster = ownCluster()
      yield* Effect.addFinalizer(() => Effect.sync(() => removeCluster(cluster.folder)))
      yield* Effect.promise(() => createUser(cluster))
      const address = addressOf(cluster)
      const context = yield* Layer.build(Database.layer(urlOf(address), "upgrade", atStart()))
      const waits = atStart()
      yield* Effect.fork(held(address, waits))
      yield* Effect.repeat(Effect.sleep("50 millis"), { until: () => waits.schema !== null })
      yield* Effect.promise(() =>
        administer(atSocket(cluster, "postgres"), "ALTER SYSTEM SET track_activities = off", "SELECT pg_reload_conf()")
      )
      assert.strictEqual((yield* Effect.timeoutOption(Effect.ignore(Context.get(context, Database).lost), "5 seconds"))._tag, "None")
      assert.include((yield* Effect.flip(Effect.scoped(hold(address, atStart())))).message, "found track_activities off, expected on")
    }))

  checkBeside("stays with a service while another program has locked a table", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const context = yield* Layer.build(Database.layer(urlOf(address), "upgrade", atStart()))
      const other = yield* watching(address)
      yield* other.query({ text: "BEGIN; LOCK TABLE shop IN ACCESS EXCLUSIVE MODE" })
      assert.strictEqual((yield* Effect.timeoutOption(Effect.ignore(Context.get(context, Database).lost), "5 seconds"))._tag, "None")
    }))

  check("is not waited for by a command, which names the process that has it", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      yield* held(address)
      const refusal = yield* Effect.flip(Effect.scoped(hold(address, "take")))
      assert.match(refusal.message, /^the database turnover_test_\w+ is served by turnover .+: stop that process first$/)
    }))

  check("belongs to one schema, so that two shops in one database do not wait for each other", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      yield* held(address)
      const session = yield* watching(address)
      yield* session.query({ text: "CREATE SCHEMA other" })
      yield* session.query({ text: `ALTER DATABASE ${address.database} SET search_path = other` })
      yield* Effect.scoped(hold(address, "take"))
    }))

  check(
    "stays where the tables are when the user gets a schema of its own: nothing is served from there, by a start or after a lost connection",
    () =>
      Effect.gen(function*() {
        const address = yield* temporaryDatabase
        yield* Effect.scoped(Layer.build(Database.layer(urlOf(address), "upgrade", atStart())))
        const [first, waits] = [startOf(Effect.void), startOf(Effect.void)]
        const { close } = yield* held(address, first)
        const waiting = yield* Effect.fork(held(address, waits))
        yield* Effect.repeat(Effect.sleep("50 millis"), { until: () => waits.schema !== null })
        const session = yield* watching(address)
        yield* session.query({ text: "CREATE SCHEMA AUTHORIZATION CURRENT_USER" })

        const refused = Effect.map(Effect.flip(Effect.scoped(hold(address, atStart()))), ({ message }) => message)
        assert.include(yield* refused,
          `has the service's tables in the schema public, but the user's search_path leads to the schema ${address.user}, which has none`)
        assert.strictEqual((yield* Fiber.poll(waiting))._tag, "None")
        yield* close
        const next = yield* Fiber.join(waiting)
        const schemaOf = ({ session }: typeof next) =>
          Effect.map(session.query({ text: "SELECT current_schema() AS schema" }), ({ rows }) => rows)
        assert.deepStrictEqual(yield* schemaOf(next), [{ schema: "public" }])
        yield* next.close
        assert.deepStrictEqual(yield* schemaOf(yield* held(address, first)), [{ schema: "public" }])

        yield* session.query({ text: `ALTER DATABASE ${address.database} SET search_path = nowhere, other; CREATE SCHEMA other` })
        assert.include(yield* refused, "leads to the schema other, which has none")
      })
  )

  check("is not taken while the clocks are more than five minutes apart, and one line says so", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const { logger, texts } = collecting()
      let ahead = 6 * 60_000
      const waiting = yield* Effect.fork(aheadBy(() => ahead)(Effect.provide(held(address), logger)))
      yield* Effect.sleep("2500 millis")
      assert.match(texts.join("\n"),
        /^this machine's clock shows \S+Z and the database server's \S+Z: waiting until they are less than five minutes apart, set both by NTP$/)
      const other = yield* held(address)
      yield* other.close
      ahead = 60_000
      const { clockAhead } = yield* Fiber.join(waiting)
      // A minute is served with, and health reports it.
      assert.closeTo(clockAhead, 60_000, 2_000)
    }))

  check("shows which process of a machine serves, and which one waits", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const session = yield* watching(address)
      const place = ownName(0)
      assert.isNull(yield* roleAt(place, session))
      yield* held(address)
      assert.strictEqual(yield* roleAt(place, session), "holder")
      assert.isNull(yield* roleAt(ownName(1), session))
    }))
})

// Rule 1.10.
check("A server that is away is waited for, with one line in the log", () =>
  Effect.gen(function*() {
    const address = yield* temporaryDatabase
    const { logger, texts } = collecting()
    const waiting = yield* Effect.fork(Effect.provide(held({ ...address, port: 1 }), logger))
    yield* Effect.sleep("1500 millis")
    yield* Fiber.interrupt(waiting)
    assert.match(texts.join("\n"), /^waiting for the database: the database \S+ at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.*$/)
  }))
