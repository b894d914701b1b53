import { assert, describe, it } from "@effect/vitest"
import { DateTime, FastCheck } from "effect"
import { calendarOf, type Cutoff, cutoffInstant, dateOf, formatInstant, startOfDay } from "../../src/Domain/Calendar.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { isReminderNeeded, reminderInstant } from "../../src/Domain/Reminder.ts"
import { turnover } from "../lib/Stored.ts"
import { cutoff, shanghai, zoneNamed } from "./Arbitraries.ts"

const at = (hour: number, minute = 0): Cutoff => ({ hour, minute })

// Rule 7.17.
describe("the reminder of a day", () => {
  const cases: ReadonlyArray<readonly [why: string, zone: string, date: string, cutoff: Cutoff, minutes: number, due: string]> = [
    ["an hour before the cutoff", "Asia/Shanghai", "2026-11-22", at(23), 60, "2026-11-22T22:00:00+08:00"],
    ["twelve hours before the cutoff", "Asia/Shanghai", "2026-11-22", at(23), 720, "2026-11-22T11:00:00+08:00"],
    ["when the day begins, not before", "Asia/Shanghai", "2026-11-22", at(0, 30), 60, "2026-11-22T00:00:00+08:00"],
    ["at a cutoff at midnight, which leaves no time", "Asia/Shanghai", "2026-11-22", at(0), 60, "2026-11-22T00:00:00+08:00"],
    ["as long before, whatever the clocks do meanwhile", "Europe/Berlin", "2026-03-29", at(4), 120, "2026-03-29T01:00:00+01:00"],
    ["when a day begins whose midnight is skipped", "America/Sao_Paulo", "2018-11-04", at(2), 120, "2018-11-04T01:00:00-02:00"]
  ]
  it.each(cases)("is due %s (%s, %s, cutoff %j, %i minutes)",
    (_why, zone, date, cutoff, minutes, due) =>
      assert.strictEqual(formatInstant(reminderInstant(date as LocalDate, calendarOf(zoneNamed(zone), cutoff), minutes)), due))

  it("is due on its own day, at most so many minutes before its cutoff", () => {
    const minutes = FastCheck.integer({ min: 1, max: 720 })
    const zone = FastCheck.constantFrom(shanghai, zoneNamed("Europe/Berlin"), zoneNamed("America/Sao_Paulo"),
      zoneNamed("Australia/Lord_Howe"))
    const day = FastCheck.integer({ min: 0, max: 3_000 }).map((days) =>
      DateTime.formatIsoDateUtc(DateTime.unsafeMake(days * 86_400_000 + 1.3e12))
    )
    FastCheck.assert(FastCheck.property(day, cutoff, minutes, zone, (date, time, minutes, zone) => {
      const calendar = calendarOf(zone, time)
      const due = reminderInstant(date as LocalDate, calendar, minutes)
      const ahead = cutoffInstant(date as LocalDate, calendar).epochMillis - due.epochMillis
      assert.strictEqual(dateOf(due, calendar), date)
      assert.isTrue(
        ahead === minutes * 60_000 || (ahead < minutes * 60_000 && due.epochMillis === startOfDay(date as LocalDate, calendar).epochMillis)
      )
    }))
  })

  it("is needed before the cutoff, without a record, on a day that is not closed", () => {
    const situation = { day: undefined, closed: false, now: 1, cutoff: 2 }
    assert.isTrue(isReminderNeeded(situation))
    assert.isFalse(isReminderNeeded({ ...situation, now: 2 }))
    assert.isFalse(isReminderNeeded({ ...situation, closed: true }))
    assert.isFalse(isReminderNeeded({ ...situation, day: turnover("2026-11-22", { isFinal: false }) }))
  })
})
