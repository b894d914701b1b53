import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { chinaHolidays } from "../../src/Config/HolidayCalendar.ts"
import type { Cents } from "../../src/Domain/Amount.ts"
import { type CentsRange, generateAmount, type GeneratorSettings, rangeOf } from "../../src/Domain/Generator.ts"
import { holidaysOf } from "../../src/Domain/Holidays.ts"
import { addDays, datesBetween } from "../../src/Domain/LocalDate.ts"
import { maxCents } from "../../src/Domain/TypedAmount.ts"
import { cents, dateWithin, localDate } from "./Arbitraries.ts"

const range = (min: number, max: number): CentsRange => ({ min: min as Cents, max: max as Cents })

const settings = (changes: Partial<GeneratorSettings> = {}): GeneratorSettings => ({
  seed: "seed",
  weekday: range(280_000, 360_000),
  weekend: range(400_000, 520_000),
  ...changes
})

const anyDate = dateWithin("2000-01-01", "2099-12-31")
const anyRange = FastCheck.tuple(cents(), cents()).map(([a, b]) => range(Math.min(a, b), Math.max(a, b)))

// Rules 2.2 and 5.3.
describe("a generated amount", () => {
  it("is within the ranges of weekend and weekday on holidays and make-up days, where the settings say so", () => {
    const holidays = holidaysOf((year) => chinaHolidays()[year])
    const [weekday, weekend, own] = [range(1, 2), range(3, 4), range(5, 6)]
    // A Friday of National Day, a make-up Saturday, a Saturday and a Monday.
    const ranges = (changes: Partial<GeneratorSettings>) =>
      ["2026-10-02", "2026-10-10", "2026-10-17", "2026-10-19"].map((date) =>
        rangeOf(settings({ weekday, weekend, ...changes }), localDate(date))
      )
    assert.deepStrictEqual(ranges({}), [weekday, weekend, weekend, weekday])
    assert.deepStrictEqual(ranges({ special: { holidays, range: null } }), [weekend, weekday, weekend, weekday])
    assert.deepStrictEqual(ranges({ special: { holidays, range: own } }), [own, weekday, weekend, weekday])
  })

  it("lies in whole cents within the range of its day, both ends included", () =>
    FastCheck.assert(FastCheck.property(FastCheck.string(), anyRange, anyRange, anyDate, (seed, weekday, weekend, date) => {
      for (let days = 0; days < 7; days++) {
        const day = addDays(date, days)
        const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
        const { max, min } = isWeekend ? weekend : weekday
        const amount = generateAmount({ seed, weekday, weekend }, day)
        assert.isTrue(Number.isInteger(amount) && amount >= min && amount <= max, `${min} <= ${amount} <= ${max}`)
      }
    })))

  it("is whole in a currency without decimals", () => {
    for (const date of datesBetween(localDate("2026-01-01"), localDate("2026-03-31"))) {
      const amount = generateAmount(settings({ isWhole: true, weekday: range(100, 300), weekend: range(100, 300) }), date)
      assert.include([100, 200, 300], amount)
    }
  })

  it("is the same for the same seed, date and range", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.string(), anyDate,
        (seed, date) => assert.strictEqual(generateAmount(settings({ seed }), date), generateAmount(settings({ seed }), date)))
    ))

  it("keeps its value from release to release", () =>
    assert.strictEqual(generateAmount(settings({ seed: "turnover" }), localDate("2025-12-09")), 334_134))

  it("of a range of one amount is that amount", () => {
    for (const only of [0, 1, maxCents]) {
      assert.strictEqual(generateAmount(settings({ weekday: range(only, only) }), localDate("2025-12-09")), only)
    }
  })

  it("reaches every amount of a small range, each about equally often", () => {
    const days = datesBetween(localDate("2000-01-01"), localDate("2029-12-31"))
    const counts = new Map<number, number>()
    for (const day of days) {
      const amount = generateAmount(settings({ weekday: range(10, 19), weekend: range(10, 19) }), day)
      counts.set(amount, (counts.get(amount) ?? 0) + 1)
    }
    assert.deepStrictEqual([...counts.keys()].sort(), [10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
    const even = days.length / 10
    for (const count of counts.values()) assert.approximately(count, even, 5 * Math.sqrt(even))
  })

  it("differs from day to day and from installation to installation", () => {
    const days = datesBetween(localDate("2025-01-01"), localDate("2025-12-31"))
    const wide = range(0, maxCents)
    const year = (seed: string) => days.map((day) => generateAmount({ seed, weekday: wide, weekend: wide }, day))
    assert.strictEqual(new Set([...year("a"), ...year("b")]).size, 2 * days.length)
  })
})
