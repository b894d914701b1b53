import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { dayList, lastListed } from "../../src/Domain/DayList.ts"
import { addDays } from "../../src/Domain/LocalDate.ts"
import { cents, date, turnover } from "../lib/Stored.ts"
import { dateWithin, history } from "./Arbitraries.ts"

describe("the list of days", () => {
  it("has each calendar date once, with its record where there is one", () => {
    FastCheck.assert(
      FastCheck.property(history, dateWithin("2025-11-01", "2026-01-31"), FastCheck.integer({ min: 0, max: 60 }), (days, from, length) => {
        const to = addDays(from, length)
        const list = dayList(DayBook.make(days), from, to)
        expect(list).toHaveLength(length + 1)
        for (const [index, item] of list.entries()) {
          expect(item.date).toBe(addDays(from, index))
          const record = days.findLast((day) => day.date === item.date)
          expect(item).toMatchObject({
            cents: record?.cents ?? null,
            source: record?.source ?? null,
            isFinal: record?.isFinal ?? false,
            closed: false,
            note: ""
          })
        }
      })
    )
  })

  it("is closed where the shop is, and not where a figure has opened the day", () => {
    const [closed, opened] = [date("2025-12-08"), date("2025-12-09")]
    const marks = [closed, opened].map((day) => ({ date: day, closed: true, note: "rain", clearedAt: null, markedBy: null }))
    const book = DayBook.make([turnover(opened, { cents: cents(0), isFinal: true, source: "manual" })], marks)
    expect(dayList(book, closed, opened)).toEqual([
      { date: closed, cents: null, source: null, isFinal: false, closed: true, note: "rain" },
      { date: opened, cents: 0, source: "manual", isFinal: true, closed: false, note: "rain" }
    ])
  })

  it.each([
    ["2026-11-01", "2026-12-24"],
    ["2016-11-16", "2026-11-23"],
    ["2016-12-17", "2026-12-24"],
    ["2016-12-16", "2026-12-23"],
    ["9999-12-31", "2026-12-24"]
  ])("from %s on ends at %s at the latest, where today is 2026-11-23", (from, last) => {
    expect(lastListed(date(from), date("2026-11-23"))).toBe(last)
  })
})
