import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { notTried } from "../../src/Domain/Attempt.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { noHolidays } from "../../src/Domain/Holidays.ts"
import { addDays } from "../../src/Domain/LocalDate.ts"
import { periodOf } from "../../src/Domain/Period.ts"
import { reportOf } from "../../src/Domain/Report.ts"
import { notificationView } from "../../src/Http/Views/DayView.ts"
import { cents, date, turnover } from "../lib/Stored.ts"

/** The message of a week with `counted` days of 100.00 and as many estimates of 30.00 as are left. */
const amountOf = (counted: number) => {
  const days = Array.from({ length: 7 },
    (_, index) =>
      turnover(addDays(date("2026-11-16"), index),
        index < counted ? { cents: cents(10_000) } : { cents: cents(3000), source: "generated" }))
  const report = reportOf(DayBook.make(days), periodOf("week", date("2026-11-18")), date("2026-11-22"), { goals: {}, holidays: noHolidays })
  return notificationView({
    id: 1,
    chat: "main",
    createdAt: 0,
    announcement: { kind: "report", report },
    state: "pending",
    progress: notTried,
    nextAttemptAt: 0,
    deliveredAt: null,
    deliveredFormat: null,
    failure: null,
    attempts: []
  }, DayBook.empty, DateTime.zoneUnsafeMakeNamed("UTC")).amount
}

// Rule 6.40.
describe("a report in the list of messages", () => {
  it("has the amount with which it leads, that of the counted days, and none of estimates alone", () => {
    assert.deepStrictEqual([7, 2, 0].map(amountOf), [700, 200, null])
  })
})
