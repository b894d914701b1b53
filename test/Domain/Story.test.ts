import { assert, describe, it } from "@effect/vitest"
import type { Cents } from "../../src/Domain/Amount.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { noHolidays } from "../../src/Domain/Holidays.ts"
import { datesBetween } from "../../src/Domain/LocalDate.ts"
import { storyBegins, storyOf } from "../../src/Domain/Story.ts"
import { type Source, type Turnover, unmarked } from "../../src/Domain/Turnover.ts"
import { localDate } from "./Arbitraries.ts"

const range = (min: number, max: number) => ({ min: min as Cents, max: max as Cents })
const ranges = { weekday: range(280_000, 360_000), weekend: range(400_000, 520_000) }

const day = (date: string, cents: number, source: Source = "manual"): Turnover => ({
  date: localDate(date),
  cents: cents as Cents,
  isFinal: true,
  source
})

const noGoals = { goals: {}, holidays: noHolidays }

const thursday = localDate("2026-11-26")

/** Every day from 1 October on has 100.00, except for a missing day and a closed day. */
const days = datesBetween(localDate("2026-10-01"), thursday)
  .filter((date) => date !== "2026-11-24" && date !== "2026-11-25")
  .map((date) => day(date, 10_000))
const closed = { ...unmarked(localDate("2026-11-25")), closed: true }

// Rule 7.21.
describe("the story of a day", () => {
  it("is how the figure came, how it compares, and the week and the month until then", () => {
    const entered = { ...day(thursday, 20_000), changed: { at: 5, by: "小王" } }
    const book = DayBook.make([...days, entered], [closed, { ...unmarked(thursday), note: "rain" }])
    const missing = [localDate("2026-11-24")]
    assert.deepStrictEqual(storyOf(book, thursday, ranges, noGoals), {
      entered: { by: "小王", at: 5 },
      range: null,
      note: "rain",
      compared: { against: "usual", days: 8, current: 20_000, previous: 10_000 },
      unusual: true,
      week: {
        cents: 30_000,
        days: 3,
        generatedDays: 0,
        generatedCents: 0,
        closedDays: 1,
        missing,
        compared: { days: 2, current: 30_000, previous: 20_000 }
      },
      month: {
        cents: 250_000,
        days: 25,
        generatedDays: 0,
        generatedCents: 0,
        closedDays: 1,
        missing,
        compared: { days: 24, current: 250_000, previous: 240_000 }
      }
    })
  })

  it("names no author of a generated figure, and compares it with nothing that was counted", () => {
    const settled = { ...day(thursday, 300_000, "generated"), changed: { at: 5, by: "settlement" } }
    const found = storyOf(DayBook.make([...days, settled]), thursday, ranges, noGoals)
    assert.deepInclude(found, { entered: null, range: ranges.weekday, compared: null, unusual: false })
  })

  it("has the month's goal as of the day, where there is one", () => {
    const book = DayBook.make([...days, day(thursday, 20_000)], [closed])
    const { goal } = storyOf(book, thursday, ranges, { ...noGoals, goals: { default: 300_000 as Cents } })
    assert.deepStrictEqual(goal, { cents: 300_000, missing: 50_000, daysLeft: 4, daysUncounted: 1, needed: 10_000 })
    assert.notProperty(storyOf(book, thursday, ranges, noGoals), "goal")
  })

  it("is the same from the days since it begins", () => {
    const long = datesBetween(localDate("2025-01-01"), localDate("2026-12-31")).map((date, index) => day(date, 10_000 + index))
    const goals = { ...noGoals, goals: { default: 30_000_000 as Cents } }
    for (const date of [thursday, localDate("2026-03-01"), localDate("2026-03-31"), localDate("2026-12-31")]) {
      const until = long.filter((one) => one.date <= date)
      const recent = until.filter((one) => one.date >= storyBegins(date) || one.date === "2025-01-01")
      assert.deepStrictEqual(storyOf(DayBook.make(recent), date, ranges, goals), storyOf(DayBook.make(until), date, ranges, goals))
      assert.isDefined(storyOf(DayBook.make(recent), date, ranges, goals).goal)
      assert.isAtMost(recent.length, 184)
    }
  })
})
