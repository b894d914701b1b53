import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { EventLoop, make } from "../../../src/Concurrency/EventLoop.ts"
import * as DayBook from "../../../src/Domain/DayBook.ts"
import { dayList } from "../../../src/Domain/DayList.ts"
import { noHolidays } from "../../../src/Domain/Holidays.ts"
import { addDays } from "../../../src/Domain/LocalDate.ts"
import { listedDays } from "../../../src/Http/FastPath/ReadyBodies.ts"
import { listedDay } from "../../../src/Http/Views/FiguresView.ts"
import { cents, date, turnover } from "../../lib/Stored.ts"

const first = date("2015-12-03")
const book = DayBook.make(
  Array.from({ length: 3650 }, (_, index) => turnover(addDays(first, index), { cents: cents(280_000 + index * 7919 % 240_000) })),
  [{ date: date("2025-12-20"), closed: true, note: "雨", clearedAt: null, markedBy: null }]
)

/** Ten years of days, with a count of the dates that were looked up, and of slices. */
const tenYears = () => {
  let [looked, slices] = [0, 0]
  const holidays = {
    ...noHolidays,
    makeupFor: () => {
      looked++
      return null
    }
  }
  const listed = listedDays(book, date("2025-12-09"), holidays, false)
  const loop = make(Effect.sync(() => void slices++))
  return {
    looked: () => looked,
    slices: () => slices,
    text: (from: string, to: string) =>
      Effect.map(listed.between(date(from), date(to)), ({ days }) => Buffer.concat(days).toString()).pipe(
        Effect.provideService(EventLoop, loop)
      ),
    plain: (from: string, to: string) =>
      dayList(book, date(from), date(to)).map((day) => JSON.stringify(listedDay(book, date("2025-12-09"), noHolidays, false)(day))).join(
        ","
      )
  }
}

// Rule 6.39.
describe("the listed days of a state of the book", () => {
  it.effect("are those of the list, whatever the range", () =>
    Effect.gen(function*() {
      const { plain, text } = tenYears()
      const ranges = [
        ["2015-12-03", "2026-01-09"],
        ["2020-02-28", "2020-03-01"],
        ["2020-02-29", "2020-02-29"],
        ["2025-12-01", "2025-12-31"],
        ["2025-11-30", "2026-01-01"],
        ["2000-01-01", "2000-02-01"]
      ] as const
      for (const [from, to] of ranges) assert.strictEqual(yield* text(from, to), plain(from, to), `${from} ${to}`)
    }))

  it.effect("are computed a month a slice, and once for all ranges", () =>
    Effect.gen(function*() {
      const { looked, slices, text } = tenYears()
      yield* text("2015-12-03", "2025-12-09")
      assert.strictEqual(slices(), 121)
      const once = looked()
      assert.isAbove(once, 0)
      for (let from = 4; from <= 30; from++) yield* text(`2015-12-${String(from).padStart(2, "0")}`, "2025-12-09")
      assert.deepStrictEqual([looked(), slices()], [once, 121])
    }))
})
