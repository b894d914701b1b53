import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, TestClock } from "effect"
import { ShopClock } from "../src/Clock.ts"
import { calendarOf, momentOf } from "../src/Domain/Calendar.ts"
import type { FallbackPush, Trigger } from "../src/Domain/Settlement.ts"
import type { Turnover } from "../src/Domain/Turnover.ts"
import { Ledger } from "../src/Ledger.ts"
import { Scheduler } from "../src/Scheduler.ts"
import { commanding } from "./lib/Commands.ts"
import { recordingBot } from "./lib/RecordingBot.ts"
import {
  announced,
  cents,
  date,
  figureOf,
  storedAudit,
  storeDay,
  storedDays,
  storedMessages,
  storeMessage,
  turnover
} from "./lib/Stored.ts"
import { members, testService } from "./lib/TestService.ts"

const today = "2026-03-14"

/** What the daily job finds: no record of the day, a record that is not final, or a final one whose message has this state. */
type Found = "none" | "open" | "arrived" | "waiting" | "failed" | "unannounced"

const openDay = turnover(today, { isFinal: false, source: "import" })
const finalDay = turnover(today)
const later = DateTime.unsafeMake("2026-03-14T14:30:00+08:00").epochMillis

const seedings: Readonly<Record<Found, Effect.Effect<unknown, unknown, SqlClient.SqlClient>>> = {
  none: Effect.void,
  open: storeDay(openDay),
  arrived: Effect.zipRight(storeDay(finalDay), storeMessage(finalDay, "delivered")),
  waiting: Effect.zipRight(storeDay(finalDay), storeMessage(finalDay, "pending", later)),
  failed: Effect.zipRight(storeDay(finalDay), storeMessage(finalDay, "failed")),
  unannounced: storeDay(finalDay)
}

const forget = Effect.flatMap(SqlClient.SqlClient,
  (sql) => Effect.forEach(["notification_attempt", "notification", "turnover"], (table) => sql`DELETE FROM ${sql(table)}`))

/** The trigger of a source that has not answered in time is tested elsewhere. */
type Pulled = Exclude<Trigger, "unanswered">

/** When the service starts and with which cutoff, and what then triggers the daily job. */
const triggers: Readonly<
  Record<Pulled, { readonly at: string; readonly cutoff: string; readonly pull: Effect.Effect<unknown, unknown, Scheduler> }>
> = {
  cutoff: { at: "13:58:58", cutoff: "13:59", pull: TestClock.adjust("3 seconds") },
  start: { at: "13:40:00", cutoff: "13:18", pull: TestClock.adjust("1 second") },
  reload: {
    at: "13:40:00",
    cutoff: "14:00",
    pull: Effect.zipRight(Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff), TestClock.adjust("1 second"))
  },
  hourly: { at: "13:59:58", cutoff: "13:18", pull: TestClock.adjust("3 seconds") }
}

/** The outcome of one trigger for what it found. */
const outcome = (trigger: Pulled, found: Found, fallbackPush: FallbackPush) =>
  Effect.gen(function*() {
    const { at, cutoff, pull } = triggers[trigger]
    const config = { file: members({ cutoff_time: cutoff, fallback_push: fallbackPush }) }
    const { bot, layer } = testService({
      at: `${today}T${at}+08:00`,
      config,
      ...(trigger === "start" ? { before: seedings[found] } : {})
    })
    return yield* Effect.gen(function*() {
      if (trigger !== "start") {
        yield* TestClock.adjust("1 second")
        yield* Effect.zipRight(forget, seedings[found])
      }
      const audited = trigger === "start" ? 0 : (yield* storedAudit).length
      const before = trigger === "start" ? 0 : bot.sent.length
      config.file.cutoff_time = "13:18"
      yield* pull
      return {
        day: (yield* storedDays)[0],
        audit: (yield* storedAudit).slice(audited),
        sent: announced(bot).slice(before),
        messages: yield* storedMessages
      }
    }).pipe(Effect.provide(layer))
  })

const row = (
  trigger: Pulled,
  found: Found,
  sentence: string,
  expected: { readonly audit?: string; readonly sent?: string; readonly messages: number; readonly day?: Turnover },
  fallbackPush: FallbackPush = "auto"
) =>
  it.scoped(`${trigger} finds ${found}${fallbackPush === "always" ? " with fallback_push always" : ""}: ${sentence}`, () =>
    Effect.gen(function*() {
      const { audit, day, messages, sent } = yield* outcome(trigger, found, fallbackPush)
      assert.deepStrictEqual(audit, expected.audit === undefined ? [] : [`${expected.audit} ${today}`])
      assert.deepStrictEqual(sent, expected.sent === undefined ? [] : [`${expected.sent} ${today}`])
      assert.strictEqual(messages, expected.messages)
      if (expected.day !== undefined) assert.deepStrictEqual(day, expected.day)
      assert.strictEqual(day?.isFinal, true)
    }))

// Rules 5.1, 5.2, 5.4 and 5.5.
describe("The transition table", () => {
  for (const trigger of ["cutoff", "start", "reload", "hourly"] as const) {
    row(trigger, "none", "an amount is generated, final at once", { audit: "generate", sent: "daily", messages: 1 })
    row(trigger, "open", "the day becomes final, its amount stays", {
      audit: "finalize",
      sent: "finalized",
      messages: 1,
      day: { ...openDay, isFinal: true }
    })
    row(trigger, "arrived", "with fallback_push always it is announced", { sent: "daily", messages: 2, day: finalDay }, "always")
  }

  for (const trigger of ["cutoff", "reload"] as const) {
    row(trigger, "arrived", "it is announced", { sent: "daily", messages: 2, day: finalDay })
    row(trigger, "failed", "it is announced", { sent: "daily", messages: 2, day: finalDay })
    row(trigger, "unannounced", "it is announced", { sent: "daily", messages: 1, day: finalDay })
    row(trigger, "waiting", "it is announced after the waiting message", { messages: 2, day: finalDay })
  }

  for (const trigger of ["start", "hourly"] as const) {
    row(trigger, "arrived", "nothing is due", { messages: 1, day: finalDay })
    row(trigger, "failed", "it is announced", { sent: "daily", messages: 2, day: finalDay })
    row(trigger, "unannounced", "it is announced", { sent: "daily", messages: 1, day: finalDay })
    row(trigger, "waiting", "the waiting message is sent at once, and no second one", { sent: "daily", messages: 1, day: finalDay })
  }

  for (
    const [fallbackPush, chats] of [["auto", ["office"]], ["always", ["main", "office", "kitchen"]]] as const
  ) {
    it.scoped(`a start with fallback_push ${fallbackPush} announces the day in ${chats.join(", ")}, where it has failed in one of three chats`, () => {
      const url = (number: number) => `https://open.feishu.cn/open-apis/bot/v2/hook/${number}aaaaaaa-1111-2222-3333-444444444444`
      const others = ["office", "kitchen"].map((name, index) => ({ name, url: url(index) }))
      const { bot, layer } = testService({
        at: `${today}T13:40:00+08:00`,
        bot: recordingBot(["main", "office", "kitchen"]),
        config: { file: members({ cutoff_time: "13:18", fallback_push: fallbackPush, chats: others }) },
        before: Effect.all([
          storeDay(finalDay),
          storeMessage(finalDay, "delivered"),
          storeMessage(finalDay, "failed", 0, "office"),
          storeMessage(finalDay, "delivered", 0, "kitchen")
        ])
      })
      return Effect.provide(
        Effect.map(TestClock.adjust("5 seconds"), () => assert.sameMembers(bot.sent.map(({ chat }) => chat), [...chats])),
        layer
      )
    })
  }
})

const at = (time: string) => `${today}T${time}+08:00`

// Rule 5.5.
describe("fallback_push that is not set", () => {
  const unset = members({ cutoff_time: "13:18", fallback_push: undefined })
  const arrived = Effect.zipRight(storeDay(finalDay), storeMessage(finalDay, "delivered"))

  it.scoped("is always: a start, minutes 0 and 1 of each hour and a reload push a final day again", () => {
    const { bot, layer } = testService({ at: at("13:40:00"), config: { file: unset }, before: arrived })
    const sentAfter = (time: string) =>
      Effect.zipRight(TestClock.setTime(DateTime.unsafeMake(at(time)).epochMillis), Effect.sync(() => bot.sent.length))
    return Effect.gen(function*() {
      assert.strictEqual(yield* sentAfter("13:40:05"), 1)
      assert.strictEqual(yield* sentAfter("13:59:59"), 1)
      assert.strictEqual(yield* sentAfter("14:00:30"), 2)
      assert.strictEqual(yield* sentAfter("14:01:30"), 3)
      assert.strictEqual(yield* sentAfter("14:59:00"), 3)
      yield* Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)
      assert.strictEqual(yield* sentAfter("14:59:30"), 4)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("pushes once where the cutoff is on the full hour", () => {
    const { bot, layer } = testService({
      at: at("13:58:00"),
      config: { file: { ...unset, cutoff_time: "14:00" } },
      before: arrived
    })
    return Effect.gen(function*() {
      yield* TestClock.adjust("2 minutes")
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`, `repeat ${today}`])
    }).pipe(Effect.provide(layer))
  })
})

const momentAt = (time: string) =>
  Effect.map(ShopClock, ({ zone }) =>
    momentOf(DateTime.unsafeMakeZoned(at(time), { timeZone: zone }), calendarOf(zone, { hour: 22, minute: 0 })))

describe("The daily job", () => {
  // Rules 5.1 and 5.8.
  it.scoped("leaves today alone before its cutoff, and makes stored past days final", () => {
    const past = turnover("2026-03-10", { isFinal: false, source: "import" })
    const { bot, layer } = testService({
      at: at("21:59:58"),
      before: Effect.forEach([past, turnover("2026-03-12", { isFinal: false, cents: cents(7) }), openDay], storeDay)
    })
    return Effect.gen(function*() {
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* storedAudit, ["finalize 2026-03-10", "finalize 2026-03-12"])
      yield* Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)
      yield* TestClock.adjust("90 seconds")
      assert.deepStrictEqual(yield* storedAudit, ["finalize 2026-03-10", "finalize 2026-03-12"])
      assert.deepStrictEqual(announced(bot), ["finalized 2026-03-10", "finalized 2026-03-12"])
      const days = yield* storedDays
      assert.deepStrictEqual(days[0], { ...past, isFinal: true })
      assert.deepStrictEqual(days[2], openDay)
      assert.deepStrictEqual((yield* (yield* Ledger).book).days.map(figureOf), days)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("runs at the cutoff and not before", () => {
    const { bot, layer } = testService({ at: at("22:59:00") })
    return Effect.gen(function*() {
      yield* TestClock.adjust("59999 millis")
      assert.deepStrictEqual(yield* storedDays, [])
      yield* TestClock.adjust("1 second")
      const [day] = yield* storedDays
      assert.strictEqual(day?.source, "generated")
      assert.isTrue((day?.cents ?? 0) >= 400_000 && (day?.cents ?? 0) <= 520_000, "a Saturday's amount")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
    }).pipe(Effect.provide(layer))
  })

  // Rule 7.15.
  it.scoped("announces a figure entered before the cutoff at the cutoff, as the day's settlement, and then repeats it", () => {
    const { bot, layer } = testService({ at: at("22:59:50") })
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      yield* commanding(ledger).correct({ date: date(today), cents: cents(5), reason: "till", actor: "mei" })
      yield* TestClock.adjust("12 seconds")
      yield* Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(announced(bot), [`entered ${today}`, `daily ${today}`, `repeat ${today}`])
      assert.deepStrictEqual(yield* storedAudit, [`correct ${today}`])
      assert.deepStrictEqual(yield* storedDays, [turnover(today, { cents: cents(5) })])
    }).pipe(Effect.provide(layer))
  })

  it.scoped("announces a corrected figure again on the hour while only the old one has arrived", () => {
    const { bot, layer } = testService({ at: at("23:30:00"), config: { file: members({ cutoff_time: "22:00" }) } })
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      yield* TestClock.adjust("1 second")
      yield* storeDay(turnover(today, { cents: cents(99) }))
      yield* commanding(ledger).settle("hourly", yield* momentAt("23:31:00"))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`, `repeat ${today}`])
      yield* commanding(ledger).settle("hourly", yield* momentAt("23:32:00"))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(bot.sent.length, 2)
    }).pipe(Effect.provide(layer))
  })
})
