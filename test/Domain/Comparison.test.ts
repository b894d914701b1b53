import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { chinaHolidays } from "../../src/Config/HolidayCalendar.ts"
import type { Cents } from "../../src/Domain/Amount.ts"
import { bestWeekday, type Comparison, comparisons, generatedOnly, recentRange, weekdayMean } from "../../src/Domain/Comparison.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { meanOf } from "../../src/Domain/DayStatistics.ts"
import { holidaysOf, noHolidays } from "../../src/Domain/Holidays.ts"
import { addDays, datesBetween, firstOfMonth, isoWeekday, isWeekend, type LocalDate, mondayOf } from "../../src/Domain/LocalDate.ts"
import type { Source, Turnover } from "../../src/Domain/Turnover.ts"
import { dateWithin, history, localDate } from "./Arbitraries.ts"

const day = (date: string, cents: number, source: Source = "manual"): Turnover => ({
  date: localDate(date),
  cents: cents as Cents,
  isFinal: true,
  source
})

const china = holidaysOf((year) => chinaHolidays()[year])

const asOf = (days: ReadonlyArray<Turnover>, last: string) => {
  const date = localDate(last)
  return comparisons(DayBook.make(days), date, mondayOf(date), firstOfMonth(date), china)
}

const sumOf = (days: ReadonlyArray<Turnover>, from: string, to: string): number =>
  days.reduce((total, { cents, date }) => date < from || date > to ? total : total + cents, 0)

/** `n: current / previous` */
const shown = ({ current, daysCompared, previous }: Comparison): string => `${daysCompared}: ${current} / ${previous}`

// A Friday.
const friday = "2025-12-12"

// Rule 6.25.
describe("a comparison", () => {
  it("of a day is with the same weekday of the week before", () => {
    const found = asOf([day(friday, 5), day("2025-12-05", 4)], friday)
    assert.strictEqual(shown(found.same_weekday_last_week), "1: 5 / 4")
  })

  it("with the mean of four weekdays takes those that are there, and rounds half a cent up", () => {
    const found = asOf([day(friday, 9), day("2025-12-05", 1), day("2025-11-28", 2), day("2025-11-21", 100, "generated")], friday)
    assert.strictEqual(shown(found.same_weekday_mean4), "2: 9 / 2")
  })

  // The amount that a person counted a week ago is not hidden because no amount was counted since.
  it("of a day without a counted record still has the earlier amount, and the mean from three days on", () => {
    const before = (count: number) =>
      Array.from({ length: count }, (_, index) => day(addDays(localDate(friday), -7 * (index + 1)), 4 + index))
    for (const own of [[], [day(friday, 9, "generated")]]) {
      const found = asOf([...own, ...before(3)], friday)
      assert.strictEqual(shown(found.same_weekday_last_week), "0: null / 4")
      assert.strictEqual(shown(found.same_weekday_mean4), "0: null / 5")
      assert.strictEqual(shown(asOf([...own, ...before(2)], friday).same_weekday_mean4), "0: null / null")
    }
  })

  it("of a week compares only the days that both weeks have", () => {
    const week = ["2025-12-08", "2025-12-09", "2025-12-10", "2025-12-11", friday].map((date) => day(date, 10))
    const before = ["2025-12-01", "2025-12-03", "2025-12-04"].map((date) => day(date, 7))
    assert.strictEqual(shown(asOf([...week, ...before], friday).week_to_date), "3: 30 / 21")
  })

  it("counts zero as a figure, and does not count a generated amount", () => {
    assert.strictEqual(shown(asOf([day(friday, 0), day("2025-12-05", 4)], friday).same_weekday_last_week), "1: 0 / 4")
    assert.strictEqual(shown(asOf([day(friday, 5), day("2025-12-05", 4, "generated")], friday).same_weekday_last_week), "0: null / null")
    assert.strictEqual(shown(asOf([day(friday, 5, "generated"), day("2025-12-05", 4)], friday).same_weekday_last_week), "0: null / 4")
  })

  it("of amounts that nobody counted does not exist, also in a shop that never counts", () => {
    const generated = datesBetween(localDate("2025-11-28"), localDate(friday)).map((date) => day(date, 5, "generated"))
    const found = asOf([...generated, day("2025-11-27", 9)], friday)
    assert.strictEqual(shown(found.same_weekday_last_week), "0: null / null")
    assert.strictEqual(shown(found.month_to_date), "0: null / null")
  })

  it("of a shop that closes on Mondays has all its days on both sides, so that the same business is level", () => {
    const amounts = [0, 0, 1_100, 1_150, 1_200, 1_700, 2_200, 2_300]
    const days = datesBetween(localDate("2024-12-31"), localDate("2026-11-25")).flatMap((date) =>
      isoWeekday(date) === 1 ? [] : [day(date, amounts[isoWeekday(date)] ?? 0)]
    )
    const date = localDate("2026-11-25")
    const of = (all: ReadonlyArray<Turnover>) =>
      comparisons(DayBook.withWeek(DayBook.make(all), new Set([1])), date, mondayOf(date), firstOfMonth(date), china)
    // 329 days, of which 47 are Mondays of this year, and 47 of the year before; none is both.
    const { month_to_date, year_to_date } = of(days)
    assert.strictEqual(shown(year_to_date), `329: ${sumOf(days, "2026-01-01", "2026-11-25")} / ${sumOf(days, "2025-01-01", "2025-11-25")}`)
    assert.isBelow(Math.abs((year_to_date.current ?? 0) / (year_to_date.previous ?? 1) - 1), 0.005)
    assert.strictEqual(shown(month_to_date), `25: ${sumOf(days, "2026-11-01", "2026-11-25")} / ${sumOf(days, "2026-10-01", "2026-10-25")}`)
    assert.deepStrictEqual(month_to_date.mix?.current, [0, 4, 4, 3, 3, 3, 4])
    assert.strictEqual(month_to_date.mix?.expected, month_to_date.current)
    // Where nothing is counted around it, as in a gap, a Monday is as unknown as its days.
    assert.strictEqual(of(days.filter(({ date: each }) => each < "2025-02-01" || each > "2025-09-30")).year_to_date.daysCompared, 87)
  })

  it("with a closing weekday is the same whatever is known of later days, and has none with 29 February", () => {
    const all = datesBetween(localDate("2027-01-02"), localDate("2028-03-05"))
      .flatMap((date) => [7, 1].includes(isoWeekday(date)) ? [] : [day(date, 10)])
    const on = (last: string, until: string) => {
      const date = localDate(last)
      const book = DayBook.withWeek(DayBook.make(all.filter((each) => each.date <= until)), new Set([7, 1]))
      return comparisons(book, date, mondayOf(date), firstOfMonth(date), china)
    }
    // A Monday, whose Tuesday follows.
    assert.deepStrictEqual(on("2028-02-28", "2028-02-28"), on("2028-02-28", "2028-03-05"))
    assert.deepStrictEqual(on("2028-03-01", "2028-03-01").year_to_date.daysCompared,
      on("2028-02-28", "2028-02-28").year_to_date.daysCompared + 1)
  })

  it("needs a counted day on each side, beside which a closing weekday counts as nothing", () => {
    const all = datesBetween(localDate("2026-09-01"), localDate("2026-11-02"))
      .flatMap((date) => isoWeekday(date) === 7 ? [] : [day(date, 10)])
    const monthTo = (last: string) => {
      const date = localDate(last)
      const book = DayBook.withWeek(DayBook.make(all), new Set([7]))
      return shown(comparisons(book, date, mondayOf(date), firstOfMonth(date), china).month_to_date)
    }
    // The month begins with a Sunday. What it took so far is nothing to compare with a Thursday.
    assert.deepStrictEqual([monthTo("2026-11-01"), monthTo("2026-11-02")], ["0: null / null", "2: 10 / 20"])
  })

  it("of a month is with the same days of the month before, and none beyond its end", () => {
    const days = datesBetween(localDate("2026-02-01"), localDate("2026-03-31")).map((date) => day(date, 1))
    assert.strictEqual(shown(asOf(days, "2026-03-31").month_to_date), "28: 28 / 28")
    assert.strictEqual(shown(asOf(days, "2026-03-02").month_to_date), "2: 2 / 2")
  })

  // Rule 6.36.
  it("of a month shows how its weekdays differ, and the sum to expect from them", () => {
    // 1 to 8 November 2025 has two Saturdays, 1 to 8 October two Wednesdays.
    const days = (first: string, last: string, cents: (date: LocalDate) => number) =>
      datesBetween(localDate(first), localDate(last)).map((date) => day(date, cents(date)))
    // National Day is left out of the means, and so is the make-up Saturday.
    const before = days("2025-10-01", "2025-10-31",
      (date) => china.isHoliday(date) ? 900 : china.isMakeup(date) ? 1 : isWeekend(date) ? 50 : 30)
    const found = asOf([...before, ...days("2025-11-01", "2025-11-08", () => 40)], "2025-11-08").month_to_date
    assert.strictEqual(shown(found), "8: 320 / 7200")
    assert.deepStrictEqual(found.mix, {
      current: [1, 1, 1, 1, 1, 2, 1],
      previous: [1, 1, 2, 1, 1, 1, 1],
      holidays: { current: [], previous: [{ name: "国庆", days: 8 }] },
      expected: 300
    })
    // Without a Saturday in the month before, the amount of two Saturdays cannot be estimated.
    const none = before.filter(({ date }) => isoWeekday(date) !== 6)
    assert.isNull(asOf([...none, ...days("2025-11-01", "2025-11-08", () => 40)], "2025-11-08").month_to_date.mix?.expected)
    assert.deepStrictEqual(asOf([], "2025-11-08").month_to_date.mix, {
      current: [0, 0, 0, 0, 0, 0, 0],
      previous: [0, 0, 0, 0, 0, 0, 0],
      holidays: { current: [], previous: [] },
      expected: null
    })
  })

  it("of a month with that of last year is by date, and a leap day has no match", () => {
    const days = [
      ...datesBetween(localDate("2027-02-01"), localDate("2027-02-28")),
      ...datesBetween(localDate("2028-02-01"), localDate("2028-02-29"))
    ]
      .map((date) => day(date, 1))
    assert.strictEqual(shown(asOf(days, "2028-02-29").month_to_date_last_year), "28: 28 / 28")
  })

  it("of a year is with the same dates of the year before, and the days after a leap day keep their dates", () => {
    const days = ["2028-01-01", "2028-02-29", "2028-03-01", "2028-03-02"].map((date) => day(date, 5))
    const before = ["2026-12-31", "2027-01-01", "2027-02-28", "2027-03-01", "2027-03-03"].map((date) => day(date, 3))
    assert.strictEqual(shown(asOf([...before, ...days], "2028-03-02").year_to_date), "2: 10 / 6")
  })

  it("of a year that has only begun has no day", () => {
    const date = localDate("2025-12-31")
    const found = comparisons(DayBook.make([day(date, 1), day("2024-12-31", 1)]), date, addDays(date, 1), addDays(date, 1), noHolidays)
    assert.strictEqual(found.year_to_date.daysCompared, 0)
  })

  it("of a week or month that has only begun has no day", () => {
    const date = localDate("2025-11-30")
    const found = comparisons(DayBook.make([day(date, 1), day("2025-11-23", 1)]), date, addDays(date, 1), addDays(date, 1), noHolidays)
    assert.strictEqual(found.week_to_date.daysCompared, 0)
    assert.strictEqual(found.month_to_date.daysCompared, 0)
  })

  const anyDate = dateWithin("2025-11-15", "2026-02-05")

  it("never uses a day without its match", () =>
    FastCheck.assert(FastCheck.property(history, anyDate, (recorded, last) => {
      const book = DayBook.make(recorded)
      const { month_to_date, same_weekday_last_week, week_to_date } = comparisons(book, last, mondayOf(last), firstOfMonth(last), china)
      const known = (date: LocalDate) => recorded.find((one) => one.isFinal && one.date === date && one.source !== "generated")
      const expect = (
        found: Comparison,
        pairs: ReadonlyArray<readonly [LocalDate, LocalDate]>,
        unmatched: (pair: readonly [LocalDate, LocalDate]) => number | null = () => null
      ) => {
        const matched = pairs.flatMap(([date, before]) => {
          const [one, other] = [known(date), known(before)]
          return one === undefined || other === undefined ? [] : [[one.cents as number, other.cents as number] as const]
        })
        const sum = (index: 0 | 1) => matched.length === 0 ? null : matched.reduce((total, pair) => total + pair[index], 0)
        const { mix: _, ...sums } = found
        assert.deepStrictEqual(sums, {
          daysCompared: matched.length,
          current: sum(0),
          previous: matched.length === 0 && pairs[0] !== undefined ? unmatched(pairs[0]) : sum(1)
        })
      }
      expect(same_weekday_last_week, [[last, addDays(last, -7)]], ([, before]) => known(before)?.cents ?? null)
      expect(week_to_date, datesBetween(mondayOf(last), last).map((date) => [date, addDays(date, -7)]))
      const first = firstOfMonth(last)
      const before = firstOfMonth(addDays(first, -1))
      expect(month_to_date, datesBetween(first, last).flatMap((date, index): ReadonlyArray<readonly [LocalDate, LocalDate]> => {
        const match = addDays(before, index)
        return match < first ? [[date, match]] : []
      }))
    }), { numRuns: 500 }))
})

// Rule 6.25.
describe("a shop that does not count", () => {
  const generated = datesBetween(localDate("2025-11-28"), localDate("2025-12-11")).map((date) => day(date, 5, "generated"))
  const cases: ReadonlyArray<readonly [what: string, days: ReadonlyArray<Turnover>, expected: boolean]> = [
    ["without a record", [], false],
    ["whose only day is generated", generated.slice(0, 1), false],
    ["with 13 generated days", generated.slice(1), false],
    ["whose last 14 days are generated", [day("2025-11-27", 1), ...generated], true],
    ["that counted one of the last 14", [day("2025-11-27", 1), ...generated.slice(1)], false],
    ["that has a day which does not count yet", [...generated, day(friday, 1)], true]
  ]
  it.each(cases)("%s: %#",
    (_what, days, expected) => assert.strictEqual(generatedOnly(DayBook.make(days), localDate("2025-12-11")), expected))
})

// Rule 6.26.
describe("the best weekday in eight weeks", () => {
  const fridays = (count: number, cents: number) =>
    Array.from({ length: count }, (_, index) => day(addDays(localDate(friday), -7 * (index + 1)), cents))
  const cases: ReadonlyArray<readonly [what: string, days: ReadonlyArray<Turnover>, expected: boolean]> = [
    ["above seven others", [day(friday, 9), ...fridays(7, 8)], true],
    ["level with one", [day(friday, 8), ...fridays(7, 8)], false],
    ["above four others, the least that count", [day(friday, 9), ...fridays(4, 8)], true],
    ["above three", [day(friday, 9), ...fridays(3, 8)], false],
    ["below one of nine weeks ago", [day(friday, 9), ...fridays(7, 8), day("2025-10-17", 99)], true],
    ["below a generated one", [day(friday, 9), ...fridays(6, 8), day("2025-10-24", 99, "generated")], true],
    ["generated itself", [day(friday, 9, "generated"), ...fridays(7, 8)], false]
  ]
  it.each(cases)("%s: %#", (_what, days, expected) => assert.strictEqual(bestWeekday(DayBook.make(days), localDate(friday)), expected))
})

describe("a mean", () => {
  it("is in whole cents, half a cent upwards", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.integer({ min: 0, max: 999_999_999_999 }), { minLength: 1, maxLength: 4 }),
        (amounts) => {
          const sum = amounts.reduce((total, cents) => total + BigInt(cents), 0n)
          const count = BigInt(amounts.length)
          assert.strictEqual(meanOf(amounts), Number((2n * sum + count) / (2n * count)))
        })
    ))

  it("of weekdays says how many there are", () => {
    const days = [day("2025-12-05", 1), day("2025-11-21", 2)]
    assert.deepStrictEqual(weekdayMean(DayBook.make(days), localDate(friday)), { cents: 2, days: 2 })
    assert.deepStrictEqual(weekdayMean(DayBook.empty, localDate(friday)), { cents: null, days: 0 })
  })
})

// Rule 6.30.
describe("the days shortly before, which a new shop's amount is compared with", () => {
  it("are the counted ones of two weeks, without those of 0.00", () => {
    const days = [day("2025-11-27", 900), day("2025-11-28", 500), day("2025-12-10", 0), day("2025-12-11", 50, "generated"), day(friday, 1)]
    assert.deepStrictEqual(recentRange(DayBook.make(days), localDate(friday)), { min: 500, max: 500 })
    assert.isUndefined(recentRange(DayBook.make([day("2025-12-10", 0)]), localDate(friday)))
  })

  // A person who fills in the days before the first record has only those after it to go by.
  it("are the days shortly after, where none before is counted", () => {
    const days = [day("2025-12-14", 700), day("2025-12-26", 900), day("2025-12-27", 9)]
    assert.deepStrictEqual(recentRange(DayBook.make(days), localDate(friday)), { min: 700, max: 900 })
  })
})
