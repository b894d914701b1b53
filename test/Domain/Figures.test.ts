import { assert, describe, it } from "@effect/vitest"
import { DateTime, FastCheck } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import { calendarOf, type Cutoff, momentOf } from "../../src/Domain/Calendar.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import * as Figures from "../../src/Domain/Figures.ts"
import { generateAmount, type GeneratorSettings } from "../../src/Domain/Generator.ts"
import { datesBetween } from "../../src/Domain/LocalDate.ts"
import type { Turnover } from "../../src/Domain/Turnover.ts"
import { ofWindows } from "../../src/Domain/Windows.ts"
import { cutoff, history, instant, localDate, shanghai } from "./Arbitraries.ts"

const generator: GeneratorSettings = {
  seed: "seed",
  weekday: { min: 280_000 as Cents, max: 360_000 as Cents },
  weekend: { min: 400_000 as Cents, max: 520_000 as Cents }
}

const minutePast = (hour: number, minute: number): Cutoff => ({ hour, minute })
const afternoon = minutePast(13, 18)

const finalDay = (date: string, cents: number): Turnover => ({
  date: localDate(date),
  cents: cents as Cents,
  isFinal: true,
  source: "manual"
})

/** Every day from `first` to `last`, final, one yuan each. */
const oneYuanEach = (first: string, last: string): DayBook.DayBook =>
  DayBook.make(datesBetween(localDate(first), localDate(last)).map((date) => finalDay(date, 100)))

const at = (text: string, cutoff = afternoon) => momentOf(instant(text), calendarOf(shanghai, cutoff))

const span = ({ cents, end, start }: Figures.Dashboard["this_week"]): string => `${start}..${end}: ${cents / 100}`

const periods = (book: DayBook.DayBook, moment: ReturnType<typeof at>): Readonly<Record<string, string>> => {
  const { last_week, this_month, this_week } = Figures.dashboard(book, moment)
  return { this_week: span(this_week), last_week: span(last_week), this_month: span(this_month) }
}

// Rule 6.3.
describe("the dashboard", () => {
  const book = oneYuanEach("2025-10-01", "2026-02-28")

  const cases: ReadonlyArray<readonly [why: string, at: string, this_week: string, last_week: string, this_month: string]> = [
    [
      "on a Tuesday before the cutoff",
      "2025-12-09T13:14:00+08:00",
      "2025-12-08..2025-12-09: 2",
      "2025-12-01..2025-12-07: 7",
      "2025-12-01..2025-12-09: 9"
    ],
    [
      "on a Tuesday at the cutoff",
      "2025-12-09T13:18:00+08:00",
      "2025-12-08..2025-12-09: 2",
      "2025-12-01..2025-12-07: 7",
      "2025-12-01..2025-12-09: 9"
    ],
    [
      "on a Monday before the cutoff",
      "2025-12-08T09:00:00+08:00",
      "2025-12-08..2025-12-08: 1",
      "2025-12-01..2025-12-07: 7",
      "2025-12-01..2025-12-08: 8"
    ],
    [
      "on a Sunday past the cutoff",
      "2025-12-14T23:59:59+08:00",
      "2025-12-08..2025-12-14: 7",
      "2025-12-01..2025-12-07: 7",
      "2025-12-01..2025-12-14: 14"
    ],
    [
      "on the first of a month before the cutoff",
      "2025-11-01T09:00:00+08:00",
      "2025-10-27..2025-11-01: 6",
      "2025-10-20..2025-10-26: 7",
      "2025-11-01..2025-11-01: 1"
    ],
    [
      "on New Year's Day before the cutoff",
      "2026-01-01T09:00:00+08:00",
      "2025-12-29..2026-01-01: 4",
      "2025-12-22..2025-12-28: 7",
      "2026-01-01..2026-01-01: 1"
    ],
    [
      "on New Year's Eve past the cutoff",
      "2025-12-31T20:00:00+08:00",
      "2025-12-29..2025-12-31: 3",
      "2025-12-22..2025-12-28: 7",
      "2025-12-01..2025-12-31: 31"
    ]
  ]
  it.each(cases)("%s, %s",
    (_why, now, this_week, last_week, this_month) => assert.deepStrictEqual(periods(book, at(now)), { this_week, last_week, this_month }))

  it("sums a week and a month that end today, also while today is not final", () => {
    const open = DayBook.make([finalDay("2025-12-08", 100), { ...finalDay("2025-12-09", 100), isFinal: false }])
    for (const time of ["09:00", "20:00"]) {
      assert.deepInclude(periods(open, at(`2025-12-09T${time}:00+08:00`)), {
        this_week: "2025-12-08..2025-12-09: 1",
        this_month: "2025-12-01..2025-12-09: 1"
      })
    }
  })

  // Rule 6.2.
  it("shows today only when its cutoff is past and it is final", () => {
    const today = (book: DayBook.DayBook, now: string) => Figures.dashboard(book, at(now)).today.cents
    const open = DayBook.make([{ ...finalDay("2025-12-09", 5), isFinal: false }])
    const final = DayBook.make([finalDay("2025-12-09", 5)])
    assert.strictEqual(today(final, "2025-12-09T13:17:59+08:00"), null)
    assert.strictEqual(today(final, "2025-12-09T13:18:00+08:00"), 5)
    assert.strictEqual(today(open, "2025-12-09T13:18:00+08:00"), null)
    assert.strictEqual(today(DayBook.empty, "2025-12-09T13:18:00+08:00"), null)
  })
})

/** The same figures, computed by counting UTC days and filtering the whole history, without code of the domain. */
const naive = (recorded: ReadonlyArray<Turnover>, now: DateTime.Zoned, { hour, minute }: Cutoff) => {
  const dayMillis = 86_400_000
  // No zone's rules are needed: Shanghai has been at +08:00 since 1992.
  const local = new Date(now.epochMillis + 8 * 3_600_000)
  const day = Math.floor(local.getTime() / dayMillis)
  const text = (epochDay: number) => new Date(epochDay * dayMillis).toISOString().slice(0, 10)
  const past = local.getUTCHours() * 60 + local.getUTCMinutes() >= hour * 60 + minute
  const final = (epochDay: number) => recorded.find((one) => one.isFinal && one.date === text(epochDay))
  const last = past && final(day) !== undefined ? day : day - 1
  const first = day - local.getUTCDate() + 1
  const monday = day - (local.getUTCDay() + 6) % 7
  /** Today counts in the sums as soon as it is final. */
  const newest = final(day) === undefined ? last : day
  const window = (start: number, end: number) => {
    const over = Array.from({ length: Math.max(0, Math.min(end, newest) - start + 1) }, (_, index) => start + index)
    return { start: text(start), end: text(end), cents: over.reduce((total, epochDay) => total + (final(epochDay)?.cents ?? 0), 0) }
  }
  const figure = (epochDay: number, counts = true) => {
    const found = counts ? final(epochDay) : undefined
    return { date: text(epochDay), cents: found?.cents ?? null }
  }
  return {
    today: text(day),
    last,
    text,
    final,
    dashboard: {
      today: figure(day, past),
      yesterday: figure(day - 1),
      dayBefore: figure(day - 2),
      this_week: window(monday, day),
      last_week: window(monday - 7, monday - 1),
      this_month: window(first, day)
    }
  }
}

/** Instants within a history's months, and in the weeks before and after. */
const anyInstant = FastCheck.integer({
  min: instant("2025-11-10T00:00:00+08:00").epochMillis,
  max: instant("2026-02-10T00:00:00+08:00").epochMillis
}).map((millis) => DateTime.unsafeMakeZoned(millis, { timeZone: shanghai }))

const runs = { numRuns: 400 }

describe("for any history, instant and cutoff", () => {
  // Rule 6.3.
  it("the dashboard is what filtering and adding gives", () =>
    FastCheck.assert(FastCheck.property(history, anyInstant, cutoff, (recorded, now, cutoff) => {
      const figures = Figures.dashboard(DayBook.make(recorded), momentOf(now, calendarOf(now.zone, cutoff)))
      assert.deepStrictEqual<unknown>(figures, naive(recorded, now, cutoff).dashboard)
    }), runs))

  it("an amount that was entered for today, before the cutoff, is in the sums of the running windows alone", () =>
    FastCheck.assert(FastCheck.property(history, anyInstant, cutoff, (recorded, now, cutoff) => {
      const moment = momentOf(now, calendarOf(now.zone, cutoff))
      FastCheck.pre(!moment.pastCutoff)
      const without = recorded.filter(({ date }) => date !== moment.today)
      const entered = [...without, finalDay(moment.today, 999_999_999_999)]
      const figures = Figures.dashboard(DayBook.make(entered), moment)
      const before = Figures.dashboard(DayBook.make(without), moment)
      const more = (sum: Figures.Dashboard["this_week"]) => ({ ...sum, cents: sum.cents + 999_999_999_999 })
      const windows = ofWindows((name) => before[name].end === moment.today ? more(before[name]) : before[name])
      assert.deepStrictEqual<unknown>(figures, { ...before, ...windows })
    }), { ...runs, maxSkipsPerRun: 1000 }))

  // Rule 6.4.
  it("the series ends with today once its cutoff is past and it is final, and estimates what is not final", () =>
    FastCheck.assert(
      FastCheck.property(history, anyInstant, cutoff, FastCheck.integer({ min: 7, max: 90 }), (recorded, now, cutoff, days) => {
        const { final, last, text } = naive(recorded, now, cutoff)
        const expected = Array.from({ length: days }, (_, index) => {
          const epochDay = last - days + 1 + index
          const day = final(epochDay)
          const date = localDate(text(epochDay))
          return {
            date,
            cents: day?.cents ?? generateAmount(generator, date),
            estimated: day === undefined
          }
        })
        assert.deepStrictEqual(
          Figures.series(DayBook.make(recorded), momentOf(now, calendarOf(now.zone, cutoff)), days, generator),
          expected
        )
      }),
      runs
    ))

  // Rule 6.5.
  it("the revenue is the final days of a window that ends today, oldest first", () =>
    FastCheck.assert(FastCheck.property(history, anyInstant, FastCheck.integer({ min: 1, max: 100 }), (recorded, now, days) => {
      const { final, text, today } = naive(recorded, now, afternoon)
      const lastDay = Date.parse(today) / 86_400_000
      const window = Array.from({ length: days }, (_, index) => final(lastDay - days + 1 + index))
      const found = Figures.revenue(DayBook.make(recorded), localDate(text(lastDay)), days)
      assert.deepStrictEqual(found, window.filter((day) => day !== undefined))
    }), runs))

  // Rule 5.8.
  it("the missing days are the past 31 that have no record, from the first record on", () =>
    FastCheck.assert(FastCheck.property(history, anyInstant, (recorded, now) => {
      const { text, today } = naive(recorded, now, afternoon)
      const lastDay = Date.parse(today) / 86_400_000
      const past = Array.from({ length: 31 }, (_, index) => text(lastDay - 31 + index))
      const expected = past.filter((date) => recorded.some((one) => one.date < date) && !recorded.some((one) => one.date === date))
      assert.deepStrictEqual<unknown>(Figures.missingDays(DayBook.make(recorded), localDate(today)), expected)
    }), runs))
})

// Rule 2.9.
it("a week of estimates in a row is counted, and ends with a day that somebody counted", () => {
  const days = (generated: number, last = "2025-12-11") =>
    DayBook.make(datesBetween(localDate("2025-12-01"), localDate(last)).map((date, index, all) => ({
      ...finalDay(date, 100),
      source: index < all.length - generated ? "manual" as const : "generated" as const
    })))
  const found = (book: DayBook.DayBook) => Figures.estimatedInARow(book, localDate("2025-12-11"))
  assert.deepStrictEqual([found(days(6)), found(days(7)), found(days(11)), found(DayBook.empty)], [null, 7, 11, null])
  // A later day does not count yet.
  assert.strictEqual(found(days(8, "2025-12-12")), 7)
})
