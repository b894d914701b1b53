import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { ShopClock } from "../../src/Clock.ts"
import { formatInstant, momentOf } from "../../src/Domain/Calendar.ts"
import { dashboard } from "../../src/Domain/Figures.ts"
import { generateAmount } from "../../src/Domain/Generator.ts"
import { datesBetween, isWeekend } from "../../src/Domain/LocalDate.ts"
import { Ledger } from "../../src/Ledger.ts"
import { AuditTrail } from "../../src/Ledger/AuditTrail.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { announced, date, storedAudit, storedDays, storedGenerator } from "../lib/Stored.ts"
import { members, testService } from "../lib/TestService.ts"

/** A Sunday, settled at the start, and five days across the end of the year. */
const dates = datesBetween(date("2025-12-28"), date("2026-01-02"))

const figures = Effect.gen(function*() {
  const ledger = yield* Ledger
  return dashboard(yield* ledger.book, momentOf(yield* (yield* ShopClock).now, ledger.calendar()))
})

describe("Day after day", () => {
  for (const cutoff of ["00:00", "01:00", "23:59"]) {
    it.effect(`settles each day once at ${cutoff}, over the end of week, month and year`, () => {
      const clock = quickClock(DateTime.unsafeMake("2025-12-28T23:59:30+08:00").epochMillis)
      const { bot, layer } = testService({ at: "", clock, watch: "1 hour", config: { file: members({ cutoff_time: cutoff }) } })
      return Effect.gen(function*() {
        const { zone } = yield* ShopClock
        const generator = yield* storedGenerator
        yield* clock.pass("5 days")
        const settled = yield* storedDays
        assert.deepStrictEqual(
          settled,
          dates.map((day) => ({ date: day, cents: generateAmount(generator, day), isFinal: true, source: "generated" }))
        )
        for (const { cents, date } of settled) {
          const [min, max] = isWeekend(date) ? [400_000, 520_000] : [280_000, 360_000]
          assert.isTrue(cents >= min && cents <= max, `${date}: ${cents}`)
        }
        assert.deepStrictEqual(
          bot.sent.map(({ at }) => formatInstant(DateTime.unsafeMakeZoned(at, { timeZone: zone }))),
          dates.map((day, index) => (index === 0 ? `${day}T23:59:30+08:00` : `${day}T${cutoff}:00+08:00`))
        )
        assert.deepStrictEqual(announced(bot), dates.map((day) => `daily ${day}`))
        assert.deepStrictEqual(yield* storedAudit, dates.map((day) => `generate ${day}`))
        assert.deepStrictEqual(yield* (yield* AuditTrail).verify, { records: 6, firstBrokenId: null })
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("changes the figures at the cutoff, and the week and month at midnight", () => {
    const clock = quickClock(DateTime.unsafeMake("2025-12-28T22:59:00+08:00").epochMillis)
    const { layer } = testService({ at: "", clock, watch: "1 hour" })
    return Effect.gen(function*() {
      const seen: Array<string> = []
      const see = Effect.map(figures, ({ last_week, this_month, this_week, today, yesterday }) => {
        const counted = (figure: { readonly cents: number | null }) => (figure.cents === null ? "-" : "+")
        const span = (period: { readonly start: string; readonly end: string }) => `${period.start.slice(5)}..${period.end.slice(5)}`
        seen.push(`${today.date.slice(5)} ${counted(today)}${counted(yesterday)} ${[last_week, this_week, this_month].map(span).join(" ")}`)
      })
      for (const day of ["28", "29", "30", "31", "01"]) {
        yield* clock.pass("1 minute")
        if (day !== "30") yield* see
        yield* clock.pass("1 hour")
        if (day !== "30") yield* see
        yield* clock.pass("1379 minutes")
      }
      assert.deepStrictEqual(seen, [
        "12-28 +- 12-15..12-21 12-22..12-28 12-01..12-28",
        "12-29 -+ 12-22..12-28 12-29..12-29 12-01..12-29",
        "12-29 ++ 12-22..12-28 12-29..12-29 12-01..12-29",
        "12-30 -+ 12-22..12-28 12-29..12-30 12-01..12-30",
        "12-31 ++ 12-22..12-28 12-29..12-31 12-01..12-31",
        "01-01 -+ 12-22..12-28 12-29..01-01 01-01..01-01",
        "01-01 ++ 12-22..12-28 12-29..01-01 01-01..01-01",
        "01-02 -+ 12-22..12-28 12-29..01-02 01-01..01-02"
      ])
      const { last_week, this_month, this_week } = yield* figures
      const sum = (first: string, last: string) =>
        Effect.map(storedDays, (days) =>
          days.filter((day) => day.date >= first && day.date <= last).reduce((total, day) => total + day.cents, 0))
      assert.strictEqual(last_week.cents, yield* sum("2025-12-22", "2025-12-28"))
      assert.strictEqual(this_week.cents, yield* sum("2025-12-29", "2026-01-01"))
      assert.strictEqual(this_month.cents, yield* sum("2026-01-01", "2026-01-01"))
      assert.isAbove(this_month.cents, 0)
    }).pipe(Effect.provide(layer))
  })
})
