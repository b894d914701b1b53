import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { chinaHolidays } from "../../src/Config/HolidayCalendar.ts"
import type { Cents } from "../../src/Domain/Amount.ts"
import { generatedOnly } from "../../src/Domain/Comparison.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { holidaysOf, noHolidays } from "../../src/Domain/Holidays.ts"
import { addDays } from "../../src/Domain/LocalDate.ts"
import { sameHolidayLastYear } from "../../src/Domain/SameHoliday.ts"
import type { Source, Turnover } from "../../src/Domain/Turnover.ts"
import { dateWithin, localDate } from "./Arbitraries.ts"

const china = holidaysOf((year) => chinaHolidays()[year])

const day = (date: string, cents: number, source: Source = "manual"): Turnover => ({
  date: localDate(date),
  cents: cents as Cents,
  isFinal: true,
  source
})

const asOf = (date: string, ...days: ReadonlyArray<Turnover>) => {
  const found = sameHolidayLastYear(DayBook.make(days), localDate(date), china)
  return found === null ? null : [found.name, found.day, found.date, found.daysCompared, found.current, found.previous, found.wasOff]
}

// Rule 6.41.
describe("a holiday against last year's", () => {
  it("is by the festival's own day: the eve of 春节 with the eve", () =>
    assert.deepStrictEqual(asOf("2026-02-16", day("2026-02-16", 9_380), day("2025-01-28", 8_642), day("2025-02-16", 1)), [
      "春节",
      -1,
      localDate("2025-01-28"),
      1,
      9_380,
      8_642,
      true
    ]))

  it("does not compare with a day that was a working day then, whatever its amount", () =>
    assert.deepStrictEqual(asOf("2026-02-15", day("2026-02-15", 5_821), day("2025-01-27", 4_000)), [
      "春节",
      -2,
      localDate("2025-01-27"),
      0,
      null,
      null,
      false
    ]))

  it("never treats an estimate as counted, and still has the amount that was counted a year before", () => {
    assert.deepStrictEqual(asOf("2026-10-01", day("2026-10-01", 5, "generated"), day("2025-10-01", 4)), [
      "国庆",
      0,
      localDate("2025-10-01"),
      0,
      null,
      4,
      true
    ])
    assert.deepStrictEqual(asOf("2026-10-01", day("2026-10-01", 5), day("2025-10-01", 4, "generated")), [
      "国庆",
      0,
      localDate("2025-10-01"),
      0,
      null,
      null,
      true
    ])
  })

  it("of two festivals takes the one with more days, or the one that has a match", () => {
    const both = [day("2025-10-06", 7), day("2024-10-06", 6), day("2024-09-17", 5)]
    assert.deepStrictEqual(asOf("2025-10-06", ...both), ["国庆", 5, localDate("2024-10-06"), 1, 7, 6, true])
    assert.deepStrictEqual(asOf("2025-10-06", day("2025-10-06", 7), day("2024-09-17", 5)), [
      "中秋",
      0,
      localDate("2024-09-17"),
      1,
      7,
      5,
      true
    ])
  })

  it("is none on an ordinary day, on a make-up working day, and where no holidays are kept", () => {
    assert.isNull(asOf("2026-10-10", day("2026-10-10", 5)))
    assert.isNull(asOf("2026-11-21", day("2026-11-21", 5)))
    assert.isNull(sameHolidayLastYear(DayBook.make([day("2026-10-01", 5)]), localDate("2026-10-01"), noHolidays))
  })

  it("of a year before the data has no date", () =>
    assert.deepStrictEqual(asOf("2004-10-01", day("2004-10-01", 5), day("2003-10-01", 4)), ["国庆", 0, null, 0, null, null, false]))

  it("pairs counted days that are both off, at the same distance from the festival", () =>
    FastCheck.assert(FastCheck.property(
      dateWithin("2025-01-01", "2026-12-31"),
      FastCheck.array(
        FastCheck.tuple(FastCheck.integer({ min: -12, max: 12 }), FastCheck.integer({ min: 0, max: 9_999 }), FastCheck.boolean())
      ),
      (date, others) => {
        const days = [
          day(date, 1),
          ...[-384, -383, -355, -354, -365].flatMap((apart) =>
            others.map(([by, cents, counted]) => day(addDays(date, apart + by), cents, counted ? "manual" : "generated"))
          )
        ]
        const book = DayBook.make(days)
        const found = sameHolidayLastYear(book, date, china)
        assert.strictEqual(found === null, !china.isHoliday(date))
        if (found === null || found.daysCompared === 0 || found.date === null || generatedOnly(book, date)) return
        assert.isTrue(china.on(found.date).some(({ day, name }) => name === found.name && day === found.day))
        assert.isTrue(china.on(date).some(({ day, name }) => name === found.name && day === found.day))
        const before = DayBook.finalOn(book, found.date)
        assert.deepStrictEqual<unknown>([before?.cents, before?.source], [found.previous, "manual"])
      }
    )))
})
