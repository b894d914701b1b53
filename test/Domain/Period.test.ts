import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { addDays } from "../../src/Domain/LocalDate.ts"
import { parsePeriod, periodAfter, periodBefore, periodNamed, periodOf } from "../../src/Domain/Period.ts"
import { date } from "../lib/Stored.ts"
import { dateWithin } from "./Arbitraries.ts"

describe("a period", () => {
  it.each([
    ["2026-11-20", "2026-W47", "2026-11-16", "2026-11-22"],
    ["2021-01-03", "2020-W53", "2020-12-28", "2021-01-03"],
    ["2024-12-30", "2025-W01", "2024-12-30", "2025-01-05"],
    ["2027-01-01", "2026-W53", "2026-12-28", "2027-01-03"]
  ])("of the week of %s is %s", (day, name, first, last) => {
    expect(periodOf("week", date(day))).toEqual({ kind: "week", name, first, last })
    expect(parsePeriod(name)).toEqual({ kind: "week", name, first, last })
  })

  it.each([["2026-11-20", "2026-11-01", "2026-11-30"], ["2024-02-29", "2024-02-01", "2024-02-29"], [
    "2025-12-31",
    "2025-12-01",
    "2025-12-31"
  ]])(
    "of the month of %s is its calendar month",
    (day, first, last) => {
      expect(periodOf("month", date(day))).toEqual({ kind: "month", name: day.slice(0, 7), first, last })
    }
  )

  it.each([
    "2025-W53",
    "2025-W00",
    "2025-13",
    "2025-00",
    "2025",
    "2025-1",
    "1999-12",
    "1999-W52",
    "2025-W1",
    "2025-11-20",
    "",
    "2025-W47 "
  ])(
    "has no name %j",
    (name) => expect(parsePeriod(name)).toBeUndefined()
  )

  it.each([["2026-11-23", "2026-W47", "2026-10"], ["2027-01-04", "2026-W53", "2026-12"]])(
    "that is the newest one over on %s is %s and %s",
    (today, week, month) => {
      expect(periodNamed("last-week", date(today))).toEqual(parsePeriod(week))
      expect(periodNamed("last-month", date(today))).toEqual(parsePeriod(month))
      expect(periodNamed(week, date(today))).toEqual(parsePeriod(week))
    }
  )

  it("is found by its name, has each date of its days, and neighbours without a gap", () => {
    FastCheck.assert(
      FastCheck.property(dateWithin("2000-02-01", "2040-12-31"), FastCheck.constantFrom("week" as const, "month" as const), (day, kind) => {
        const period = periodOf(kind, day)
        expect(period.first <= day && day <= period.last).toBe(true)
        expect(parsePeriod(period.name)).toEqual(period)
        expect(periodBefore(period).last).toBe(addDays(period.first, -1))
        expect(periodAfter(period).first).toBe(addDays(period.last, 1))
      })
    )
  })
})
