import { assert, describe, it } from "@effect/vitest"
import type { Cents } from "../../src/Domain/Amount.ts"
import { bookedDays, bookedMonths } from "../../src/Domain/Books.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import type { LocalDate, Month } from "../../src/Domain/LocalDate.ts"
import { type Source, unmarked } from "../../src/Domain/Turnover.ts"

const date = (text: string) => text as LocalDate
const day = (text: string, cents: number, source: Source = "manual") => ({ date: date(text), cents: cents as Cents, isFinal: true, source })

const book = DayBook.make(
  [day("2026-10-31", 100), day("2026-11-01", 200), day("2026-11-02", 300, "generated"), day("2026-11-09", 5)],
  [{ ...unmarked(date("2026-11-03")), closed: true, note: "\u53f0\u98ce" }]
)

const range = { from: date("2026-10-01"), to: date("2026-11-30") }

// Rule 6.52.
describe("the books of a range", () => {
  it("begin with the first record and end with today, or with a record that is dated later", () => {
    const days = bookedDays(book, range, date("2026-11-05"), [])
    assert.deepStrictEqual(days.map(({ date, state }) => `${date} ${state}`), [
      "2026-10-31 entered",
      "2026-11-01 entered",
      "2026-11-02 estimated",
      "2026-11-03 closed",
      "2026-11-04 missing",
      "2026-11-05 open",
      "2026-11-09 entered"
    ])
    assert.deepStrictEqual(bookedMonths(days), [
      { month: "2026-10" as Month, entered: { cents: 100, days: 1 }, estimated: { cents: 0, days: 0 }, closed: 0, missing: 0 },
      { month: "2026-11" as Month, entered: { cents: 205, days: 2 }, estimated: { cents: 300, days: 1 }, closed: 1, missing: 1 }
    ])
  })

  it("name what the report had that was sent, where it differs", () => {
    const stated = (text: string, cents: number | null) => ({ date: date(text), cents, isFinal: cents !== null, source: "manual" as const })
    const sent = [[stated("2026-11-01", 150), stated("2026-11-03", null), stated("2026-11-04", 40), stated("2026-11-09", 5)]]
    const reported = bookedDays(book, range, date("2026-11-05"), sent).filter((each) => "reported" in each)
    assert.deepStrictEqual(reported.map(({ date, reported }) => [date, reported]), [[date("2026-11-01"), 150], [date("2026-11-04"), 40]])
  })
})
