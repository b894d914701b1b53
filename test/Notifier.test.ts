import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, HashMap, Layer, Logger, Option, Random, Scope, TestClock } from "effect"
import { Database } from "../src/Database.ts"
import type { Writer } from "../src/Database/Write.ts"
import type { Announcement } from "../src/Domain/Announcement.ts"
import { type Delivery, type Verdict } from "../src/Domain/Attempt.ts"
import * as LedgerStore from "../src/Ledger/Store.ts"
import * as Notifier from "../src/Notifier.ts"
import * as Outbox from "../src/Outbox.ts"
import * as OutboxBell from "../src/Outbox/Bell.ts"
import { cents, day, delivery } from "./Chat/Samples.ts"
import { recordingBot } from "./lib/RecordingBot.ts"

const begin = 1_765_257_280_000
const hour = 3_600_000

type Bot = ReturnType<typeof recordingBot>
type Needed = Outbox.Outbox | OutboxBell.OutboxBell | Notifier.Notifier | SqlClient.SqlClient | Writer | Scope.Scope

const store = Layer.merge(Outbox.layer, OutboxBell.layer).pipe(Layer.provideMerge(Layer.orDie(Database.layer("sqlite::memory:"))))

/** The notifier on the test clock, with a long poll interval, so that days cost few wake-ups. */
const notifier = (bot: Bot, poll: "1 second" | "2 days" = "2 days") =>
  Notifier.layer.pipe(Layer.provide([
    bot.layer,
    LedgerStore.layer,
    Layer.succeed(Notifier.OutboxPollInterval, poll),
    Layer.setRandom(Random.make("seed"))
  ]))

const scenario = (
  name: string,
  body: (bot: Bot) => Effect.Effect<void, unknown, Needed>,
  options: { readonly poll?: "1 second"; readonly outbox?: Layer.Layer<Outbox.Outbox, never, Outbox.Outbox> } = {}
) =>
  it.scoped(name, () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(begin)
      const bot = recordingBot()
      const under = (options.outbox ?? Layer.empty).pipe(Layer.provideMerge(Layer.fresh(store)))
      yield* Effect.provide(body(bot), Layer.provideMerge(notifier(bot, options.poll), under))
    }))

const deliveries = (...verdicts: ReadonlyArray<Verdict>) => verdicts.map((verdict) => Effect.succeed(delivery(verdict)))

const days = (count: number): ReadonlyArray<Announcement> => Array.from({ length: count }, (_, index) => day({ cents: cents(index) }))

const ring = Effect.flatMap(OutboxBell.OutboxBell, (bell) => bell.ring)

/** Does the ledger's work: writes, commits, rings the bell. */
const announce = (announcements: ReadonlyArray<Announcement>) =>
  Effect.flatMap(Outbox.Outbox, (outbox) => Effect.zipRight(outbox.enqueue(announcements, begin), ring))

const statesNewestFirst = Effect.flatMap(Outbox.Outbox,
  (outbox) => Effect.map(outbox.list({ limit: 99 }), (found) => found.map(({ state }) => state)))

const formatsOf = (bot: Bot) => bot.sent.map(({ format }) => format)
const centsOf = (bot: Bot) => bot.sent.map(({ announcement }) => ("cents" in announcement ? announcement.cents : NaN))

describe("Notifier", () => {
  // Rule 7.11.
  scenario("sends what is announced within a second, in order", (bot) =>
    Effect.gen(function*() {
      yield* TestClock.adjust("10 seconds")
      yield* announce(days(3))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(centsOf(bot), [0, 1, 2])
      assert.deepStrictEqual(yield* statesNewestFirst, ["delivered", "delivered", "delivered"])
    }))

  // Rule 7.24.
  scenario("keeps a message that was accepted apart from one that was delivered, and sends it once", (bot) =>
    Effect.gen(function*() {
      bot.script.push(...deliveries("accepted", "delivered"))
      yield* announce(days(2))
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* statesNewestFirst, ["delivered", "accepted"])
      const { list, status } = yield* Notifier.Notifier
      const { accepted, delivered, pending } = yield* status
      assert.deepStrictEqual({ accepted, delivered, pending }, { accepted: 1, delivered: 1, pending: 0 })
      const [entry] = yield* list({ state: "accepted", limit: 9 })
      assert.deepStrictEqual(entry?.attempts.map(({ verdict }) => verdict), ["accepted"])
      assert.strictEqual(bot.sent.length, 2)
    }))

  scenario("finds what another process has written", (bot) =>
    Effect.gen(function*() {
      yield* TestClock.adjust("10 seconds")
      yield* Effect.flatMap(Outbox.Outbox, (outbox) => outbox.enqueue(days(1), begin))
      assert.strictEqual(bot.sent.length, 0)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(bot.sent.length, 1)
    }), { poll: "1 second" })

  scenario("keeps later messages waiting until the first is delivered or failed", (bot) =>
    Effect.gen(function*() {
      bot.script.push(...deliveries("transient", "format", "unknown", "delivered"))
      yield* announce(days(2))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(centsOf(bot), [0, 0, 0, 0, 1])
      assert.deepStrictEqual(formatsOf(bot), ["card", "card", "post", "post", "card"])
      // The id and the instant stay the same at each attempt.
      assert.deepStrictEqual(bot.sent.map(({ origin }) => origin?.id), [1, 1, 1, 1, 2])
      assert.strictEqual(new Set(bot.sent.map(({ origin }) => origin?.at)).size, 1)
    }))

  scenario("continues with the next message after a failure, and reports what to fix", (bot) =>
    Effect.gen(function*() {
      bot.script.push(...deliveries("permanent"))
      yield* announce(days(2))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* statesNewestFirst, ["delivered", "failed"])
      const { list, status } = yield* Notifier.Notifier
      const [failed] = yield* list({ state: "failed", limit: 9 })
      assert.strictEqual(failed?.failure, "the bot was permanent")
      assert.strictEqual((yield* status).failed, 1)
    }))

  scenario("backs off for longer each time and gives up after 24 h, visibly", (bot) =>
    Effect.gen(function*() {
      bot.script.push(...Array.from({ length: 2_000 }, () => Effect.succeed(delivery("transient"))))
      yield* announce(days(1))
      yield* TestClock.adjust("23 hours")
      assert.deepStrictEqual(yield* statesNewestFirst, ["pending"])
      yield* TestClock.adjust("61 minutes")
      assert.deepStrictEqual(yield* statesNewestFirst, ["failed"])
      const times = bot.sent.map(({ at }) => at)
      assert.strictEqual((times.at(-1) ?? 0) - (times[0] ?? 0), 24 * hour)
      assert.isAtMost(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0))), 15 * 60_000)
      assert.isAbove(times.length, 96)
      assert.isBelow(times.length, 400)
      yield* TestClock.adjust("2 days")
      assert.strictEqual(bot.sent.length, times.length)
    }))

  scenario("stays within five a second and a hundred a minute", (bot) =>
    Effect.gen(function*() {
      yield* announce(days(250))
      yield* TestClock.adjust("3 minutes")
      assert.strictEqual(bot.sent.length, 250)
      const most = (window: number) =>
        Math.max(...bot.sent.map(({ at }) => bot.sent.filter((other) => other.at >= at && other.at <= at + window).length))
      assert.isAtMost(most(1_000), 5)
      assert.isAtMost(most(60_000), 100)
    }))

  scenario("survives a defect of the bot and treats it as a missing reply", (bot) =>
    Effect.gen(function*() {
      bot.script.push(Effect.die("a bug"))
      yield* announce(days(1))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(formatsOf(bot), ["card", "card"])
      const [entry] = yield* Effect.flatMap(Outbox.Outbox, (outbox) => outbox.list({ limit: 1 }))
      assert.deepStrictEqual(entry?.attempts.map(({ verdict }) => verdict), ["unknown", "delivered"])
    }))

  scenario("fails a stored message that it cannot read, and continues", (bot) =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* Outbox.Outbox
      yield* outbox.enqueue(days(2), begin)
      yield* sql.withTransaction(sql`UPDATE notification SET announcement = '{"kind":"of the future"}' WHERE id = 1`)
      yield* ring
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* statesNewestFirst, ["delivered", "failed"])
      assert.deepStrictEqual(centsOf(bot), [1])
    }))

  scenario("waits an hour at most after the clock was set back", (bot) =>
    Effect.gen(function*() {
      bot.script.push(...deliveries("transient"))
      yield* announce(days(1))
      yield* TestClock.adjust("667 millis")
      assert.strictEqual(bot.sent.length, 1)
      yield* TestClock.setTime(begin - 100 * hour)
      yield* ring
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual(bot.sent.length, 1)
      yield* TestClock.adjust("62 seconds")
      assert.strictEqual(bot.sent.length, 2)
    }))

  // Rule 7.8.
  scenario("sends a failed message again on request", (bot) =>
    Effect.gen(function*() {
      bot.script.push(...deliveries("format", "permanent"))
      yield* announce(days(1))
      yield* TestClock.adjust("5 seconds")
      const notifier = yield* Notifier.Notifier
      const resend = (id: number) => notifier.resend(id, { permit: Effect.void, chat: undefined, by: "admin" })
      assert.isTrue(Option.isSome(yield* resend(1)))
      assert.isFalse(Option.isSome(yield* resend(2)))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(formatsOf(bot), ["card", "post", "card"])
      assert.deepStrictEqual(yield* statesNewestFirst, ["delivered"])
    }))

  const failingTwice = Layer.effect(Outbox.Outbox, Effect.map(Outbox.Outbox, (outbox) => {
    let left = 2
    return {
      ...outbox,
      record: (...args: Parameters<typeof outbox.record>) =>
        Effect.suspend(() => (left-- > 0 ? Effect.die("disk full") : outbox.record(...args)))
    }
  }))

  scenario("does not send again what was delivered while the reply could not be stored", (bot) =>
    Effect.gen(function*() {
      yield* announce(days(1))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(bot.sent.length, 1)
      assert.deepStrictEqual(yield* statesNewestFirst, ["delivered"])
    }), { outbox: failingTwice })

  // Rule 6.16.
  scenario("logs each attempt with the status and the beginning of the reply", (bot) =>
    Effect.gen(function*() {
      const outbox = yield* Outbox.Outbox
      yield* outbox.enqueue(days(1), begin)
      const lines: Array<Record<string, unknown>> = []
      const recording = Logger.make(({ annotations }) => lines.push(Object.fromEntries(HashMap.toEntries(annotations))))
      yield* Effect.scoped(Effect.zipRight(
        Layer.build(notifier(bot)).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, recording)),
          Effect.provide(Logger.add(recording))),
        TestClock.adjust("5 seconds")
      ))
      assert.deepInclude(lines, {
        service: "notifier",
        notification: 1,
        format: "card",
        verdict: "delivered",
        status: 200,
        code: 0,
        body: "{\"code\":0}"
      })
    }))
})

describe("Notifier over restarts", () => {
  const restarts = (
    name: string,
    body: (
      run: (bot: Bot) => Effect.Effect<Scope.CloseableScope, never, Outbox.Outbox | OutboxBell.OutboxBell | SqlClient.SqlClient | Writer>
    ) => Effect.Effect<void, unknown, Outbox.Outbox | OutboxBell.OutboxBell | SqlClient.SqlClient | Writer | Scope.Scope>
  ) =>
    it.scoped(name, () =>
      Effect.gen(function*() {
        yield* TestClock.setTime(begin)
        yield* Effect.provide(
          body((bot) => Effect.tap(Scope.make(), (scope) => Layer.buildWithScope(Layer.fresh(notifier(bot)), scope))),
          Layer.fresh(store)
        )
      }))

  // Rule 7.11.
  restarts("continues with the format, the back-off and the order where it stopped", (run) =>
    Effect.gen(function*() {
      const bot = recordingBot()
      bot.script.push(...deliveries("format", "transient"))
      yield* announce(days(2))
      const first = yield* run(bot)
      yield* TestClock.adjust("1500 millis")
      yield* Scope.close(first, Exit.void)
      assert.deepStrictEqual(formatsOf(bot), ["card", "post"])
      yield* run(bot)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(formatsOf(bot), ["card", "post", "post", "card"])
      assert.deepStrictEqual(centsOf(bot), [0, 0, 0, 1])
    }))

  restarts("finishes the attempt in flight before it stops", (run) =>
    Effect.gen(function*() {
      const bot = recordingBot()
      bot.script.push(Effect.delay(Effect.succeed(delivery("delivered")), "3 seconds"))
      yield* announce(days(2))
      const scope = yield* run(bot)
      yield* TestClock.adjust("1 second")
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.join(closing)
      assert.deepStrictEqual(yield* statesNewestFirst, ["pending", "delivered"])
      assert.strictEqual(bot.sent.length, 1)
    }))

  restarts("starts no attempt once it is quiesced, and finishes the one in flight", () =>
    Effect.gen(function*() {
      const bot = recordingBot()
      bot.script.push(Effect.delay(Effect.succeed(delivery("delivered")), "3 seconds"))
      yield* announce(days(2))
      const { quiesce } = Context.get(yield* Layer.build(Layer.fresh(notifier(bot))), Notifier.Notifier)
      yield* TestClock.adjust("1 second")
      yield* quiesce
      yield* TestClock.adjust("1 minute")
      yield* announce(days(1))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* statesNewestFirst, ["pending", "pending", "delivered"])
      assert.strictEqual(bot.sent.length, 1)
    }))

  restarts("abandons an attempt that does not end, as unknown, and tries the same format after the start", (run) =>
    Effect.gen(function*() {
      const bot = recordingBot()
      bot.script.push(Effect.never)
      yield* announce(days(1))
      const scope = yield* run(bot)
      yield* TestClock.adjust("1 second")
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(closing)
      const [entry] = yield* Effect.flatMap(Outbox.Outbox, (outbox) => outbox.list({ limit: 1 }))
      assert.deepStrictEqual(entry?.attempts.map(({ verdict }) => verdict), ["unknown"])
      assert.include(entry?.attempts[0]?.detail, "The service stopped before the bot answered")
      assert.strictEqual(entry?.state, "pending")
      yield* run(bot)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(formatsOf(bot), ["card", "card"])
    }))
})

describe("Test push", () => {
  const test = day({ kind: "test", source: null, reason: "测试推送" })
  const push = Effect.flatMap(Notifier.Notifier, ({ testPush }) => Effect.fork(testPush(test)))

  // Rule 7.12.
  scenario("tries card, post and text after refusals of the form, and stores nothing", (bot) =>
    Effect.gen(function*() {
      bot.script.push(...deliveries("format", "upset", "delivered"))
      const pushing = yield* push
      yield* TestClock.adjust("5 seconds")
      const attempts = yield* Fiber.join(pushing)
      assert.deepStrictEqual(attempts.map(({ format, verdict }) => `${format} ${verdict}`), [
        "card format",
        "post upset",
        "text delivered"
      ])
      assert.deepStrictEqual(yield* statesNewestFirst, [])
    }))

  scenario("fails with every attempt when none is delivered", (bot) =>
    Effect.gen(function*() {
      bot.script.push(...deliveries("format", "upset", "unknown"))
      const pushing = yield* push
      yield* TestClock.adjust("5 seconds")
      const failure = yield* Effect.flip(Fiber.join(pushing))
      assert.deepStrictEqual("attempts" in failure && failure.attempts.map(({ verdict }) => verdict), ["format", "upset", "unknown"])
    }))

  for (const verdict of ["unknown", "transient", "permanent"] as const) {
    scenario(`ends after ${verdict}: another format says nothing more, and may be a second message`, (bot) =>
      Effect.gen(function*() {
        bot.script.push(...deliveries(verdict, "delivered"))
        const pushing = yield* push
        yield* TestClock.adjust("5 seconds")
        const failure = yield* Effect.flip(Fiber.join(pushing))
        assert.deepStrictEqual("attempts" in failure && failure.attempts.map((attempt) => attempt.verdict), [verdict])
      }))
  }

  scenario("does not wait for a message that backs off", (bot) =>
    Effect.gen(function*() {
      bot.script.push(...Array.from({ length: 8 }, (): Effect.Effect<Delivery> => Effect.succeed(delivery("transient"))))
      yield* announce(days(1))
      yield* TestClock.adjust("10 minutes")
      bot.script.length = 0
      const pushing = yield* push
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(pushing)).length, 1)
    }))

  scenario("answers within 10 s while the rate limit is used up", (bot) =>
    Effect.gen(function*() {
      yield* announce(days(500))
      yield* TestClock.adjust("1 minute")
      const pushing = yield* Effect.replicateEffect(push, 40)
      yield* TestClock.adjust("10 seconds")
      const exits = yield* Effect.forEach(pushing, Fiber.await)
      assert.isTrue(exits.some(Exit.isSuccess))
      const refused = exits.filter(Exit.isFailure)
      assert.isAbove(refused.length, 0)
      assert.isBelow(bot.sent.length, 120)
    }))
})
