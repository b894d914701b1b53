import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, type Scope, TestClock } from "effect"
import { Database } from "../../src/Database.ts"
import * as LedgerStore from "../../src/Ledger/Store.ts"
import * as Notifier from "../../src/Notifier.ts"
import * as Outbox from "../../src/Outbox.ts"
import * as OutboxBell from "../../src/Outbox/Bell.ts"
import { cents, day } from "../Chat/Samples.ts"
import { modelLease } from "../lib/ModelLease.ts"
import { delivered, recordingBot } from "../lib/RecordingBot.ts"

const begin = 1_765_257_280_000

type Needed = Outbox.Outbox | OutboxBell.OutboxBell | SqlClient.SqlClient | Scope.Scope

/** A notifier with a lease, with two messages in the outbox. */
const scenario = (
  name: string,
  body: (
    context: { readonly bot: ReturnType<typeof recordingBot>; readonly lease: ReturnType<typeof modelLease>["state"] }
  ) => Effect.Effect<
    void,
    unknown,
    Needed
  >
) =>
  it.scoped(name, () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(begin)
      const bot = recordingBot()
      const lease = modelLease()
      const store = Layer.merge(Outbox.layer, OutboxBell.layer).pipe(
        Layer.provideMerge(Layer.orDie(Database.layer("sqlite::memory:"))),
        Layer.provide(lease.layer)
      )
      const notifier = Layer.effectDiscard(
        Effect.flatMap(Outbox.Outbox, (outbox) => outbox.enqueue([day({ cents: cents(1) }), day({ cents: cents(2) })], begin))
      ).pipe(Layer.provideMerge(Layer.provide(Notifier.layer, [bot.layer, lease.layer, LedgerStore.layer])))
      yield* Effect.provide(body({ bot, lease: lease.state }), Layer.provideMerge(notifier, store))
    }))

const claims = Effect.flatMap(SqlClient.SqlClient,
  (sql) => sql<{ readonly claim: number | null; readonly state: string }>`SELECT claim, state FROM notification ORDER BY id`)

const centsOf = (bot: ReturnType<typeof recordingBot>) =>
  bot.sent.map(({ announcement }) => ("cents" in announcement ? announcement.cents : NaN))

// Rules 1.8 and 7.11.
describe("The notifier of a process that can lose the lease", () => {
  scenario("sends nothing without the lease, and continues within a second once it has the lease",
    ({ bot, lease }) =>
      Effect.gen(function*() {
        lease.until = 0
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(bot.sent, [])
        lease.until = Infinity
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(centsOf(bot), [1])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(centsOf(bot), [1, 2])
      }))

  scenario("claims a message before it sends it, and ends the claim with the answer", ({ bot, lease }) =>
    Effect.gen(function*() {
      lease.epoch = lease.stored = 7
      bot.script.push(Effect.as(Effect.sleep("5 seconds"), delivered))
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* claims, [{ claim: 7, state: "pending" }, { claim: null, state: "pending" }])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* claims, [{ claim: null, state: "delivered" }, { claim: null, state: "delivered" }])
    }))

  scenario("sends nothing if the database has given the lease to another process", ({ bot, lease }) =>
    Effect.gen(function*() {
      lease.stored = 2
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(bot.sent, [])
      assert.deepStrictEqual(yield* claims, [{ claim: null, state: "pending" }, { claim: null, state: "pending" }])
    }))

  scenario("gives up a request when its lease ends, and stores no reply after the next process has taken over",
    ({ bot, lease }) =>
      Effect.gen(function*() {
        let answered = false
        lease.until = begin + 3_000
        bot.script.push(Effect.as(Effect.delay(Effect.sync(() => answered = true), "8 seconds"), delivered))
        yield* TestClock.adjust("1 second")
        assert.strictEqual(bot.sent.length, 1)
        lease.stored = 2
        yield* TestClock.adjust("10 seconds")
        assert.isFalse(answered)
        assert.deepStrictEqual(centsOf(bot), [1])
        assert.deepStrictEqual(yield* claims, [{ claim: 1, state: "pending" }, { claim: null, state: "pending" }])
      }))

  scenario("lets a request go on while the lease is renewed", ({ bot, lease }) =>
    Effect.gen(function*() {
      lease.until = begin + 2_500
      bot.script.push(Effect.as(Effect.sleep("8 seconds"), delivered))
      for (let renewal = 1; renewal <= 12; renewal += 1) {
        yield* TestClock.adjust("1 second")
        lease.until += 1_000
      }
      assert.deepStrictEqual(yield* claims, [{ claim: null, state: "delivered" }, { claim: null, state: "delivered" }])
      assert.deepStrictEqual(centsOf(bot), [1, 2])
    }))

  scenario("first sends the message that the previous process had in flight again, within the bot's limits",
    ({ bot, lease }) =>
      Effect.gen(function*() {
        lease.until = 0
        yield* TestClock.adjust("10 seconds")
        yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE notification SET claim = 1 WHERE id = 1`)
        lease.epoch = lease.stored = 2
        lease.until = begin + 3_600_000
        const since = begin + 10_000
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(centsOf(bot), [1, 2])
        // The previous process may have used up the bot's limit of a minute.
        assert.isAtLeast((bot.sent[1]?.at ?? 0) - since, 1_000)
        assert.deepStrictEqual(yield* claims, [{ claim: null, state: "delivered" }, { claim: null, state: "delivered" }])
      }))

  scenario("waits longer with each sender that is lost while the bot is slow, so that a message is not sent again and again",
    ({ bot, lease }) =>
      Effect.gen(function*() {
        const attempts = Effect.flatMap(SqlClient.SqlClient,
          (sql) => sql<{ readonly verdict: string }>`SELECT verdict FROM notification_attempt WHERE notification_id = 1`)
        bot.script.push(...Array.from({ length: 60 }, () => Effect.as(Effect.sleep("9 seconds"), delivered)))
        for (let takeover = 1; takeover <= 60; takeover += 1) {
          lease.epoch = takeover
          // Another process takes over before this one gives up the request.
          lease.stored = takeover
          lease.until = begin + takeover * 5_000 - 1_000
          yield* TestClock.adjust("3 seconds")
          lease.stored = takeover + 1
          yield* TestClock.adjust("2 seconds")
          // After the first loss, the message is sent again immediately.
          if (takeover === 2) assert.deepStrictEqual(centsOf(bot), [1, 1])
        }
        assert.isAtMost(bot.sent.length, 15)
        assert.isAtLeast(bot.sent.length, 4)
        const stored = yield* attempts
        assert.isAtLeast(stored.length, bot.sent.length - 1)
        assert.isTrue(stored.every(({ verdict }) => verdict === "unknown"))
        lease.epoch = lease.stored = 61
        lease.until = Infinity
        yield* TestClock.adjust("20 minutes")
        assert.deepStrictEqual(yield* claims, [{ claim: null, state: "delivered" }, { claim: null, state: "delivered" }])
      }))
})
