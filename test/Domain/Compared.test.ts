import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { chinaHolidays } from "../../src/Config/HolidayCalendar.ts"
import type { Cents } from "../../src/Domain/Amount.ts"
import { type Compared, dayCompared, monthCompared, weekCompared, yearCompared } from "../../src/Domain/Compared.ts"
import { generatedOnly } from "../../src/Domain/Comparison.ts"
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

/** A day each, from one date to another, but on some weekdays. */
const days = (first: string, last: string, cents: (date: LocalDate) => number, closed: ReadonlyArray<number> = []) =>
  datesBetween(localDate(first), localDate(last)).flatMap((date) => closed.includes(isoWeekday(date)) ? [] : [day(date, cents(date))])

const china = holidaysOf((year) => chinaHolidays()[year])

const sumOf = (all: ReadonlyArray<Turnover>, from: string, to: string): number =>
  all.reduce((total, { cents, date }) => date < from || date > to ? total : total + cents, 0)

/** `n: current / previous` */
const shown = (found: Compared | null): string => found === null ? "none" : `${found.days}: ${found.current} / ${found.previous}`

/** The comparisons of the week, the month and the year until a day, in a shop that closes on some weekdays. */
const until = (all: ReadonlyArray<Turnover>, last: string, closed: ReadonlyArray<number> = []) => {
  const [book, date] = [DayBook.withWeek(DayBook.make(all), new Set(closed)), localDate(last)]
  return {
    day: dayCompared(book, date, china),
    week: weekCompared(book, mondayOf(date), date),
    month: monthCompared(book, firstOfMonth(date), date, china),
    year: yearCompared(book, localDate(`${date.slice(0, 4)}-01-01`), date)
  }
}

// A Friday.
const friday = "2025-12-12"

// Rule 6.25.
describe("a comparison", () => {
  it("of a week is of the days that both weeks have", () => {
    const week = days("2025-12-08", friday, () => 10)
    const before = ["2025-12-01", "2025-12-03", "2025-12-04"].map((date) => day(date, 7))
    assert.strictEqual(shown(until([...week, ...before], friday).week), "3: 30 / 21")
  })

  it("counts zero as a figure, and does not count a generated amount, also in a shop that never counts", () => {
    const [now, before] = ["2025-12-08", "2025-12-01"]
    assert.strictEqual(shown(until([day(now, 0), day(before, 4)], now).week), "1: 0 / 4")
    assert.isNull(until([day(now, 5), day(before, 4, "generated")], now).week)
    const generated = datesBetween(localDate("2025-10-28"), localDate(friday)).map((date) => day(date, 5, "generated"))
    assert.deepStrictEqual(until(generated, friday), { day: null, week: null, month: null, year: null })
  })

  it("of a shop that closes on Mondays has all its days on both sides, so that the same business is level", () => {
    const amounts = [0, 0, 1_100, 1_150, 1_200, 1_700, 2_200, 2_300]
    const all = days("2024-12-31", "2026-11-25", (date) => amounts[isoWeekday(date)] ?? 0, [1])
    const { month, year } = until(all, "2026-11-25", [1])
    // 329 days, of which 47 are Mondays of this year, and 47 of the year before; none is both.
    assert.strictEqual(shown(year), `329: ${sumOf(all, "2026-01-01", "2026-11-25")} / ${sumOf(all, "2025-01-01", "2025-11-25")}`)
    assert.isBelow(Math.abs((year?.current ?? 0) / (year?.previous ?? 1) - 1), 0.005)
    const taken = sumOf(all, "2026-11-01", "2026-11-25")
    assert.strictEqual(shown(month), `25: ${taken} / ${taken}`)
    // Where nothing is counted around it, as in a gap, a Monday is as unknown as its days.
    assert.strictEqual(until(all.filter(({ date }) => date < "2025-02-01" || date > "2025-09-30"), "2026-11-25", [1]).year?.days, 87)
  })

  it("with a closing weekday is the same whatever is known of later days, and has none with 29 February", () => {
    const all = days("2027-01-02", "2028-03-05", () => 10, [7, 1])
    const on = (last: string, known: string) => until(all.filter(({ date }) => date <= known), last, [7, 1])
    // A Monday, whose Tuesday follows.
    assert.deepStrictEqual(on("2028-02-28", "2028-02-28"), on("2028-02-28", "2028-03-05"))
    assert.strictEqual(on("2028-03-01", "2028-03-01").year?.days, (on("2028-02-28", "2028-02-28").year?.days ?? 0) + 1)
  })

  it("needs a counted day on each side, beside which a closing weekday counts as nothing", () => {
    const all = days("2026-09-01", "2026-11-02", () => 10, [7])
    // The month begins with a Sunday. What it took so far is nothing to compare with a Thursday.
    assert.deepStrictEqual([until(all, "2026-11-01", [7]), until(all, "2026-11-02", [7])].map(({ month }) => shown(month)), [
      "none",
      "2: 10 / 10"
    ])
  })

  it("of a month is of the days that the month before has as well", () => {
    const all = days("2026-02-01", "2026-03-31", () => 1)
    assert.deepStrictEqual(["2026-03-31", "2026-03-02"].map((last) => shown(until(all, last).month)), ["28: 28 / 28", "2: 2 / 2"])
  })

  // Rule 6.36.
  it("of a month is with what its days would take if each were like its weekday in the month before", () => {
    // 1 to 8 November 2025 has two Saturdays, 1 to 8 October two Wednesdays.
    // National Day is left out of the means, and so is the make-up Saturday.
    const before = days("2025-10-01", "2025-10-31",
      (date) => china.isHoliday(date) ? 900 : china.isMakeup(date) ? 1 : isWeekend(date) ? 50 : 30)
    const now = days("2025-11-01", "2025-11-08", () => 40)
    assert.strictEqual(shown(until([...before, ...now], "2025-11-08").month), "8: 320 / 300")
    // Without a Saturday in the month before, the amount of two Saturdays cannot be estimated.
    assert.isNull(until([...before.filter(({ date }) => isoWeekday(date) !== 6), ...now], "2025-11-08").month)
  })

  it("of a year is with the same dates of the year before, and the days after a leap day keep their dates", () => {
    const all = ["2028-01-01", "2028-02-29", "2028-03-01", "2028-03-02"].map((date) => day(date, 5))
    const before = ["2027-01-01", "2027-02-28", "2027-03-01"].map((date) => day(date, 3))
    assert.strictEqual(shown(until([...all, ...before], "2028-03-02").year), "2: 10 / 6")
  })

  it("of a week or month that has only begun has no day", () => {
    const [book, date] = [DayBook.make([day("2025-11-30", 1), day("2025-11-23", 1)]), localDate("2025-11-30")]
    assert.isNull(weekCompared(book, addDays(date, 1), date))
    assert.isNull(monthCompared(book, addDays(date, 1), date, noHolidays))
  })

  it("never uses a day without its match", () =>
    FastCheck.assert(FastCheck.property(history, dateWithin("2025-11-15", "2026-02-05"), (recorded, last) => {
      const known = (date: LocalDate) => recorded.find((one) => one.isFinal && one.date === date && one.source !== "generated")
      const matched = datesBetween(mondayOf(last), last).flatMap((date) => {
        const [one, other] = [known(date), known(addDays(date, -7))]
        return one === undefined || other === undefined ? [] : [[one.cents as number, other.cents as number] as const]
      })
      const sum = (index: 0 | 1) => matched.reduce((total, pair) => total + pair[index], 0)
      assert.strictEqual(shown(until(recorded, last).week), matched.length === 0 ? "none" : `${matched.length}: ${sum(0)} / ${sum(1)}`)
    }), { numRuns: 500 }))
})

// Rule 6.41.
describe("a holiday against last year's", () => {
  const of = (date: string, ...all: ReadonlyArray<Turnover>) => shown(until(all, date).day)

  it("is by the festival's own day: the eve of 春节 with the eve", () =>
    assert.strictEqual(of("2026-02-16", day("2026-02-16", 9_380), day("2025-01-28", 8_642), day("2025-02-16", 1)), "1: 9380 / 8642"))

  it("is none with a day that was a working day then, or that nobody counted", () => {
    assert.strictEqual(of("2026-02-15", day("2026-02-15", 5_821), day("2025-01-27", 4_000)), "none")
    assert.strictEqual(of("2026-10-01", day("2026-10-01", 5), day("2025-10-01", 4, "generated")), "none")
  })

  it("of two festivals takes the one with more days, or the one that has a match", () => {
    const [both, autumn] = [day("2025-10-06", 7), day("2024-09-17", 5)]
    assert.strictEqual(of("2025-10-06", both, day("2024-10-06", 6), autumn), "1: 7 / 6")
    assert.strictEqual(of("2025-10-06", both, autumn), "1: 7 / 5")
  })

  it("is none before the holidays that are known", () =>
    assert.strictEqual(of("2004-10-01", day("2004-10-01", 5), day("2003-10-01", 4)), "none"))
})

// Rule 6.51.
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
})
