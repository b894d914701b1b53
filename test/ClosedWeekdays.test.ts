import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { named } from "../src/Domain/Command.ts"
import * as DayBook from "../src/Domain/DayBook.ts"
import { Health } from "../src/Health.ts"
import { Ledger } from "../src/Ledger.ts"
import { AuditTrail } from "../src/Ledger/AuditTrail.ts"
import { Scheduler } from "../src/Scheduler.ts"
import { commanding } from "./lib/Commands.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { announced, cents, date, storedAudit, storeDay, storedDays, turnover } from "./lib/Stored.ts"
import { members, testService } from "./lib/TestService.ts"

// Saturdays.
const today = date("2026-03-14")
const nextWeek = date("2026-03-21")

/** A shop that is closed on Saturdays and generates amounts. */
const shop = (time: string) => {
  const clock = quickClock(DateTime.unsafeMake(`${today}T${time}+08:00`).epochMillis)
  const config = { file: members({ closed_weekdays: ["SAT"], remind_minutes: 60 }) }
  return { ...testService({ at: "", clock, config }), clock, config }
}

const stored = Effect.map(storedDays, (days) => days.map(({ date, source }) => `${date} ${source}`))
const commands = Effect.map(Ledger, commanding)
const isClosed = (day: typeof today) => Effect.map(Effect.flatMap(Ledger, ({ book }) => book), (book) => DayBook.isClosed(book, day))
const verified = Effect.map(Effect.flatMap(AuditTrail, ({ examine }) => examine),
  ({ firstBrokenId, markMismatch, mismatch }) => firstBrokenId === null && markMismatch === null && mismatch === null)

// Rule 2.17.
describe("a weekday on which the shop is closed", () => {
  it.scoped("gets no amount, no message and no reminder, is not missing, and the day after it is settled", () => {
    const { bot, clock, layer } = shop("21:59:58")
    return Effect.gen(function*() {
      yield* storeDay(turnover("2026-03-13"))
      yield* clock.pass("26 hours")
      assert.deepStrictEqual(yield* stored, ["2026-03-13 manual", "2026-03-15 generated"])
      assert.deepStrictEqual(announced(bot), ["reminder 2026-03-15", "daily 2026-03-15"])
      const { missingDays, status } = yield* Effect.flatMap(Health, ({ report }) => report)
      assert.deepStrictEqual([missingDays, status], [[], "ok"])
      assert.isTrue(yield* isClosed(today))
      assert.isFalse(yield* isClosed(date("2026-03-16")))
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is open with a figure, and closed again without it", () => {
    const { layer } = shop("12:00:00")
    return Effect.gen(function*() {
      const { correct, withdraw } = yield* commands
      const entered = yield* correct({ date: today, cents: cents(500), reason: "", actor: "mei" })
      assert.deepStrictEqual([entered.before, entered.after].map(({ cents, closed }) => [Number(cents), closed]), [[0, true], [500, false]])
      assert.isFalse(yield* isClosed(today))
      const withdrawn = yield* withdraw({ date: today, reason: "typo", actor: "mei" })
      assert.deepStrictEqual([withdrawn.before.closed, withdrawn.after.closed], [false, true])
      assert.isTrue(yield* isClosed(today))
      assert.deepStrictEqual(yield* storedAudit, ["correct 2026-03-14", "withdraw 2026-03-14"])
      assert.isTrue(yield* verified)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is opened by a person, which settles it, and closed again by the undo", () => {
    const { clock, layer } = shop("22:59:50")
    return Effect.gen(function*() {
      const ledger = yield* Ledger
      const { mark } = commanding(ledger)
      assert.strictEqual((yield* mark({ date: today, closed: true, actor: "mei" })).change, "unchanged")
      yield* mark({ date: nextWeek, note: "市集", actor: "mei" })
      assert.isTrue(yield* isClosed(nextWeek))
      const { id } = yield* mark({ date: nextWeek, closed: false, actor: "mei" })
      assert.isFalse(yield* isClosed(nextWeek))
      yield* ledger.carryOut({ _tag: "Undo", id: id ?? 0, reason: "" }, named("mei"))
      assert.isTrue(yield* isClosed(nextWeek))
      yield* mark({ date: today, closed: false, actor: "mei" })
      yield* clock.pass("20 seconds")
      assert.deepStrictEqual(yield* stored, ["2026-03-14 generated"])
      assert.isTrue(yield* verified)
    }).pipe(Effect.provide(layer))
  })

  it.scoped("changes with a reload", () => {
    const { config, layer } = shop("12:00:00")
    return Effect.gen(function*() {
      assert.isTrue(yield* isClosed(today))
      config.file = members({ closed_weekdays: ["SUN"] })
      yield* Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)
      assert.isFalse(yield* isClosed(today))
    }).pipe(Effect.provide(layer))
  })
})
