import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { monthOf, parsePeriod, weekOf } from "../../src/Domain/Period.ts"
import { reportOf } from "../../src/Domain/Report.ts"
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

const counted = (day: { readonly isFinal: boolean; readonly source: string } | undefined) =>
  day?.isFinal === true && day.source !== "generated"

describe("a report", () => {
  it("is what a recomputation by hand gives, over any history", () => {
    FastCheck.assert(
      FastCheck.property(
        history,
        marks,
        dateWithin("2025-12-01", "2026-01-25"),
        FastCheck.constantFrom(weekOf, monthOf),
        FastCheck.integer({ min: -3, max: 40 }),
        (days, someMarks, day, of, ahead) => {
          const period = of(day)
          const last = date(shifted(period.first, ahead))
          const report = reportOf(DayBook.make(days, someMarks), period, last)
          const byDate = new Map(days.map((one) => [String(one.date), one]))
          const inIt = dates(period.first, last < period.last ? last : period.last)
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
          expect(report.mean).toBe(own.length === 0 ? null : Math.floor(sum(own) / own.length + 0.5))
          const best = Math.max(...own.map((one) => one.cents))
          expect(report.best?.date).toBe(own.find((one) => one.cents === best)?.date)
          const worst = Math.min(...own.map((one) => one.cents))
          expect(report.worst?.date).toBe(own.find((one) => one.cents === worst)?.date)
          expect(report.days.map((one) => one.date)).toEqual(inIt)
          // A shop whose days are all generated compares these: then the pairs are others.
          if (report.comparisons[0]?.comparison.basis !== "counted") return
          const pairs = inIt.filter((one) => {
            const match = period.kind === "week" ? shifted(one, -7) : sameDayBefore(one)
            return counted(byDate.get(one)) && match !== undefined && counted(byDate.get(match))
          })
          expect(report.comparisons[0].comparison.daysCompared).toBe(pairs.length)
          expect(report.comparisons[0].comparison.current).toBe(
            pairs.length === 0 ? null : sum(pairs.flatMap((one) => byDate.get(one) ?? []))
          )
          expect(report.days.filter(({ previous }) => previous !== null).map((one) => one.date)).toEqual(pairs)
        }
      )
    )
  })

  it("rounds half a cent of the mean up, and of equal days names the first", () => {
    const week = parsePeriod("2025-W50")
    if (week === undefined) throw new Error("no such week")
    const amounts = [100, 101, 101, 100].map((amount, at) => turnover(shifted(week.first, at), { cents: cents(amount) }))
    const { best, mean, worst } = reportOf(DayBook.make(amounts), week, week.last)
    expect([mean, best?.date, worst?.date]).toEqual([101, "2025-12-09", "2025-12-08"])
  })
})

/** The same day of the month before, undefined where that month is shorter. */
const sameDayBefore = (day: string): string | undefined => {
  const month = new Date(Date.parse(`${day.slice(0, 7)}-01`) - dayMillis).toISOString().slice(0, 7)
  const same = `${month}-${day.slice(8)}`
  return Number.isNaN(Date.parse(same)) || new Date(Date.parse(same)).toISOString().slice(0, 10) !== same ? undefined : same
}
