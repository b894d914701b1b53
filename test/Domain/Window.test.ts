import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { addDays, datesBetween } from "../../src/Domain/LocalDate.ts"
import { unmarked } from "../../src/Domain/Turnover.ts"
import { windowOf } from "../../src/Domain/Window.ts"
import { turnover } from "../lib/Stored.ts"
import { dateWithin, history, localDate, marks } from "./Arbitraries.ts"

const monday = localDate("2025-12-08")
const sunday = localDate("2025-12-14")
const on = (day: number) => addDays(monday, day)

// Rule 6.24.
describe("a window", () => {
  it("says which of its days are final, generated, closed and missing, from the first record on", () => {
    const book = DayBook.make([
      turnover(on(1), { source: "generated" }),
      turnover(on(3)),
      turnover(on(4), { isFinal: false })
    ], [{ ...unmarked(on(0)), closed: true }, { ...unmarked(on(2)), closed: true }, { ...unmarked(on(3)), closed: true }])
    assert.deepStrictEqual(windowOf(book, monday, sunday, on(5)), {
      start: monday,
      end: sunday,
      cents: 246_912,
      finalDays: 2,
      generatedDays: 1,
      generatedCents: 123_456,
      closedDays: 1,
      missing: [on(4), on(5)]
    })
  })

  it("does not speak of a closing weekday, except where the shop was open on it", () => {
    const book = DayBook.withWeek(
      DayBook.make([turnover(on(-1)), turnover(on(1)), turnover(on(7))], [{ ...unmarked(on(2)), closed: true }]),
      new Set([1])
    )
    assert.deepInclude(windowOf(book, monday, sunday, on(3)), { finalDays: 1, closedDays: 1, missing: [on(3)] })
    assert.deepInclude(windowOf(book, on(7), on(13), on(7)), { finalDays: 1, closedDays: 0, missing: [] })
  })

  it("of a shop without a record has nothing missing", () =>
    assert.deepInclude(windowOf(DayBook.empty, monday, sunday, sunday), { finalDays: 0, closedDays: 0, missing: [] }))

  it("accounts for each of its days from the first record on, once", () =>
    FastCheck.assert(FastCheck.property(
      history,
      marks,
      dateWithin("2025-11-01", "2026-02-10"),
      FastCheck.integer({ min: 0, max: 40 }),
      dateWithin("2025-11-01", "2026-02-10"),
      (recorded, marked, start, length, last) => {
        const book = DayBook.make(recorded, marked)
        const first = book.days[0]?.date
        const end = addDays(start, length)
        const found = windowOf(book, start, end, last)
        const over = datesBetween(start, end < last ? end : last)
        assert.strictEqual(
          found.finalDays + found.missing.length + found.closedDays,
          over.filter((date) => first !== undefined && date >= first).length
        )
        assert.isAtMost(found.generatedDays, found.finalDays)
      }
    ), { numRuns: 500 }))
})
