import { SqlClient } from "@effect/sql"
import { assert, describe } from "@effect/vitest"
import { Clock, Context, DateTime, Deferred, type Duration, Effect, FastCheck, Fiber, Random, Redacted } from "effect"
import { Database } from "../../../src/Database.ts"
import { defaultLimits } from "../../../src/Database/Postgres/Client/ConnectionLimits.ts"
import { named } from "../../../src/Domain/Command.ts"
import type { DayBook } from "../../../src/Domain/DayBook.ts"
import { addDays } from "../../../src/Domain/LocalDate.ts"
import { monthOf } from "../../../src/Domain/Month.ts"
import { wallDate } from "../../../src/Domain/WallClock.ts"
import { Events } from "../../../src/Events.ts"
import { Ledger } from "../../../src/Ledger.ts"
import { LedgerStore } from "../../../src/Ledger/Store.ts"
import { OutboxBell } from "../../../src/Outbox/Bell.ts"
import { People } from "../../../src/People.ts"
import { Credential } from "../../../src/People/Credential.ts"
import { commanding } from "../../lib/Commands.ts"
import { cents, date } from "../../lib/Stored.ts"
import { tcpProxy } from "../../lib/TcpProxy.ts"
import { within } from "../../lib/Within.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { replica } from "../lib/Replica.ts"
import { check } from "./Database/TestDatabase.ts"

type Replica = Effect.Effect.Success<ReturnType<typeof replica>>

const day = date("2026-03-13")
const other = date("2026-03-14")

const ledgerOf = (context: Replica) => Context.get(context, Ledger)
const correct = (context: Replica, amount: number, on = day) =>
  commanding(ledgerOf(context)).correct({ date: on, cents: cents(amount), reason: "", actor: "mei" })

/** A book as plain values. */
const plain = ({ days, marks }: DayBook) => ({ days, marks: [...marks.values()].sort((a, b) => a.date < b.date ? -1 : 1) })
const stored = (context: Replica) => Effect.map(Context.get(context, LedgerStore).book, plain)

const shows = (context: Replica, holds: (book: DayBook) => boolean) =>
  Effect.repeat(Effect.delay(ledgerOf(context).book, "5 millis"), { until: holds })

/**
 * Repeats a change until the book shows it because of one kind of hint alone. On a busy machine, a later hint of another kind may
 * replace a hint that is not taken yet.
 */
const showsBy = (
  cause: Effect.Effect<unknown, unknown>,
  context: Replica,
  holds: (book: DayBook) => boolean,
  every: Duration.DurationInput = "200 millis"
) => Effect.raceFirst(shows(context, holds), Effect.zipRight(cause, Effect.forever(Effect.delay(cause, every))))

const amountOn = (context: Replica, on = day) => ledgerOf(context).snapshot().byDate.get(on)?.cents

const two = (options: Parameters<typeof replica>[1]) =>
  Effect.flatMap(temporaryDatabase, (address) => Effect.all([replica(urlOf(address)), replica(urlOf(address), options)]))

/** Removes the newest version, as a failover to a standby without it does. */
const failedOver = (sql: SqlClient.SqlClient, since: "nothing" | "another change") =>
  Effect.gen(function*() {
    yield* sql`UPDATE shop SET version = version - 1`
    yield* sql`DELETE FROM operation WHERE version > (SELECT version FROM shop)`
    // The change is made by a process that starts on the standby.
    if (since === "another change")
      yield* sql`WITH bumped AS (UPDATE shop SET version = version + 1 RETURNING version)
        INSERT INTO operation (version, id, replica) SELECT version, 'a third', 'a third' FROM bumped`
  })

/** A change of one of seven days, after a pause in milliseconds. */
const change = FastCheck.record({
  kind: FastCheck.constantFrom("correct", "withdraw", "close", "open", "import"),
  days: FastCheck.integer({ min: 0, max: 6 }),
  amount: FastCheck.integer({ min: 0, max: 99 }),
  pause: FastCheck.integer({ min: 0, max: 3 })
})

type Change = typeof change extends FastCheck.Arbitrary<infer A> ? A : never

// Rule 1.11.
describe("A replica on PostgreSQL", () => {
  // Rule 5.18.
  check("shows each running amount of another one, of which the audit has only the first", () =>
    Effect.gen(function*() {
      const [writer, reader] = yield* two({})
      const today = wallDate(DateTime.unsafeMakeZoned(yield* Clock.currentTimeMillis, { timeZone: "Asia/Shanghai" }))
      const push = (amount: number) =>
        ledgerOf(writer).carryOut({ _tag: "Feed", date: today, cents: cents(amount), final: false }, named("pos"))
      for (const amount of [5, 7, 6]) {
        yield* push(amount)
        assert.strictEqual(amountOn(writer, today), amount)
        yield* shows(reader, ({ byDate }) => byDate.get(today)?.cents === amount)
      }
      assert.deepStrictEqual(yield* stored(reader), plain(ledgerOf(reader).snapshot()))
    }))

  check("shows by a notification alone what another one has committed, and announces it", () =>
    Effect.gen(function*() {
      const [writer, reader] = yield* two({ hears: "notified" })
      // The listener may still be connecting.
      yield* showsBy(correct(writer, 1), reader, (book) => book.byDate.has(day))
      const event = yield* Effect.fork((yield* Context.get(reader, Events).subscribe).take)
      const bell = yield* Context.get(reader, OutboxBell).listen
      yield* showsBy(correct(writer, 2), reader, () => amountOn(reader) === 2)
      assert.strictEqual((yield* Fiber.join(event))._tag, "Change")
      yield* bell.rung
      assert.deepStrictEqual(plain(ledgerOf(reader).snapshot()), yield* stored(writer))
    }))

  check("shows what another one has committed while its own write hangs, and never goes back to what it has written",
    () =>
      Effect.gen(function*() {
        const gate = yield* Deferred.make<void>()
        const [writer, reader] = yield* two({ poll: "20 millis", afterCommit: Deferred.await(gate) })
        const own = yield* Effect.fork(correct(reader, 1))
        yield* Effect.repeat(Effect.delay(stored(writer), "5 millis"), { until: ({ days }) => days.length === 1 })
        yield* correct(writer, 2, other)
        yield* correct(writer, 3)
        yield* shows(reader, () => amountOn(reader, other) === 2 && amountOn(reader) === 3)
        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(own)
        assert.strictEqual(amountOn(reader), 3)
        assert.deepStrictEqual(plain(ledgerOf(reader).snapshot()), yield* stored(writer))
      }))

  check("shows it soon if all of its connections were lost without a sign", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      const writer = yield* replica(urlOf(address))
      const reader = yield* replica(urlOf({ ...address, host: "127.0.0.1", port: proxy.port }), { poll: "1 second" })
      yield* correct(writer, 1)
      yield* shows(reader, () => amountOn(reader) === 1)
      // About 1.5 s on an idle machine; a statement's own deadline is 7 s.
      yield* within(7_000, (tries) =>
        Effect.gen(function*() {
          proxy.forget()
          yield* correct(writer, 1 + tries)
          yield* shows(reader, () => amountOn(reader) === 1 + tries)
        }))
    }))

  check("shows it while every connection of its pool is in use, as when they all wait for a locked table", () =>
    Effect.gen(function*() {
      const [writer, reader] = yield* two({ hears: "poll" })
      const sql = Context.get(reader, SqlClient.SqlClient)
      yield* Effect.replicateEffect(sql.reserve, defaultLimits.connections)
      yield* correct(writer, 1)
      // Many times as long as one statement may wait for a connection.
      yield* Effect.timeout(shows(reader, () => amountOn(reader) === 1), "60 seconds")
    }))

  // A failover to a standby without the newest commit, on which as many versions were counted since.
  for (const since of ["nothing", "another change"] as const) {
    check(`notices that the newest change is lost although the version is equal, after ${since}, and shows what is stored`, () =>
      Effect.gen(function*() {
        const [writer, reader] = yield* two({ hears: "nothing", poll: "20 millis" })
        yield* correct(writer, 1)
        yield* correct(writer, 2)
        yield* shows(reader, () =>
          amountOn(reader) === 2)
        assert.isFalse(ledgerOf(reader).lost())
        const sql = Context.get(writer, SqlClient.SqlClient)
        const lost = yield* Context.get(writer, LedgerStore).chainHead
        yield* sql.withTransaction(Effect.gen(function*() {
          yield* sql`ALTER TABLE audit DISABLE TRIGGER audit_no_change`
          yield* sql`DELETE FROM audit WHERE id = ${lost.id}`
          yield* sql`ALTER TABLE audit ENABLE TRIGGER audit_no_change`
          yield* sql`UPDATE turnover SET amount_cents = 1`
          if (since === "another change") yield* failedOver(sql, since)
        }))
        yield* shows(reader, () => amountOn(reader) === 1)
        assert.isTrue(ledgerOf(reader).lost())
        assert.deepStrictEqual(plain(ledgerOf(reader).snapshot()), yield* stored(writer))
      }))
  }

  // The same for a commit without an audit record: the revoked token is valid again.
  for (const since of ["nothing", "another change"] as const) {
    check(`notices that a revocation is lost although the audit ends with the same record, after ${since}`, () =>
      Effect.gen(function*() {
        const [writer, reader] = yield* two({ hears: "nothing", poll: "20 millis" })
        const sql = Context.get(writer, SqlClient.SqlClient)
        const { changes, createToken, recognize, revokeToken } = Context.get(reader, People)
        yield* correct(writer, 1)
        const { secret, token } = yield* createToken({ name: "till", role: "entry", expiresAt: null }, "admin")
        yield* revokeToken(token.id, "admin")
        yield* Context.get(reader, Database).dataVersion
        assert.isFalse(ledgerOf(reader).lost())
        const before = changes()
        yield* sql.withTransaction(Effect.gen(function*() {
          yield* sql`UPDATE token SET revoked_at = NULL WHERE id = ${token.id}`
          yield* failedOver(sql, since)
        }))
        yield* Effect.repeat(Effect.delay(Effect.sync(ledgerOf(reader).lost), "5 millis"), { until: (lost) => lost })
        assert.notStrictEqual(changes(), before)
        assert.strictEqual((yield* recognize(Credential.Token({ value: Redacted.value(secret) })))._tag, "Known")
        assert.deepStrictEqual(plain(ledgerOf(reader).snapshot()), yield* stored(writer))
      }))
  }

  check("shows it by the poll where every notification is lost", () =>
    Effect.gen(function*() {
      const [writer, reader] = yield* two({ hears: "nothing", poll: "20 millis" })
      yield* correct(writer, 1)
      yield* shows(reader, () => amountOn(reader) === 1)
    }))

  check("shows once it is connected again what was committed while it was cut off", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      const writer = yield* replica(urlOf(address))
      const reader = yield* replica(urlOf({ ...address, host: "127.0.0.1", port: proxy.port }), { hears: "connected" })
      proxy.refuse()
      yield* correct(writer, 1)
      assert.isUndefined(amountOn(reader))
      const connectAgain = Effect.sync(() => {
        proxy.refuse()
        proxy.heal()
      })
      // A busy machine may need seconds for a connection.
      yield* showsBy(connectAgain, reader, () => amountOn(reader) === 1, "10 seconds")
    }))

  check("follows withdrawals, marks and an import of 9,000 days", () =>
    Effect.gen(function*() {
      const [writer, reader] = yield* two({})
      yield* correct(writer, 1)
      yield* correct(writer, 2, other)
      yield* shows(reader, (book) => book.byDate.size === 2)
      yield* commanding(ledgerOf(writer)).withdraw({ date: day, reason: "wrong day", actor: "mei" })
      yield* commanding(ledgerOf(writer)).mark({ date: day, closed: true, note: "台风", actor: "mei" })
      yield* shows(reader, (book) => book.marks.get(day)?.closed === true)
      yield* commanding(ledgerOf(writer)).setGoal({ month: monthOf(day), goal: cents(5), actor: "mei" })
      yield* shows(reader, (book) => book.goals.get(monthOf(day)) === 5)
      yield* commanding(ledgerOf(writer)).setGoal({ month: monthOf(day), goal: null, actor: "mei" })
      yield* shows(reader, (book) => book.goals.size === 0)
      assert.deepStrictEqual(plain(ledgerOf(reader).snapshot()), yield* stored(writer))
      const rows = Array.from({ length: 9_000 }, (_, index) => ({ date: addDays(day, -1 - index), cents: cents(index) }))
      yield* commanding(ledgerOf(writer)).importDays({ rows, actor: "admin" })
      yield* shows(reader, (book) => book.byDate.size === 9_001)
      assert.deepStrictEqual(plain(ledgerOf(reader).snapshot()), yield* stored(writer))
    }))

  check("answers its own write with what others had committed before it", () =>
    Effect.gen(function*() {
      const [writer, reader] = yield* two({ hears: "nothing" })
      yield* correct(writer, 1)
      yield* correct(reader, 2, other)
      assert.deepStrictEqual([amountOn(reader), amountOn(reader, other)], [1, 2])
      yield* correct(writer, 3)
      yield* correct(writer, 4, other)
      yield* correct(reader, 5, other)
      assert.deepStrictEqual([amountOn(reader), amountOn(reader, other)], [3, 5])
    }))

  check("treats a version without its operation as an edit, as after a pause of hours", () =>
    Effect.gen(function*() {
      const [writer, reader] = yield* two({ hears: "nothing" })
      const { dataVersion } = Context.get(reader, Database)
      const before = yield* dataVersion
      yield* correct(writer, 1)
      yield* correct(reader, 2)
      yield* Context.get(writer, SqlClient.SqlClient)`DELETE FROM operation`
      const after = yield* dataVersion
      assert.notStrictEqual(after.others, before.others)
      assert.notStrictEqual(after.edits, before.edits)
      assert.strictEqual(after.losses, before.losses)
    }))

  check("reads everything after an edit by hand that has raised the version", () =>
    Effect.gen(function*() {
      const [writer, reader] = yield* two({ hears: "nothing", poll: "20 millis" })
      const sql = Context.get(writer, SqlClient.SqlClient)
      yield* correct(writer, 1)
      yield* shows(reader, () => amountOn(reader) === 1)
      yield* sql.withTransaction(Effect.zipRight(sql`UPDATE shop SET version = version + 1`, sql`UPDATE turnover SET amount_cents = 7`))
      yield* shows(reader, () => amountOn(reader) === 7)
    }))

  check("mistakes no commit of its own for another's, and reads every other commit once", () =>
    Effect.gen(function*() {
      const [writer, reader] = yield* two({ hears: "nothing" })
      const { dataVersion } = Context.get(reader, Database)
      const before = yield* dataVersion
      yield* correct(reader, 1)
      assert.deepStrictEqual(yield* dataVersion, before)
      yield* correct(writer, 2)
      const after = yield* dataVersion
      assert.notStrictEqual(after.others, before.others)
      assert.strictEqual(after.edits, before.edits)
      assert.deepStrictEqual(yield* dataVersion, after)
    }))

  check("shows a write of its own that was stored although its answer was lost", () =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      let isLost = false
      const afterCommit = Effect.suspend(() => isLost ? Effect.die("no answer") : Effect.void)
      const only = yield* replica(url, { hears: "nothing", poll: "20 millis", afterCommit })
      yield* correct(only, 1)
      isLost = true
      assert.strictEqual((yield* Effect.exit(correct(only, 2)))._tag, "Failure")
      yield* shows(only, () => amountOn(only) === 2)
    }))

  check("ends with the stored book, whatever two write at once", () =>
    Effect.gen(function*() {
      const [first, second] = yield* two({ poll: "100 millis" })
      const run = (context: Replica, { amount, days, kind }: Change): Effect.Effect<unknown, unknown> => {
        const ledger = ledgerOf(context)
        const on = addDays(day, -days)
        const actor = "mei"
        switch (kind) {
          case "correct":
            return correct(context, amount, on)
          case "withdraw":
            return commanding(ledger).withdraw({ date: on, reason: "", actor })
          case "import": {
            const rows = [0, 1, 2].map((back) => ({ date: addDays(on, -back), cents: cents(amount + back) }))
            return commanding(ledger).importDays({ rows, actor })
          }
          default:
            return commanding(ledger).mark({ date: on, closed: kind === "close", note: String(amount), actor })
        }
      }
      const seed = yield* Random.nextIntBetween(0, 2 ** 31)
      for (const changes of FastCheck.sample(FastCheck.tuple(FastCheck.array(change), FastCheck.array(change)), { numRuns: 25, seed })) {
        yield* Effect.forEach([first, second] as const, (context, index) =>
          Effect.forEach(changes[index] ?? [], (each) => Effect.delay(Effect.ignore(run(context, each)), each.pause), { discard: true }), {
          concurrency: "unbounded"
        })
        const expected = JSON.stringify(yield* stored(first))
        for (const context of [first, second]) {
          yield* shows(context, (book) => JSON.stringify(plain(book)) === expected).pipe(
            Effect.timeoutFail({
              duration: "20 seconds",
              onTimeout: () => `expected the stored book, seed ${seed}`
            })
          )
        }
      }
    }))
})
