import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { goalsByDay } from "../../src/Domain/Goal.ts"
import { holidaysOf } from "../../src/Domain/Holidays.ts"
import { parsePeriod, periodOf } from "../../src/Domain/Period.ts"
import { reportBegins, reportOf } from "../../src/Domain/Report.ts"
import { cents, date, turnover } from "../lib/Stored.ts"
import { dateWithin, history, marks } from "./Arbitraries.ts"

const dayMillis = 86_400_000

/** The dates of a range, counted without the service's calendar. */
const dates = (first: string, last: string): ReadonlyArray<string> => {
  const [from, to] = [Date.parse(first), Date.parse(last)]
  return Array.from({ length: Math.max(0, (to - from) / dayMillis + 1) },
    (_, at) => new Date(from + at * dayMillis).toISOString().slice(0, 10))
}

const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * dayMillis).toISOString().slice(0, 10)

/** The holiday at the end of the year, a Sunday on which people work for it, and a festival of the shop's own. */
const holidays = holidaysOf((year) =>
  year === "2026"
    ? {
      元旦: { off: [date("2026-01-01"), date("2026-01-02")], work: [date("2026-01-04")] },
      店庆: { off: [date("2026-01-12")], work: [] }
    }
    : undefined
)
const settings = { goals: { "2025-12": cents(310_007), "2026-01": cents(500_000) }, holidays }

const counted = (day: { readonly isFinal: boolean; readonly source: string } | undefined) =>
  day?.isFinal === true && day.source !== "generated"

describe("a report", () => {
  it("is what a recomputation by hand gives, over any history", () => {
    FastCheck.assert(
      FastCheck.property(
        history,
        marks,
        dateWithin("2025-12-01", "2026-01-25"),
        FastCheck.constantFrom("week" as const, "month" as const),
        FastCheck.integer({ min: -3, max: 40 }),
        (days, someMarks, day, kind, ahead) => {
          const period = periodOf(kind, day)
          const last = date(shifted(period.first, ahead))
          const report = reportOf(DayBook.make(days, someMarks), period, last, settings)
          const byDate = new Map(days.map((one) => [String(one.date), one]))
          const end = last < period.last ? last : period.last
          // Before the shop's first record no day counts.
          const inIt = days.some((one) => one.date <= end) ? dates(period.first, end) : []
          const [opened = ""] = days.map((one) => one.date).toSorted()
          const listed = inIt.filter((one) => one >= opened)
          const final = inIt.flatMap((one) => {
            const found = byDate.get(one)
            return found?.isFinal === true ? [found] : []
          })
          const sum = (some: ReadonlyArray<{ readonly cents: number }>) => some.reduce((total, one) => total + one.cents, 0)
          const own = final.filter(counted)
          expect(report.until).toBe(inIt.at(-1) ?? null)
          expect(report.window.cents).toBe(sum(final))
          expect(report.generatedCents).toBe(sum(final) - sum(own))
          expect(report.countedDays).toBe(own.length)
          expect(report.mean).toBe(own.length < 3 ? null : Math.floor(sum(own) / own.length + 0.5))
          const best = Math.max(...own.map((one) => one.cents))
          expect(report.best?.date).toBe(own.find((one) => one.cents === best)?.date)
          const worst = Math.min(...own.map((one) => one.cents))
          expect(report.worst?.date).toBe(own.find((one) => one.cents === worst)?.date)
          expect(report.days.map((one) => one.date)).toEqual(listed)
          expect(report.days.filter(({ festivals }) => festivals !== undefined).map((one) => one.date))
            .toEqual(listed.filter((one) => ["2026-01-01", "2026-01-02", "2026-01-12"].includes(one)))
          expect(report.days.filter(({ makeupFor }) => makeupFor === "元旦").map((one) => one.date))
            .toEqual(listed.filter((one) => one === "2026-01-04"))
          expect(report.days.some(({ festivals, makeupFor, usual }) => usual !== null && (festivals ?? makeupFor) !== undefined))
            .toBe(false)
          const shares = goalsByDay(DayBook.make(days, someMarks), settings)
          expect(report.goal ?? 0).toBe(dates(period.first, period.last).reduce((total, one) => total + shares(date(one)), 0))
          const pairs = inIt.filter((one) => {
            const match = period.kind === "week" ? shifted(one, -7) : sameDayBefore(one)
            return counted(byDate.get(one)) && match !== undefined && counted(byDate.get(match))
          })
          // A month is compared only where the month before shows what each of its weekdays takes.
          if (report.compared === null) expect(period.kind === "month" || pairs.length === 0).toBe(true)
          else {
            expect(report.compared.days).toBe(pairs.length)
            expect(report.compared.current).toBe(sum(pairs.flatMap((one) => byDate.get(one) ?? [])))
          }
        }
      )
    )
  })

  it("has the usual amount of each day, and says which day is far from it", () => {
    const week = parsePeriod("2025-W50")
    if (week === undefined) throw new Error("no such week")
    const days = dates("2025-10-06", "2025-12-14").map((one) => turnover(one, { cents: cents(one === "2025-12-10" ? 50_000 : 10_000) }))
    const { days: reported } = reportOf(DayBook.make(days), week, week.last, settings)
    expect(reported.map(({ unusual, usual }) => [usual, unusual])).toEqual(
      reported.map((_, at) => [10_000, at === 2 ? true : undefined])
    )
  })

  it("rounds half a cent of the mean up, and of equal days names the first", () => {
    const week = parsePeriod("2025-W50")
    if (week === undefined) throw new Error("no such week")
    const amounts = [100, 101, 101, 100].map((amount, at) => turnover(shifted(week.first, at), { cents: cents(amount) }))
    const { best, mean, worst } = reportOf(DayBook.make(amounts), week, week.last, settings)
    expect([mean, best?.date, worst?.date]).toEqual([101, "2025-12-09", "2025-12-08"])
  })

  it("of a shop with closing weekdays is the same from the days that its message reads as from all of them", () => {
    const all = dates("2026-10-01", "2028-03-31").flatMap((one) => [0, 1].includes(new Date(one).getUTCDay()) ? [] : [turnover(one)])
    const book = (from: string, until: string) =>
      DayBook.withWeek(DayBook.make(all.filter((one) => one.date >= from && one.date <= until)), new Set([7, 1]))
    // November 2026 ends on a Monday; 2028 is a leap year, and 1 March 2027 a Monday.
    for (const name of ["2026-11", "2028-02", "2028-03", "2027-W01"]) {
      const period = parsePeriod(name)
      if (period === undefined) throw new Error("no such period")
      const found = reportOf(book("2026-10-01", "2028-03-31"), period, period.last, settings)
      const read = reportOf(book(reportBegins(period), period.last), period, period.last, settings)
      expect([read.compared, read.days]).toEqual([found.compared, found.days])
    }
  })
})

/** The same day of the month before; undefined if that month is shorter. */
const sameDayBefore = (day: string): string | undefined => {
  const month = new Date(Date.parse(`${day.slice(0, 7)}-01`) - dayMillis).toISOString().slice(0, 7)
  const same = `${month}-${day.slice(8)}`
  return Number.isNaN(Date.parse(same)) || new Date(Date.parse(same)).toISOString().slice(0, 10) !== same ? undefined : same
}
