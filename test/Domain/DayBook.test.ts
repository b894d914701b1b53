import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import type { Turnover } from "../../src/Domain/Turnover.ts"
import { dateWithin, history, localDate } from "./Arbitraries.ts"

const day = (date: string, cents: number): Turnover => ({
  date: localDate(date),
  cents: cents as Cents,
  isFinal: true,
  source: "manual"
})

const withDays = (book: DayBook.DayBook, days: ReadonlyArray<Turnover>) =>
  DayBook.withChanges(book, days.map((day) => ({ date: day.date, day })))

const anyDate = dateWithin("2025-11-01", "2026-02-15")

// Rule 4.6.
describe("a day book", () => {
  it("of a history holds each day once, by date, however the days came in", () =>
    FastCheck.assert(FastCheck.property(history, history, (recorded, changed) => {
      const book = withDays(DayBook.make(recorded), changed)
      const expected = new Map([...recorded, ...changed].map((one) => [one.date, one]))
      assert.deepStrictEqual(book.days, [...expected.values()].sort((a, b) => a.date.localeCompare(b.date)))
      assert.deepStrictEqual(book.byDate, expected)
    })))

  it("is left as it was when days are put in its place", () => {
    const before = DayBook.make([day("2025-12-08", 1)])
    const after = withDays(before, [day("2025-12-08", 2), day("2025-12-09", 3)])
    assert.deepStrictEqual(before.days, [day("2025-12-08", 1)])
    assert.deepStrictEqual(after.days, [day("2025-12-08", 2), day("2025-12-09", 3)])
    assert.deepStrictEqual(DayBook.empty.days, [])
  })

  it("finds the final days of any period, both ends included", () =>
    FastCheck.assert(FastCheck.property(history, anyDate, anyDate, (recorded, start, end) => {
      const book = DayBook.make(recorded)
      const expected = recorded.filter((one) => one.isFinal && one.date >= start && one.date <= end)
      assert.sameDeepMembers([...DayBook.finalDays(book, start, end)], expected)
    }), { numRuns: 500 }))

  it("knows a day of a date only when it is final", () =>
    FastCheck.assert(FastCheck.property(history, anyDate, (recorded, date) =>
      assert.deepStrictEqual(
        DayBook.finalOn(DayBook.make(recorded), date),
        recorded.find((one) => one.date === date && one.isFinal)
      ))))

  it("loses a withdrawn day and keeps its mark, and is closed only where there is no record", () => {
    const date = localDate("2025-12-08")
    const mark = { date, closed: true, note: "rain", clearedAt: 7, markedBy: null }
    const recorded = DayBook.make([day(date, 1)], [mark])
    const withdrawn = DayBook.withChanges(recorded, [{ date, day: null }])
    assert.deepStrictEqual([withdrawn.days, DayBook.markOf(withdrawn, date)], [[], mark])
    assert.deepStrictEqual([DayBook.isClosed(recorded, date), DayBook.isClosed(withdrawn, date)], [false, true])
    assert.deepStrictEqual(DayBook.withChanges(withdrawn, [{ date, mark: { ...mark, closed: false } }]).marks.get(date)?.closed, false)
  })
})
