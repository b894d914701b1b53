import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import { outlierOf } from "../../src/Domain/Comparison.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { noHolidays } from "../../src/Domain/Holidays.ts"
import { addDays, isoWeekday, type LocalDate } from "../../src/Domain/LocalDate.ts"
import type { Outlier } from "../../src/Domain/Outlier.ts"
import { type Source, type Turnover, unmarked } from "../../src/Domain/Turnover.ts"
import { localDate } from "./Arbitraries.ts"

const friday = localDate("2025-12-12")

const day = (weeksAgo: number, cents: number, source: Source = "manual"): Turnover => ({
  date: addDays(friday, -7 * weeksAgo),
  cents: cents as Cents,
  isFinal: true,
  source
})

/** The Fridays before, newest first. */
const before = (...amounts: ReadonlyArray<number>): ReadonlyArray<Turnover> => amounts.map((cents, index) => day(index + 1, cents))

// The median is 1,000.00, the median absolute deviation 100.00.
const usual = before(100_000, 110_000, 90_000, 110_000, 90_000, 115_000, 85_000, 100_000)

const ofUsual = { daysCompared: 8, median: 100_000 }

/** Normally distributed draws (Box and Muller's, of mulberry32's numbers). */
const draws = (seed: number) => {
  const uniform = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

// Rule 6.35.
describe("an amount that stands out", () => {
  const cases: ReadonlyArray<readonly [what: string, days: ReadonlyArray<Turnover>, expected: Outlier | null]> = [
    ["above the usual by more than 4.45 deviations", [day(0, 144_501), ...usual], ofUsual],
    ["below the usual by more than 4.45 deviations", [day(0, 55_499), ...usual], ofUsual],
    ["by exactly that", [day(0, 144_500), ...usual], null],
    ["of zero", [day(0, 0), ...usual], ofUsual],
    ["of a generated day", [day(0, 500_000, "generated"), ...usual], null],
    ["of an imported day", [day(0, 500_000, "import"), ...usual], ofUsual],
    ["of a day that is not final", [{ ...day(0, 500_000), isFinal: false }, ...usual], null],
    ["of a day without a record", usual, null],
    ["with five counted days, the least", [day(0, 500_000), ...usual.slice(0, 5)], { daysCompared: 5, median: 100_000 }],
    ["with four counted days", [day(0, 500_000), ...usual.slice(0, 4)], null],
    [
      "with four counted days and generated ones",
      [day(0, 500_000), ...usual.slice(0, 4), day(5, 1, "generated"), day(6, 1, "generated")],
      null
    ],
    ["with days of more than eight weeks ago", [day(0, 500_000), ...usual.slice(0, 4), day(9, 100_000), day(10, 100_000)], null],
    ["against days that are all the same, by more than a quarter", [day(0, 125_001), ...before(...Array<number>(8).fill(100_000))], {
      daysCompared: 8,
      median: 100_000
    }],
    ["against days that are all the same, by a quarter", [day(0, 125_000), ...before(...Array<number>(8).fill(100_000))], null],
    ["against days without takings", [day(0, 500_000), ...before(0, 0, 0, 0, 0)], null],
    ["against an even number of days, whose median is half a cent", [day(0, 9_000), ...before(1_000, 1_000, 1_000, 1_001, 1_001, 1_001)], {
      daysCompared: 6,
      median: 1_001
    }]
  ]
  it.each(cases)("%s: %#", (_what, days, expected) => assert.deepStrictEqual(outlierOf(DayBook.make(days), friday, noHolidays), expected))

  it("does not count a closed day", () => {
    const closed = { ...unmarked(addDays(friday, -35)), closed: true }
    assert.isNull(outlierOf(DayBook.make([day(0, 500_000), ...usual.slice(0, 4)], [closed]), friday, noHolidays))
  })

  it("neither counts a holiday or a make-up working day, nor is one", () => {
    const apart = (...dates: ReadonlyArray<number>) => ({
      ...noHolidays,
      isOrdinary: (date: LocalDate) => !dates.some((weeks) => date === addDays(friday, -7 * weeks))
    })
    assert.isNull(outlierOf(DayBook.make([day(0, 500_000), ...usual]), friday, apart(0)))
    assert.deepStrictEqual(outlierOf(DayBook.make([day(0, 500_000), ...usual]), friday, apart(6, 7)), {
      daysCompared: 6,
      median: 95_000 + 5_000
    })
    assert.isNull(outlierOf(DayBook.make([day(0, 500_000), ...usual]), friday, apart(5, 6, 7, 8)))
  })

  const shares = (sd: number, draw: () => number): number => {
    const days: Array<Turnover> = []
    for (let week = 0; week < 108; week++) days.push(day(week, Math.round(300_000 * (1 + sd * Math.max(-2.5, draw())))))
    const book = DayBook.make(days)
    const newest = days.slice(0, 100)
    const tenfold = (share: number) =>
      newest.every((one) =>
        outlierOf(DayBook.make([...days, { ...one, cents: Math.round(one.cents * share) as Cents }]), one.date, noHolidays) !== null
      )
    assert.isTrue(tenfold(10))
    return newest.filter(({ date }) => outlierOf(book, date, noHolidays) !== null).length / newest.length
  }

  // Amounts of a weekday that are distributed normally, for standard deviations as shops have them.
  it.each([0.08, 0.12, 0.18, 0.25])("is rare among ordinary days with a standard deviation of %d, and a tenfold typo always one", (sd) => {
    const normal = draws(7)
    const found = Array.from({ length: 30 }, () => shares(sd, normal))
    const share = found.reduce((sum, one) => sum + one, 0) / found.length
    assert.isBelow(share, 0.07, `${share}`)
  })

  it("is rarer still in a shop with weekends, seasons and growth, over 716 days", () => {
    const normal = draws(11)
    const days = Array.from({ length: 716 }, (_, index): Turnover => {
      const date = addDays(friday, index - 715)
      const weekday = isoWeekday(date)
      const season = 1 + 0.1 * Math.sin((2 * Math.PI * index) / 365) + (0.1 * index) / 365
      return {
        date,
        cents: Math.round((weekday > 5 ? 440_000 : 300_000) * season * (1 + 0.07 * normal())) as Cents,
        isFinal: true,
        source: "manual"
      }
    })
    const book = DayBook.make(days)
    const found = days.filter(({ date }) => outlierOf(book, date, noHolidays) !== null).length
    assert.isBelow(found / days.length, 0.01, `${found} of ${days.length}`)
  })

  it("is the same in every order of the weeks, and beyond what the usual amounts lie within", () =>
    FastCheck.assert(FastCheck.property(
      FastCheck.array(FastCheck.integer({ min: 1, max: 999_999_999_999 }), { minLength: 5, maxLength: 8 }),
      FastCheck.integer({ min: 0, max: 999_999_999_999 }),
      (amounts, cents) => {
        const found = outlierOf(DayBook.make([day(0, cents), ...before(...amounts)]), friday, noHolidays)
        assert.deepStrictEqual(outlierOf(DayBook.make([day(0, cents), ...before(...amounts.toReversed())]), friday, noHolidays), found)
        const sorted = amounts.toSorted((one, other) => one - other)
        const median = ((sorted[(amounts.length - 1) >> 1] ?? 0) + (sorted[amounts.length >> 1] ?? 0)) / 2
        // Half of the amounts lie within one median absolute deviation of the median.
        if (found !== null) {
          assert.strictEqual(found.median, Math.round(median))
          assert.isAtLeast(amounts.filter((one) => Math.abs(one - median) * 3 < Math.abs(cents - median)).length, amounts.length / 2)
        }
      }
    ), { numRuns: 500 }))
})
