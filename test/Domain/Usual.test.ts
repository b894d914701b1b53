import { assert, describe, it } from "@effect/vitest"
import type { Cents } from "../../src/Domain/Amount.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { noHolidays } from "../../src/Domain/Holidays.ts"
import { addDays, type LocalDate } from "../../src/Domain/LocalDate.ts"
import type { Source, Turnover } from "../../src/Domain/Turnover.ts"
import { isUnusual, usualOf } from "../../src/Domain/Usual.ts"
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

const usual = (days: ReadonlyArray<Turnover>, apart: ReadonlyArray<LocalDate> = []) =>
  usualOf(DayBook.make(days), friday, { ...noHolidays, isOrdinary: (date) => !apart.includes(date) })

const cents = (days: ReadonlyArray<Turnover>) => usual(days)?.cents ?? null

// Rule 6.50.
describe("the usual amount of a day", () => {
  it("is the median of its weekday; of two middle amounts the mean, half a cent rounded up", () => {
    assert.strictEqual(cents(before(300, 100, 200)), 200)
    assert.strictEqual(cents(before(100, 101, 900, 1)), 101)
  })

  it("needs three counted days", () => {
    assert.isNull(usual(before(100, 200)))
    assert.isNull(usual([...before(100, 200), day(3, 300, "generated"), { ...day(4, 300), isFinal: false }]))
  })

  it("leaves out the day itself, later days and other weekdays", () => {
    const others = [day(0, 9), day(-1, 9), ...[1, 2, 3].map((back) => ({ ...day(0, 9), date: addDays(friday, -back) }))]
    assert.deepInclude(usual([...before(100, 200, 300), ...others]), { cents: 200, days: 3 })
  })

  it("takes the eight newest of 26 weeks, further back where days are not counted", () => {
    assert.deepInclude(usual(before(1, 1, 1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 9, 9, 9, 9)), { cents: 1, days: 8 })
    assert.deepInclude(usual([day(1, 100), day(20, 200), day(26, 300), day(27, 900)]), { cents: 200, days: 3 })
    assert.isNull(usual([day(1, 100), day(20, 200), day(27, 300)]))
  })

  it("leaves out holidays and make-up working days, which have none themselves", () => {
    assert.deepInclude(usual(before(100, 900, 100, 100), [addDays(friday, -14)]), { cents: 100, days: 3 })
    assert.isNull(usual(before(100, 100, 100), [friday]))
  })
})

// The median is 1,000.00, the median absolute deviation 100.00.
const eight = before(100_000, 110_000, 90_000, 110_000, 90_000, 115_000, 85_000, 100_000)

// Rule 6.35.
describe("an unusual amount", () => {
  it("is more than 4.45 median absolute deviations away", () => {
    const unusual = [55_499, 55_500, 144_500, 144_501].map((amount) => isUnusual(amount, usual(eight)))
    assert.deepStrictEqual(unusual, [true, false, false, true])
  })

  it("is more than a quarter of the usual one away, also where all days are the same", () => {
    const same = usual(before(...Array<number>(8).fill(100_000)))
    assert.deepStrictEqual([75_000, 74_999, 125_000, 125_001].map((amount) => isUnusual(amount, same)), [false, true, false, true])
  })

  it("is not known with fewer than five days, without any, and where the usual amount is zero", () => {
    for (const days of [eight.slice(0, 4), [], before(0, 0, 0, 0, 0)]) assert.isFalse(isUnusual(10_000_000, usual(days)))
  })
})
