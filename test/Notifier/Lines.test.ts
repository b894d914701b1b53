import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Random, type Scope, TestClock } from "effect"
import { Database } from "../../src/Database.ts"
import type { Announcement } from "../../src/Domain/Announcement.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { topics } from "../../src/Domain/Topic.ts"
import * as LedgerStore from "../../src/Ledger/Store.ts"
import * as Notifier from "../../src/Notifier.ts"
import * as Outbox from "../../src/Outbox.ts"
import * as OutboxBell from "../../src/Outbox/Bell.ts"
import { cents, day, delivery } from "../Chat/Samples.ts"
import { delivered, recordingBot } from "../lib/RecordingBot.ts"
import { storeDay } from "../lib/Stored.ts"

const begin = 1_765_257_280_000

type Bot = ReturnType<typeof recordingBot>
type Needed = Outbox.Outbox | OutboxBell.OutboxBell | Notifier.Notifier | SqlClient.SqlClient | Scope.Scope

const scenario = (name: string, body: (bot: Bot) => Effect.Effect<void, unknown, Needed>) =>
  it.scoped(name, () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(begin)
      const bot = recordingBot(["main", "office"])
      const store = Layer.merge(Outbox.layer, OutboxBell.layer).pipe(Layer.provideMerge(Layer.orDie(Database.layer("sqlite::memory:"))))
      const notifier = Notifier.layer.pipe(Layer.provide([
        bot.layer,
        LedgerStore.layer,
        Layer.succeed(Notifier.OutboxPollInterval, "2 days"),
        Layer.setRandom(Random.make("seed"))
      ]))
      yield* Effect.provide(body(bot), Layer.provideMerge(notifier, store))
    }))

const both = ["main", "office"].map((name) => ({ name, about: topics }))

const announce = (announcements: ReadonlyArray<Announcement>) =>
  Effect.flatMap(Effect.all([Outbox.Outbox, OutboxBell.OutboxBell]), ([outbox, bell]) =>
    Effect.zipRight(outbox.enqueue(announcements, begin, both), bell.ring))

const states = Effect.flatMap(Outbox.Outbox,
  (outbox) => Effect.map(outbox.list({ limit: 99 }), (found) => found.map(({ chat, id, state }) => `${id} ${chat} ${state}`).reverse()))

const days = (count: number): ReadonlyArray<Announcement> => Array.from({ length: count }, (_, index) => day({ cents: cents(index) }))

const sentTo = (bot: Bot, name: string) => bot.sent.filter(({ chat }) => chat === name)

// Rules 7.26 and 7.27.
describe("Several chats", () => {
  scenario("each get every message in order, and one that never answers delays no other", (bot) =>
    Effect.gen(function*() {
      bot.scripts["office"] = [Effect.as(Effect.sleep("8 seconds"), delivery("unknown", { retryAfterMillis: 3_600_000 }))]
      yield* announce(days(5))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(sentTo(bot, "main").map(({ announcement }) => "cents" in announcement ? announcement.cents : NaN), [
        0,
        1,
        2,
        3,
        4
      ])
      assert.isAtMost(Math.max(...sentTo(bot, "main").map(({ at }) => at)), begin + 5_000)
      assert.deepStrictEqual(sentTo(bot, "office").length, 1)
      const { failed, lines, pending } = yield* (yield* Notifier.Notifier).status
      assert.deepStrictEqual([pending, failed], [5, 0])
      assert.deepStrictEqual(lines.map((line) => [line.name, line.pending, line.delivered]), [["main", 0, 5], ["office", 5, 0]])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(sentTo(bot, "office").length, 1)
    }))

  scenario("with one address share its pace", (bot) =>
    Effect.gen(function*() {
      bot.shareAddress()
      yield* announce(days(125))
      yield* TestClock.adjust("4 minutes")
      assert.strictEqual(bot.sent.length, 250)
      const most = (window: number) =>
        Math.max(...bot.sent.map(({ at }) => bot.sent.filter((other) => other.at >= at && other.at <= at + window).length))
      assert.isAtMost(most(1_000), 5)
      assert.isAtMost(most(60_000), 100)
    }))

  scenario("keep the messages for a chat that a reload removes, and send them when it is added again", (bot) =>
    Effect.gen(function*() {
      bot.chats.pop()
      yield* announce(days(1))
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* states, ["1 main delivered", "2 office pending"])
      const { lines } = yield* (yield* Notifier.Notifier).status
      assert.deepStrictEqual(lines.map(({ isSet, name, pending }) => [name, isSet, pending]), [["main", true, 0], ["office", false, 1]])
      bot.chats.push("office")
      yield* (yield* OutboxBell.OutboxBell).ring
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* states, ["1 main delivered", "2 office delivered"])
    }))

  scenario("can get messages for another chat from a person, unless there is no such chat", (bot) =>
    Effect.gen(function*() {
      const notifier = yield* Notifier.Notifier
      const resend = (chat?: string) => notifier.resend(2, { permit: Effect.void, chat, by: "admin" })
      bot.chats.pop()
      yield* announce(days(1))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Effect.flip(resend()))._tag, "UnknownChat")
      assert.strictEqual((yield* Effect.flip(resend("kitchen")))._tag, "UnknownChat")
      assert.isTrue(Option.isSome(yield* resend("main")))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* states, ["1 main delivered", "2 main delivered"])
    }))

  scenario("lose no message that a person moves while it is in flight", (bot) =>
    Effect.gen(function*() {
      bot.scripts["office"] = [Effect.as(Effect.sleep("5 seconds"), delivered)]
      yield* announce(days(1))
      yield* TestClock.adjust("1 second")
      yield* (yield* Notifier.Notifier).resend(2, { permit: Effect.void, chat: "main", by: "admin" })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(sentTo(bot, "main").length, 2)
      assert.deepStrictEqual(yield* states, ["1 main delivered", "2 main delivered"])
    }))

  scenario("lose a message that a person drops, even while it is in flight, but no delivered one", (bot) =>
    Effect.gen(function*() {
      const { remove } = yield* Notifier.Notifier
      bot.scripts["office"] = [Effect.as(Effect.sleep("5 seconds"), delivered)]
      yield* announce(days(2))
      yield* TestClock.adjust("2 seconds")
      assert.isTrue(Option.isNone(yield* remove(1, Effect.void, "mei")))
      assert.isTrue(Option.isSome(yield* remove(2, Effect.void, "mei")))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* states, ["1 main delivered", "3 main delivered", "4 office delivered"])
    }))

  // Its turn has come, and it waits for the chat's pace alone.
  scenario("lose a message that a person drops while it waits for its moment", (bot) =>
    Effect.gen(function*() {
      yield* announce(days(2))
      yield* TestClock.adjust("800 millis")
      assert.deepStrictEqual(["main", "office"].map((name) => sentTo(bot, name).length), [1, 1])
      assert.isTrue(Option.isSome(yield* (yield* Notifier.Notifier).remove(3, Effect.void, "mei")))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(["main", "office"].map((name) => sentTo(bot, name).length), [1, 2])
    }))

  scenario("get no reminder of a day that got its figure while the reminder waited for its moment", (bot) =>
    Effect.gen(function*() {
      const date = "2025-12-09" as LocalDate
      yield* announce([...days(1), { kind: "reminder", date, cutoff: "23:00", cutoffAt: begin + 3_600_000 }])
      yield* TestClock.adjust("800 millis")
      yield* storeDay({ date, cents: cents(5), isFinal: false, source: "manual" })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(bot.sent.map(({ announcement }) => announcement.kind).filter((kind) => kind === "reminder"), [])
      assert.strictEqual((yield* states).length, 2)
    }))

  scenario("get a test message each on its own", (bot) =>
    Effect.gen(function*() {
      const { testPush } = yield* Notifier.Notifier
      const pushing = yield* Effect.fork(testPush(day({ kind: "test" }), "office"))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(pushing)).length, 1)
      assert.deepStrictEqual(bot.sent.map(({ chat }) => chat), ["office"])
      assert.deepInclude(yield* Effect.flip(testPush(day({ kind: "test" }), "kitchen")), { _tag: "UnknownChat", names: ["main", "office"] })
    }))
})
