import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { ShopClock } from "../../src/Clock.ts"
import { calendarOf, momentOf } from "../../src/Domain/Calendar.ts"
import { overdueDay } from "../../src/Domain/Lateness.ts"
import { Health } from "../../src/Health.ts"
import { Ledger } from "../../src/Ledger.ts"
import { Scheduler } from "../../src/Scheduler.ts"
import { commanding } from "../lib/Commands.ts"
import { announced, cents, date, storedAudit, storedDays } from "../lib/Stored.ts"
import { testService } from "../lib/TestService.ts"

const today = date("2026-03-14")
const at = (time: string) => `2026-03-14T${time}+08:00`

const reload = Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)
const withdraw = Effect.flatMap(Ledger, (ledger) => commanding(ledger).withdraw({ date: today, reason: "wrong day", actor: "mei" }))
const mark = (closed: boolean) =>
  Effect.flatMap(Ledger, (ledger) => commanding(ledger).mark({ date: today, closed, note: "春节", actor: "mei" }))
const enter = Effect.flatMap(Ledger, (ledger) => commanding(ledger).correct({ date: today, cents: cents(5), reason: "", actor: "mei" }))

/** Whether health is degraded and the alarm reports the day. */
const isOverdue = Effect.gen(function*() {
  const { now, zone } = yield* ShopClock
  const { problems } = yield* (yield* Health).report
  const calendar = calendarOf(zone, { hour: 23, minute: 0 })
  assert.strictEqual(momentOf(yield* now, calendar).pastCutoff, true)
  return problems.length > 0 || overdueDay(yield* (yield* Ledger).book, yield* now, calendar, 0) !== undefined
})

// Rule 5.11.
describe("a closed day", () => {
  it.scoped("gets no amount at its cutoff, and is announced once", () => {
    const { bot, layer } = testService({ at: at("22:59:00") })
    return Effect.gen(function*() {
      yield* mark(true)
      yield* TestClock.adjust("3 minutes")
      yield* reload
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual([yield* storedDays, yield* storedAudit], [[], [`close ${today}`]])
      assert.deepStrictEqual<unknown>(bot.sent.map(({ announcement }) => announcement), [
        { kind: "closed", date: today, before: null, reason: "春节", actor: "settlement" }
      ])
      assert.isFalse(yield* isOverdue)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("that is opened again before its cutoff is settled", () => {
    const { bot, layer } = testService({ at: at("22:59:00") })
    return Effect.gen(function*() {
      yield* mark(true)
      yield* mark(false)
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(announced(bot), [`daily ${today}`])
      assert.strictEqual((yield* storedDays)[0]?.source, "generated")
    }).pipe(Effect.provide(layer))
  })

  it.scoped("that is opened again after its cutoff waits for a person", () => {
    const { bot, layer } = testService({ at: at("22:59:00") })
    return Effect.gen(function*() {
      yield* mark(true)
      yield* TestClock.adjust("2 minutes")
      yield* mark(false)
      yield* reload
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual([yield* storedDays, announced(bot)], [[], [`closed ${today}`]])
      assert.isFalse(yield* isOverdue)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("with a figure after all is settled by it", () => {
    const { bot, layer } = testService({ at: at("22:59:00") })
    return Effect.gen(function*() {
      yield* mark(true)
      yield* enter
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(yield* storedAudit, [`close ${today}`, `open ${today}`, `correct ${today}`])
      assert.deepStrictEqual(announced(bot), [`entered ${today}`, `daily ${today}`])
    }).pipe(Effect.provide(layer))
  })
})

// Rule 5.12.
describe("a withdrawn figure", () => {
  it.scoped("before the cutoff leaves the day to the settlement", () => {
    const { bot, layer } = testService({ at: at("22:59:00") })
    return Effect.gen(function*() {
      yield* enter
      yield* withdraw
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(announced(bot), [`entered ${today}`, `withdrawn ${today}`, `daily ${today}`])
      assert.strictEqual((yield* storedDays)[0]?.source, "generated")
    }).pipe(Effect.provide(layer))
  })

  it.scoped("at the cutoff or later is not replaced by a generated one", () => {
    const { bot, layer } = testService({ at: at("22:59:00") })
    return Effect.gen(function*() {
      yield* TestClock.adjust("2 minutes")
      yield* withdraw
      yield* reload
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual([yield* storedDays, announced(bot)], [[], [`daily ${today}`, `withdrawn ${today}`]])
      assert.isFalse(yield* isOverdue)
      yield* enter
      yield* reload
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(announced(bot).slice(2), [`entered ${today}`, `repeat ${today}`])
    }).pipe(Effect.provide(layer))
  })
})
