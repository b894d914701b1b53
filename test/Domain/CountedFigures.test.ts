import { assert, describe, it } from "@effect/vitest"
import type { Cents } from "../../src/Domain/Amount.ts"
import { asOf, countedFigures, countedRange } from "../../src/Domain/CountedFigures.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { stateOn } from "../../src/Domain/DayState.ts"
import { outcomeOf } from "../../src/Domain/Goal.ts"
import { noHolidays } from "../../src/Domain/Holidays.ts"
import { addDays, datesBetween, type LocalDate } from "../../src/Domain/LocalDate.ts"
import { type Source, type Turnover, unmarked } from "../../src/Domain/Turnover.ts"
import { localDate } from "./Arbitraries.ts"

const thursday = localDate("2026-11-26")
const wednesday = addDays(thursday, -1)

const day = (date: LocalDate, cents: number, source: Source = "manual"): Turnover => ({
  date,
  cents: cents as Cents,
  isFinal: true,
  source
})
const range = (from: string, to: LocalDate, cents = 10_000) => datesBetween(localDate(from), to).map((date) => day(date, cents))
const running = (date: LocalDate): Turnover => ({
  ...day(date, 500, "feed"),
  isFinal: false,
  soFar: { audited: 500 as Cents, reason: "" },
  changed: { at: 0, by: "till" }
})

const figures = (days: ReadonlyArray<Turnover>, goals = {}) => countedFigures(DayBook.make(days), thursday, { goals, holidays: noHolidays })

// Rule 6.51.
describe("the last day that counts", () => {
  const of = (...days: ReadonlyArray<Turnover>) => asOf(DayBook.make([...range("2026-10-01", wednesday), ...days]), thursday)

  it("is today from the moment when its figure is entered, before and after the cutoff", () => {
    for (const source of ["manual", "import", "feed"] as const) assert.strictEqual(of(day(thursday, 1, source)), thursday)
  })

  it("is yesterday without a figure, with a running amount, and with one that nobody entered", () => {
    for (const days of [[], [running(thursday)], [day(thursday, 1, "generated")]]) assert.strictEqual(of(...days), wednesday)
  })

  it("is today with a generated figure in a shop that has entered none for 14 days", () => {
    const generated = datesBetween(localDate("2026-11-01"), thursday).map((date) => day(date, 1, "generated"))
    assert.strictEqual(asOf(DayBook.make(generated), thursday), thursday)
  })
})

// Rule 6.51.
it("says the state of a day in one word", () => {
  const [closed, estimated] = [localDate("2026-11-20"), localDate("2026-11-21")]
  const book = DayBook.make([day(localDate("2026-11-19"), 1), day(estimated, 1, "generated"), running(thursday)], [{
    ...unmarked(closed),
    closed: true
  }])
  const states = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-26", "2026-11-27"]
    .map((date) => stateOn(book, localDate(date), thursday))
  assert.deepStrictEqual(states, ["before", "entered", "closed", "estimated", "missing", "running", "open"])
})

// Rule 6.51.
describe("what pages draw", () => {
  it("has today's figure in the sums and the comparisons at once", () => {
    const { asOf, day: newest, month, week } = figures([...range("2026-10-01", wednesday), day(thursday, 20_000)])
    assert.deepStrictEqual([asOf, newest.record?.cents, week.window.cents, month.window.cents], [thursday, 20_000, 50_000, 270_000])
    assert.deepStrictEqual(newest.compared, { against: "usual", days: 8, current: 20_000, previous: 10_000 })
    assert.isTrue(newest.isUnusual)
    assert.deepStrictEqual(week.compared, { against: "week_before", days: 4, current: 50_000, previous: 40_000 })
    assert.deepStrictEqual(month.compared, { against: "month_before", days: 26, current: 270_000, previous: 260_000 })
  })

  it("ends with yesterday where nobody entered today, which is said as an estimate", () => {
    const { day: newest, today, week } = figures([...range("2026-10-01", wednesday), day(thursday, 20_000, "generated")])
    assert.deepStrictEqual([today.state, today.compared, newest.date], ["estimated", null, wednesday])
    assert.deepStrictEqual([week.window.end, week.window.cents, week.window.generatedDays], [wednesday, 30_000, 0])
  })

  it("says whether the goal is reached, and which days nobody entered", () => {
    const days = range("2026-09-01", thursday).filter(({ date }) => date !== "2026-11-19")
    const of = (cents: number) => figures(days, { default: cents as Cents }).goal
    assert.deepStrictEqual(of(300_000)?.uncounted, [localDate("2026-11-19")])
    assert.deepStrictEqual([250_000, 300_000, 300_001].map((cents) => of(cents)).map((goal) => goal && outcomeOf(goal)), [
      "reached",
      "likely",
      "unlikely"
    ])
  })
})

// Rule 6.39.
describe("the sums of a range", () => {
  const book = DayBook.make([...range("2025-11-01", wednesday), day(localDate("2026-11-27"), 30_000)])
  const against = (from: string, to: string) =>
    countedRange(book, localDate(from), localDate(to), wednesday, noHolidays).compared?.against ?? null

  it("are compared where the range is a week, a month or a year", () => {
    assert.strictEqual(against("2026-11-23", "2026-11-29"), "week_before")
    assert.strictEqual(against("2026-11-01", "2026-11-30"), "month_before")
    assert.strictEqual(against("2026-01-01", "2026-12-31"), "year_before")
    assert.isNull(against("2026-11-01", "2026-11-29"))
  })

  it("end with the last day that counts", () => {
    const { best, window } = countedRange(book, localDate("2026-11-23"), localDate("2026-11-29"), wednesday, noHolidays)
    assert.deepStrictEqual([window.cents, window.finalDays, best?.date], [30_000, 3, "2026-11-23"])
  })
})
