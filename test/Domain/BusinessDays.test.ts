import { assert, describe, it } from "@effect/vitest"
import { DateTime, Either, FastCheck, Schema } from "effect"
import { nextCutoff } from "../../src/Domain/Agenda.ts"
import {
  type Calendar,
  calendarOf,
  changedStarts,
  cutoffInstant,
  dateOf,
  endOfDay,
  formatInstant,
  momentOf,
  startOfDay
} from "../../src/Domain/Calendar.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { DayStartFromText, type DayStarts } from "../../src/Domain/DayStart.ts"
import { overdueDay } from "../../src/Domain/Lateness.ts"
import { addDays, fromEpochDay, toEpochDay } from "../../src/Domain/LocalDate.ts"
import { reminderInstant } from "../../src/Domain/Reminder.ts"
import { formatTime, midnight, minutesOf, TimeFromText, type TimeOfDay } from "../../src/Domain/TimeOfDay.ts"
import { wallDate } from "../../src/Domain/WallClock.ts"
import { cutoff, instant, localDate, shanghai, zoneNamed } from "./Arbitraries.ts"

const clock = (text: string): TimeOfDay => Schema.decodeSync(TimeFromText)(text)

const calendar = (zone: string, start: string, cutoff: string): Calendar => calendarOf(zoneNamed(zone), clock(cutoff), clock(start))

/** A bar in Shanghai. */
const bar = calendar("Asia/Shanghai", "04:00", "02:30")

const dayStart = FastCheck.integer({ min: 0, max: 720 }).map((minutes): TimeOfDay => ({
  hour: Math.floor(minutes / 60),
  minute: minutes % 60
}))

const zone = FastCheck.constantFrom("Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Havana",
  "America/Sao_Paulo", "Pacific/Apia", "America/St_Johns", "Asia/Kathmandu").map(zoneNamed)

/** In these zones, summer time in 2010 and 2011 changes at midnight or a minute after it, and one of them skips a date. */
const anyInstant = FastCheck.integer({ min: Date.UTC(2009, 11, 20), max: Date.UTC(2012, 0, 10) })

describe("the setting of a day's start", () => {
  it.each(["00:00", "04:00", "11:59", "12:00"])("may be %s",
    (text) => assert.strictEqual(formatTime(Schema.decodeSync(DayStartFromText)(text)), text))

  it.each(["12:01", "23:00", "24:00", "4:00", ""])("is never %j",
    (text) => assert.isTrue(Either.isLeft(Schema.decodeEither(DayStartFromText)(text))))
})

describe("a business day", () => {
  const moments: ReadonlyArray<readonly [at: string, today: string, pastCutoff: boolean]> = [
    ["2026-11-21T03:59:59.999+08:00", "2026-11-20", true],
    ["2026-11-21T04:00:00+08:00", "2026-11-21", false],
    ["2026-11-21T23:59:59+08:00", "2026-11-21", false],
    ["2026-11-22T00:00:00+08:00", "2026-11-21", false],
    ["2026-11-22T02:29:59.999+08:00", "2026-11-21", false],
    ["2026-11-22T02:30:00+08:00", "2026-11-21", true],
    ["2026-11-22T03:59:59+08:00", "2026-11-21", true],
    ["2026-11-22T04:00:00+08:00", "2026-11-22", false]
  ]
  it.each(moments)("at %s is %s; its cutoff of 02:30 has passed: %s", (at, today, pastCutoff) => {
    const moment = momentOf(instant(at), bar)
    assert.deepStrictEqual({ today: moment.today, pastCutoff: moment.pastCutoff }, { today: localDate(today), pastCutoff })
  })

  const cutoffs: ReadonlyArray<readonly [why: string, zone: string, start: string, cutoff: string, date: string, due: string]> = [
    ["before its end is on the next date", "Asia/Shanghai", "04:00", "02:30", "2026-11-21", "2026-11-22T02:30:00+08:00"],
    ["after its start is on its own date", "Asia/Shanghai", "04:00", "23:00", "2026-11-21", "2026-11-21T23:00:00+08:00"],
    ["a minute after its start too", "Asia/Shanghai", "04:00", "04:01", "2026-11-21", "2026-11-21T04:01:00+08:00"],
    ["at midnight is the next midnight", "Asia/Shanghai", "04:00", "00:00", "2026-11-21", "2026-11-22T00:00:00+08:00"],
    ["at its end is its last minute", "Asia/Shanghai", "04:00", "04:00", "2026-11-21", "2026-11-22T03:59:00+08:00"],
    ["that does not exist is the first instant after it", "Europe/Berlin", "04:00", "02:30", "2026-03-28", "2026-03-29T03:00:00+02:00"],
    ["of half an hour that is skipped too", "Australia/Lord_Howe", "04:00", "02:15", "2025-10-04", "2025-10-05T02:30:00+11:00"],
    ["in New York too", "America/New_York", "05:00", "02:59", "2026-03-07", "2026-03-08T03:00:00-04:00"],
    ["that exists twice is the first", "Europe/Berlin", "04:00", "02:30", "2026-10-24", "2026-10-25T02:30:00+02:00"],
    ["in New York too", "America/New_York", "04:00", "01:30", "2026-10-31", "2026-11-01T01:30:00-04:00"],
    ["in a half hour that is repeated too", "Australia/Lord_Howe", "04:00", "01:45", "2026-04-04", "2026-04-05T01:45:00+11:00"],
    ["at an end that exists twice is the last minute", "Europe/Berlin", "02:30", "02:30", "2026-10-24", "2026-10-25T02:29:00+01:00"],
    ["skipped together with the end is the last minute", "Europe/Berlin", "02:45", "02:15", "2026-03-28", "2026-03-29T01:59:00+01:00"]
  ]
  it.each(cutoffs)("whose cutoff %s (%s, from %s, cutoff %s, %s)",
    (_why, zone, start, cutoff, date, due) =>
      assert.strictEqual(formatInstant(cutoffInstant(localDate(date), calendar(zone, start, cutoff))), due))

  const lengths: ReadonlyArray<readonly [zone: string, start: string, date: string, begin: string, hours: number]> = [
    ["Asia/Shanghai", "04:00", "2026-11-21", "2026-11-21T04:00:00+08:00", 24],
    ["Europe/Berlin", "04:00", "2026-03-28", "2026-03-28T04:00:00+01:00", 23],
    ["Europe/Berlin", "04:00", "2026-10-24", "2026-10-24T04:00:00+02:00", 25],
    ["America/New_York", "04:00", "2026-10-31", "2026-10-31T04:00:00-04:00", 25],
    ["Australia/Lord_Howe", "04:00", "2025-10-04", "2025-10-04T04:00:00+10:30", 23.5],
    // A start that does not exist moves to the first instant after it; of a repeated start, the second one counts.
    ["Europe/Berlin", "02:30", "2026-03-29", "2026-03-29T03:00:00+02:00", 23.5],
    ["Europe/Berlin", "02:30", "2026-10-25", "2026-10-25T02:30:00+01:00", 24],
    // Days from midnight to midnight do not change: of Havana's repeated midnight, the first one counts.
    ["America/Havana", "00:00", "2026-11-01", "2026-11-01T00:00:00-04:00", 25]
  ]
  it.each(lengths)("in %s from %s on begins on %s at %s and has %d hours", (zone, start, date, begin, hours) => {
    const days = calendar(zone, start, "23:00")
    const from = startOfDay(localDate(date), days)
    assert.strictEqual(formatInstant(from), begin)
    assert.strictEqual((endOfDay(localDate(date), days).epochMillis - from.epochMillis) / 3_600_000, hours)
  })

  const nights: ReadonlyArray<readonly [why: string, date: string, remind: string, due: string, later: string, late: number]> = [
    // 02:30 does not exist, and an hour after 02:00 is 04:00.
    ["of 23 hours", "2026-03-28", "2026-03-29T01:00:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-29T03:59:59+02:00", 59],
    // 02:30 exists twice, and the day lasts for an hour more after it.
    ["of 25 hours", "2026-10-24", "2026-10-25T01:30:00+02:00", "2026-10-25T02:30:00+02:00", "2026-10-25T03:59:59+01:00", 149],
    ["of 24 hours", "2026-11-20", "2026-11-21T01:30:00+01:00", "2026-11-21T02:30:00+01:00", "2026-11-21T03:59:59+01:00", 89]
  ]
  it.each(nights)("%s is reminded of, settled once and overdue by the same instant", (_why, on, remind, due, later, late) => {
    const days = calendar("Europe/Berlin", "04:00", "02:30")
    const date = localDate(on)
    const at = (text: string) => DateTime.setZone(instant(text), days.zone)
    assert.strictEqual(formatInstant(reminderInstant(date, days, 60)), remind)
    assert.strictEqual(formatInstant(nextCutoff(startOfDay(date, days), days)), due)
    // Even in a repeated hour, the next settlement after this one is that of the next day.
    assert.strictEqual(formatInstant(nextCutoff(at(due), days)), formatInstant(cutoffInstant(addDays(date, 1), days)))
    assert.deepStrictEqual(momentOf(at(later), days).today, date)
    const { date: overdue, millis = 0 } = overdueDay(DayBook.empty, at(later), days, 0) ?? {}
    assert.deepStrictEqual([overdue, Math.floor(millis / 60_000)], [date, late])
    assert.strictEqual(dateOf(DateTime.addDuration(at(later), "1 second"), days), addDays(date, 1))
  })

  it("is one whole: it begins where the one before ends, and has every instant between, and its cutoff", () =>
    FastCheck.assert(FastCheck.property(zone, dayStart, cutoff, anyInstant, (zone, start, time, millis) => {
      const days = calendarOf(zone, time, start)
      const now = DateTime.unsafeMakeZoned(millis, { timeZone: zone })
      const { cutoff, today } = momentOf(now, days)
      // If a zone repeats an hour before midnight, the wall calendar shows a date twice.
      if (minutesOf(start) > 0) assert.isAtMost(startOfDay(today, days).epochMillis, millis)
      if (minutesOf(start) > 0) assert.isAbove(endOfDay(today, days).epochMillis, millis)
      assert.strictEqual(dateOf(cutoff, days), today)
      assert.isTrue(momentOf(cutoff, days).pastCutoff)
      assert.isAbove(nextCutoff(now, days).epochMillis, millis)
      assert.isTrue([today, addDays(today, 1)].includes(wallDate(now)) || zone.id === "Pacific/Apia")
    }), { numRuns: 1_000 }))

  it("never goes back as time passes, also where a zone repeats or skips hours and dates", () =>
    FastCheck.assert(
      FastCheck.property(zone, dayStart.filter((at) => minutesOf(at) > 0), anyInstant, FastCheck.nat(7_200_000),
        (zone, start, millis, passed) => {
          const days = calendarOf(zone, midnight, start)
          const dateAt = (at: number) => dateOf(DateTime.unsafeMakeZoned(at, { timeZone: zone }), days)
          assert.isAtMost(toEpochDay(dateAt(millis)), toEpochDay(dateAt(millis + passed)))
        }),
      { numRuns: 1_000 }
    ))

  it("is the calendar's own from midnight on", () =>
    FastCheck.assert(FastCheck.property(zone, anyInstant, (zone, millis) => {
      const now = DateTime.unsafeMakeZoned(millis, { timeZone: zone })
      // The setting was changed to 00:00 long ago.
      const starts = [{ from: localDate("2001-01-01"), at: clock("04:00") }, { from: localDate("2002-01-01"), at: midnight }]
      assert.strictEqual(dateOf(now, { zone, starts: [] }), wallDate(now))
      assert.strictEqual(dateOf(now, { zone, starts }), wallDate(now))
    })))

  it("is reminded of before its cutoff after midnight, and not before it begins", () => {
    const due = (minutes: number) => formatInstant(reminderInstant(localDate("2026-11-21"), bar, minutes))
    assert.strictEqual(due(60), "2026-11-22T01:30:00+08:00")
    assert.strictEqual(due(720), "2026-11-21T14:30:00+08:00")
    assert.strictEqual(formatInstant(reminderInstant(localDate("2026-11-21"), calendar("Asia/Shanghai", "04:30", "06:00"), 720)),
      "2026-11-21T04:30:00+08:00")
  })
})

describe("a change of the day's start", () => {
  const from = (date: string, at: string) => ({ from: localDate(date), at: clock(at) })
  const shown = (starts: DayStarts): string => starts.map(({ at, from }) => `${formatTime(at)} from ${from}`).join(", ")

  const changes: ReadonlyArray<readonly [why: string, before: DayStarts, at: string, now: string, after: string]> = [
    ["counts from the next day on", [], "04:00", "2026-11-20T15:00:00+08:00", "04:00 from 2026-11-21"],
    ["after midnight not for the day that has begun", [], "04:00", "2026-11-20T02:00:00+08:00", "04:00 from 2026-11-21"],
    [
      "to an earlier start too",
      [from("2026-01-01", "04:00")],
      "00:00",
      "2026-11-20T15:00:00+08:00",
      "04:00 from 2026-01-01, 00:00 from 2026-11-21"
    ],
    [
      "between the two starts not for the day that would have begun",
      [from("2026-01-01", "04:00")],
      "00:00",
      "2026-11-20T02:00:00+08:00",
      "04:00 from 2026-01-01, 00:00 from 2026-11-21"
    ],
    [
      "at the very start of a day not for it",
      [from("2026-01-01", "04:00")],
      "02:00",
      "2026-11-20T02:00:00+08:00",
      "04:00 from 2026-01-01, 02:00 from 2026-11-21"
    ],
    ["that has not come yet is replaced", [from("2026-11-21", "04:00")], "06:00", "2026-11-20T15:00:00+08:00", "06:00 from 2026-11-21"],
    ["that has not come yet is taken back", [from("2026-11-21", "04:00")], "00:00", "2026-11-20T15:00:00+08:00", ""],
    [
      "that has not come yet still counts for a day that would have begun",
      [from("2026-11-21", "04:00")],
      "00:00",
      "2026-11-21T01:00:00+08:00",
      "04:00 from 2026-11-21, 00:00 from 2026-11-22"
    ],
    ["is none where the setting is the same", [from("2026-01-01", "04:00")], "04:00", "2026-11-20T15:00:00+08:00", "04:00 from 2026-01-01"],
    [
      "of a clock that was ahead comes when it is right",
      [from("2027-11-21", "04:00")],
      "04:00",
      "2026-11-20T15:00:00+08:00",
      "04:00 from 2026-11-21"
    ]
  ]
  it.each(changes)("%s", (_why, before, at, now, after) => assert.strictEqual(shown(changedStarts(before, clock(at), instant(now))), after))

  /** The settings of some years, each changed at an instant. */
  const changing = FastCheck.array(FastCheck.tuple(FastCheck.integer({ min: 0, max: 200_000_000 }), dayStart), {
    minLength: 1,
    maxLength: 8
  })

  it("never moves today, nor a day before it, whatever was set before", () =>
    FastCheck.assert(FastCheck.property(zone, anyInstant, changing, (zone, begin, changes) => {
      let starts: DayStarts = []
      let millis = begin
      for (const [passed, at] of changes) {
        millis += passed
        const now = DateTime.unsafeMakeZoned(millis, { timeZone: zone })
        const before = { zone, starts }
        starts = changedStarts(starts, at, now)
        const after = { zone, starts }
        const today = dateOf(now, before)
        assert.strictEqual(dateOf(now, after), today)
        for (const date of [addDays(today, -40), addDays(today, -1), today])
          assert.strictEqual(startOfDay(date, after).epochMillis, startOfDay(date, before).epochMillis)
        // Without a further change, the setting takes effect within two days.
        const later = dateOf(DateTime.addDuration(now, "3 days"), after)
        assert.strictEqual(formatTime(starts.findLast(({ from }) => from <= later)?.at ?? midnight), formatTime(at))
      }
    }), { numRuns: 300 }))

  it("leaves each day with its cutoff once, in every mixture of settings", () =>
    FastCheck.assert(
      FastCheck.property(zone, FastCheck.integer({ min: 14_600, max: 15_300 }), dayStart, dayStart, cutoff,
        (zone, day, old, next, time) => {
          const date = fromEpochDay(day)
          const days = { zone, cutoff: time, starts: [{ from: localDate("2000-01-01"), at: old }, { from: date, at: next }] }
          for (const one of [addDays(date, -2), addDays(date, -1), date, addDays(date, 1)]) {
            if (zone.id === "Pacific/Apia" && one === "2011-12-30") continue
            assert.strictEqual(dateOf(cutoffInstant(one, days), days), one)
          }
        }),
      { numRuns: 700 }
    ))

  it("to a cutoff after midnight does not settle the day that has begun at midnight at once", () => {
    const starts = changedStarts([], clock("04:00"), instant("2026-11-20T15:00:00+08:00"))
    const days = { zone: shanghai, starts, cutoff: clock("02:30") }
    assert.strictEqual(formatInstant(cutoffInstant(localDate("2026-11-20"), days)), "2026-11-21T02:30:00+08:00")
    assert.strictEqual(formatInstant(endOfDay(localDate("2026-11-20"), days)), "2026-11-21T04:00:00+08:00")
    // The setting is changed back: the day ends at midnight, and is settled then.
    const back = {
      zone: shanghai,
      starts: changedStarts(bar.starts, midnight, instant("2026-11-20T15:00:00+08:00")),
      cutoff: clock("02:30")
    }
    assert.strictEqual(formatInstant(cutoffInstant(localDate("2026-11-20"), back)), "2026-11-20T23:59:00+08:00")
  })
})
