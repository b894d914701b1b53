import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { faultsOf } from "../../src/Domain/Fault.ts"
import * as LocalDate from "../../src/Domain/LocalDate.ts"
import { dateWithin, localDate } from "./Arbitraries.ts"

const fault = (schema: Schema.Schema<LocalDate.LocalDate, string>, value: unknown): string | undefined =>
  Either.match(Schema.decodeUnknownEither(schema)(value), {
    onLeft: (error) => faultsOf(error).map(({ message }) => message).join("\n"),
    onRight: () => undefined
  })

const anyDate = dateWithin("1900-01-01", "9999-12-31")

// Rule 4.1.
describe("a calendar date", () => {
  const real = ["2025-12-09", "2024-02-29", "2000-02-29", "1999-12-31", "0001-01-01", "9999-12-31"]
  it.each(real)("%s is one", (text) => assert.isUndefined(fault(LocalDate.LocalDate, text)))

  const unreal: ReadonlyArray<readonly [value: unknown, found: string]> = [
    ["2025-02-29", "\"2025-02-29\""],
    ["1900-02-29", "\"1900-02-29\""],
    ["2026-02-31", "\"2026-02-31\""],
    ["2025-04-31", "\"2025-04-31\""],
    ["2025-13-01", "\"2025-13-01\""],
    ["2025-00-10", "\"2025-00-10\""],
    ["2025-01-00", "\"2025-01-00\""],
    ["2025-1-1", "\"2025-1-1\""],
    ["2025-12-09T00:00:00Z", "\"2025-12-09T00:00:00Z\""],
    [" 2025-12-09", "\" 2025-12-09\""],
    ["2025-12-09\n", "\"2025-12-09\\n\""],
    ["２０２５-12-09", "\"２０２５-12-09\""],
    ["", "\"\""],
    [20251209, "20251209"],
    [null, "null"]
  ]
  it.each(unreal)("%j is none",
    (value, found) => assert.strictEqual(fault(LocalDate.LocalDate, value), `expected a calendar date YYYY-MM-DD, got ${found}`))

  it("is accepted from 2000-01-01 on", () => {
    assert.isUndefined(fault(LocalDate.AcceptedDate, "2000-01-01"))
    for (const refused of ["1999-12-31", "2025-02-29"]) {
      assert.strictEqual(
        fault(LocalDate.AcceptedDate, refused),
        `expected a calendar date YYYY-MM-DD from 2000-01-01 on, got "${refused}"`
      )
    }
  })
})

// Rule 6.12.
describe("day arithmetic", () => {
  it("counts days since 1970-01-01, and back again", () => {
    assert.strictEqual(LocalDate.toEpochDay(localDate("1970-01-01")), 0)
    assert.strictEqual(LocalDate.toEpochDay(localDate("1969-12-31")), -1)
    FastCheck.assert(FastCheck.property(FastCheck.integer({ min: -25_567, max: 2_932_896 }), (day) => {
      const date = LocalDate.fromEpochDay(day)
      assert.strictEqual(LocalDate.toEpochDay(date), day)
      assert.isUndefined(fault(LocalDate.LocalDate, date))
    }))
  })

  const steps: ReadonlyArray<readonly [from: string, days: number, to: string]> = [
    ["2025-12-31", 1, "2026-01-01"],
    ["2024-02-28", 1, "2024-02-29"],
    ["2025-02-28", 1, "2025-03-01"],
    ["2024-03-01", -1, "2024-02-29"],
    ["2025-12-09", -365, "2024-12-09"],
    ["2025-12-09", 0, "2025-12-09"]
  ]
  it.each(steps)("%s and %i days is %s", (from, days, to) => assert.strictEqual(LocalDate.addDays(localDate(from), days), to))

  it("orders dates as their texts", () =>
    FastCheck.assert(FastCheck.property(anyDate, anyDate, (a, b) => {
      assert.strictEqual(a < b, LocalDate.toEpochDay(a) < LocalDate.toEpochDay(b))
      assert.strictEqual(LocalDate.later(a, b), LocalDate.toEpochDay(a) < LocalDate.toEpochDay(b) ? b : a)
    })))
})

describe("the week", () => {
  const weekdays: ReadonlyArray<readonly [date: string, weekday: number, label: string, monday: string]> = [
    ["2025-12-08", 1, "周一", "2025-12-08"],
    ["2025-12-09", 2, "周二", "2025-12-08"],
    ["2025-12-10", 3, "周三", "2025-12-08"],
    ["2025-12-11", 4, "周四", "2025-12-08"],
    ["2025-12-12", 5, "周五", "2025-12-08"],
    ["2025-12-13", 6, "周六", "2025-12-08"],
    ["2025-12-14", 7, "周日", "2025-12-08"],
    ["2026-01-01", 4, "周四", "2025-12-29"],
    ["1970-01-01", 4, "周四", "1969-12-29"],
    ["1969-12-28", 7, "周日", "1969-12-22"]
  ]
  // Rule 4.4.
  it.each(weekdays)("%s is weekday %i, %s, of the week from %s", (date, weekday, label, monday) => {
    assert.strictEqual(LocalDate.isoWeekday(localDate(date)), weekday)
    assert.strictEqual(LocalDate.weekdayLabel(localDate(date)), label)
    assert.strictEqual(LocalDate.mondayOf(localDate(date)), monday)
    assert.strictEqual(LocalDate.isWeekend(localDate(date)), label === "周六" || label === "周日")
  })

  it("begins on the Monday on or at most six days before each of its days", () =>
    FastCheck.assert(FastCheck.property(anyDate, (date) => {
      const monday = LocalDate.mondayOf(date)
      assert.strictEqual(LocalDate.isoWeekday(monday), 1)
      assert.strictEqual(LocalDate.addDays(monday, LocalDate.isoWeekday(date) - 1), date)
    })))
})

describe("a range of dates", () => {
  const between = (start: string, end: string): string => LocalDate.datesBetween(localDate(start), localDate(end)).join(" ")

  it("holds both ends, across a month and a leap day", () => {
    assert.strictEqual(between("2024-02-28", "2024-03-01"), "2024-02-28 2024-02-29 2024-03-01")
    assert.strictEqual(between("2025-12-09", "2025-12-09"), "2025-12-09")
  })

  it("is empty where its end is before its start", () => assert.strictEqual(between("2025-12-09", "2025-12-08"), ""))

  it("of a month begins on its first day", () => {
    assert.strictEqual(LocalDate.firstOfMonth(localDate("2024-02-29")), "2024-02-01")
    assert.strictEqual(LocalDate.firstOfMonth(localDate("2025-12-01")), "2025-12-01")
  })

  it("of a month ends on its last day, also of the last month there is", () => {
    const last = ["2024-02-03", "2025-02-28", "2025-04-30", "2025-12-31", "9999-12-01"].map((date) =>
      LocalDate.lastOfMonth(localDate(date))
    )
    assert.deepStrictEqual(last.map(String), ["2024-02-29", "2025-02-28", "2025-04-30", "2025-12-31", "9999-12-31"])
  })
})
