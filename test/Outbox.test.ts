import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import type { Writer } from "../src/Database/Write.ts"
import { afterAttempt, attemptOf, type MessageOutcome, notTried } from "../src/Domain/Attempt.ts"
import { topics } from "../src/Domain/Topic.ts"
import * as Outbox from "../src/Outbox.ts"
import type { Entry } from "../src/Outbox/Row.ts"
import { cents, date, day, delivery, digest } from "./Chat/Samples.ts"
import { describeDatabases } from "./lib/Databases.ts"

const now = 1_765_257_280_000

const settle = (id: number, next: MessageOutcome, at = now) =>
  Effect.flatMap(Outbox.Outbox, (outbox) => outbox.record({ id, chat: "main" }, attemptOf(at, "card", delivery("delivered")), next, at))

const delivered: MessageOutcome = { state: "delivered", format: "card", progress: { ...notTried, firstAttemptAt: now } }
const failed: MessageOutcome = {
  state: "failed",
  reason: "set chat_secret",
  progress: { ...notTried, firstAttemptAt: now, upset: true, backoff: 7 }
}

describeDatabases("Outbox", (database) => {
  const scenario = (name: string, body: Effect.Effect<void, unknown, Outbox.Outbox | SqlClient.SqlClient | Writer>) =>
    it.effect(name, () => Effect.provide(body, Layer.provideMerge(Outbox.layer, database.layer)))

  scenario("hands out pending messages in order, each until it is delivered or failed", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    assert.isTrue(Option.isNone(yield* outbox.nextPending("main")))
    yield* outbox.enqueue([day(), day({ kind: "corrected" }), digest], now)
    const seen: Array<string | undefined> = []
    for (const step of [delivered, failed, delivered]) {
      const entry = Option.getOrThrow(yield* outbox.nextPending("main"))
      seen.push(entry.announcement?.kind)
      yield* settle(entry.id, step)
    }
    assert.deepStrictEqual(seen, ["daily", "corrected", "digest"])
    const line = {
      pending: 0,
      delivered: 2,
      accepted: 0,
      failed: 1,
      lastDeliveredAt: now,
      oldestPendingAt: null
    }
    assert.deepStrictEqual(yield* outbox.status, { ...line, chats: new Map([["main", line]]) })
  }))

  scenario("hands out messages of imports after all others", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    // A reason that quotes a stored message is no import.
    const quoting = day({ kind: "corrected", reason: "\"kind\":\"imported\"" })
    yield* outbox.enqueue([day({ kind: "imported" }), digest, day({ kind: "imported" }), quoting, day()], now)
    const seen: Array<number> = []
    for (const next of [delivered, failed, delivered, delivered, delivered]) {
      const { id } = Option.getOrThrow(yield* outbox.nextPending("main"))
      seen.push(id)
      yield* settle(id, next)
    }
    assert.deepStrictEqual(seen, [4, 5, 1, 2, 3])
  }))

  scenario("stores how far the attempts for a message have come", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    yield* outbox.enqueue([day()], now)
    const first = Option.getOrThrow(yield* outbox.nextPending("main"))
    assert.deepStrictEqual(first.progress, notTried)
    const next = afterAttempt(first.progress, delivery("transient"), now, now + 10, 0.5)
    yield* settle(first.id, next)
    const second = Option.getOrThrow(yield* outbox.nextPending("main"))
    assert.deepStrictEqual(second.progress, next.progress)
    assert.strictEqual(second.nextAttemptAt, now + 1_010)
  }))

  const reminder = { kind: "reminder", date: date("2025-12-09"), cutoff: "23:00", cutoffAt: now } as const

  scenario("knows the reminder of a day, sent or not", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    yield* outbox.enqueue([day()], now)
    assert.isFalse(yield* outbox.hasReminder(reminder.date))
    yield* outbox.enqueue([reminder], now)
    assert.deepStrictEqual([yield* outbox.hasReminder(reminder.date), yield* outbox.hasReminder(date("2025-12-10"))], [true, false])
    for (const { id } of yield* outbox.ofDay(reminder.date)) yield* settle(id, delivered)
    assert.isTrue(yield* outbox.hasReminder(reminder.date))
  }))

  scenario("drops a message with its attempts", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    yield* outbox.enqueue([reminder, day()], now)
    const { id, progress } = Option.getOrThrow(yield* outbox.nextPending("main"))
    yield* settle(id, afterAttempt(progress, delivery("transient"), now, now + 10, 0.5))
    yield* outbox.drop(id)
    assert.deepStrictEqual((yield* outbox.list({ limit: 9 })).map(({ announcement, attempts }) => [announcement?.kind, attempts.length]), [[
      "daily",
      0
    ]])
    const line = {
      pending: 1,
      delivered: 0,
      accepted: 0,
      failed: 0,
      lastDeliveredAt: null,
      oldestPendingAt: now
    }
    assert.deepStrictEqual(yield* outbox.status, { ...line, chats: new Map([["main", line]]) })
  }))

  // Rule 7.17.
  scenario("counts a dropped reminder as the one of its day if it may have arrived", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    const refused = Effect.fnUntraced(function*(verdict: "transient" | "unknown", id: number) {
      const next = afterAttempt(notTried, delivery(verdict), now, now + 10, 0.5)
      yield* outbox.record({ id, chat: "main" }, attemptOf(now, "card", delivery(verdict)), next, now + 10)
    })
    for (
      const [meet, counts] of [
        [() => Effect.void, false],
        [({ id }: Entry) => refused("transient", id), false],
        [({ id }: Entry) => Effect.zipRight(refused("unknown", id), refused("transient", id)), true]
      ] as const
    ) {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM installation`
      yield* outbox.enqueue([reminder], now)
      const entry = Option.getOrThrow(yield* outbox.nextPending("main"))
      yield* meet(entry)
      yield* outbox.drop(entry.id)
      assert.deepStrictEqual(yield* outbox.ofDay(reminder.date), [])
      assert.strictEqual(yield* outbox.hasReminder(reminder.date), counts)
      assert.isFalse(yield* outbox.hasReminder(date("2025-12-10")))
    }
  }))

  scenario("has no message whose transaction was rolled back", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    const sql = yield* SqlClient.SqlClient
    yield* Effect.either(sql.withTransaction(Effect.zipRight(outbox.enqueue([day()], now), Effect.fail("no"))))
    assert.isTrue(Option.isNone(yield* outbox.nextPending("main")))
  }))

  scenario("gives each chat the messages of its topics, and judges a day's amount by each chat's own messages", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    const chats = [{ name: "main", about: topics }, { name: "office", about: ["daily"] as const }, {
      name: "yard",
      about: ["import"] as const
    }]
    yield* outbox.enqueue([day({ cents: cents(1) }), day({ kind: "corrected", cents: cents(2) }), digest], now, chats)
    const rows = (yield* outbox.list({ limit: 9 })).map(({ announcement, chat }) => `${chat} ${announcement?.kind}`).reverse()
    assert.deepStrictEqual(rows, ["main daily", "office daily", "main corrected", "main digest", "yard digest"])
    assert.deepStrictEqual((yield* outbox.list({ limit: 9, chat: "yard" })).map(({ id }) => id), [5])
    yield* outbox.record({ id: 2, chat: "office" }, attemptOf(now, "card", delivery("delivered")), delivered, now)
    const { date } = day()
    assert.deepStrictEqual([...yield* outbox.announcedStates(date, cents(1), ["main", "office", "new"])], [
      ["main", "pending"],
      ["office", "delivered"],
      ["new", "none"]
    ])
    const { chats: lines, delivered: sum } = yield* outbox.status
    assert.strictEqual(sum, 1)
    assert.deepInclude(lines.get("office"), { pending: 0, delivered: 1, lastDeliveredAt: now, oldestPendingAt: null })
    assert.deepInclude(lines.get("main"), { pending: 3, delivered: 0, lastDeliveredAt: null, oldestPendingAt: now })
    yield* outbox.resend(5, Effect.void, () => Effect.succeed("office"))
    assert.deepInclude((yield* outbox.status).chats.get("yard"), { pending: 0 })
    assert.deepInclude((yield* outbox.status).chats.get("office"), { pending: 1 })
  }))

  scenario("takes thousands of messages at once", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    yield* outbox.enqueue(Array.from({ length: 9_001 }, () => day({ kind: "imported", source: "import" })), now)
    assert.strictEqual((yield* outbox.status).pending, 9_001)
  }))

  scenario("knows whether the chat has a day's amount: the last delivered one counts", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    const { date } = day()
    const announcedIn = (amount: number) =>
      Effect.map(outbox.announcedStates(date, cents(amount), ["main"]), (states) => states.get("main"))
    const ofA = announcedIn(1)
    assert.strictEqual(yield* ofA, "none")
    yield* outbox.enqueue([day({ cents: cents(1) })], now)
    assert.strictEqual(yield* ofA, "pending")
    yield* settle(1, failed)
    assert.strictEqual(yield* ofA, "none")
    yield* outbox.enqueue([day({ cents: cents(1) }), day({ cents: cents(2) })], now)
    yield* settle(2, delivered)
    assert.strictEqual(yield* ofA, "delivered")
    yield* settle(3, delivered)
    assert.strictEqual(yield* ofA, "none")
    assert.strictEqual(yield* announcedIn(2), "delivered")
    yield* outbox.enqueue([day({ cents: cents(1) })], now)
    // Rule 7.24.
    yield* settle(4, { ...delivered, state: "accepted" })
    assert.strictEqual(yield* ofA, "delivered")
  }))

  scenario("makes a waiting message due together with those before it, and no other", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    yield* outbox.enqueue([day(), day({ cents: cents(2) }), day({ cents: cents(3) })], now)
    for (const id of [1, 2, 3]) yield* outbox.postpone(id, now + 60_000)
    yield* outbox.hasten(day().date, cents(2), now)
    const due = (yield* outbox.list({ limit: 9 })).map(({ id, nextAttemptAt }) => [id, nextAttemptAt - now])
    assert.deepStrictEqual(due, [[3, 60_000], [2, 0], [1, 0]])
  }))

  scenario("restarts a failed message from the card and keeps its attempts; never a delivered one", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    yield* outbox.enqueue([day(), day()], now)
    yield* settle(1, failed)
    yield* settle(2, delivered)
    assert.isTrue(Option.isSome(yield* outbox.resend(1)))
    assert.isFalse(Option.isSome(yield* outbox.resend(2)))
    assert.isFalse(Option.isSome(yield* outbox.resend(77)))
    const [again] = yield* outbox.list({ state: "pending", limit: 9 })
    assert.deepStrictEqual(again?.progress, notTried)
    assert.strictEqual(again?.attempts.length, 1)
    assert.isNull(again?.failure)
  }))

  scenario("starts all refused messages of a chat again, only the daily ones, or none, and removes the others", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    const chats = [{ name: "main", about: topics }, { name: "office", about: topics }]
    const tomorrow = day({ date: date("2025-12-10") })
    const refuse = Effect.gen(function*() {
      // A repeated message of a day that was refused each time: only the newest is worth sending.
      yield* outbox.enqueue([day(), digest, day({ kind: "repeat" }), tomorrow, day({ kind: "corrected" })], now, chats)
      for (const entry of yield* outbox.list({ limit: 99, state: "pending" }))
        yield* outbox.record(entry, attemptOf(now, "card", delivery("permanent")), failed, now)
    })
    const left = Effect.map(outbox.list({ limit: 99 }), (found) => found.map(({ chat, id, state }) => `${id} ${chat} ${state}`).reverse())
    const resend = (chat: string, send: "all" | "daily" | "none") => outbox.resendRefused(chat, send, Effect.void)
    yield* refuse
    assert.deepStrictEqual(yield* resend("main", "daily"), { sent: 2, dropped: 3 })
    const office = [2, 4, 6, 8, 10].map((id) => `${id} office failed`)
    assert.deepStrictEqual((yield* left).filter((line) => !line.includes("office")), ["5 main pending", "7 main pending"])
    assert.deepStrictEqual((yield* left).filter((line) => line.includes("office")), office)
    assert.deepStrictEqual(yield* resend("main", "all"), { sent: 0, dropped: 0 })
    assert.deepStrictEqual(yield* resend("office", "all"), { sent: 5, dropped: 0 })
    const [again] = yield* outbox.list({ limit: 1, chat: "office" })
    assert.deepStrictEqual([again?.progress, again?.failure, again?.attempts.length], [notTried, null, 1])
    assert.strictEqual(yield* Effect.flip(outbox.resendRefused("office", "none", Effect.fail("no right"))), "no right")
    for (const id of [2, 4, 6, 8, 10]) yield* outbox.fail(id, "no")
    assert.deepStrictEqual(yield* resend("office", "none"), { sent: 0, dropped: 5 })
    assert.deepStrictEqual(yield* left, ["5 main pending", "7 main pending"])
    assert.deepInclude((yield* outbox.status).chats.get("office"), { pending: 0, failed: 0 })
  }))

  scenario("lists newest first, by state and in pages, each message with its own attempts", Effect.gen(function*() {
    const outbox = yield* Outbox.Outbox
    yield* outbox.enqueue([day(), day({ date: date("2025-12-10") }), digest, day()], now)
    yield* settle(1, failed)
    yield* settle(2, afterAttempt(notTried, delivery("format"), now, now, 0))
    yield* settle(2, failed, now + 5)
    const ids = (query: Outbox.OutboxQuery) => Effect.map(outbox.list(query), (found) => found.map(({ id }) => id))
    assert.deepStrictEqual(yield* ids({ limit: 9 }), [4, 3, 2, 1])
    assert.deepStrictEqual(yield* ids({ limit: 2, before: 4 }), [3, 2])
    assert.deepStrictEqual(yield* ids({ limit: 9, state: "failed" }), [2, 1])
    const [second, first] = yield* outbox.list({ limit: 9, state: "failed" })
    assert.deepStrictEqual(second?.attempts.map(({ at }) => at), [now, now + 5])
    assert.strictEqual(first?.attempts.length, 1)
    assert.strictEqual(first?.failure, "set chat_secret")
  }))
})
