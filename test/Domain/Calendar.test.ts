import { assert, describe, it } from "@effect/vitest"
import { DateTime, Either, FastCheck, Schema } from "effect"
import { setImmediate } from "node:timers/promises"
import * as Calendar from "../../src/Domain/Calendar.ts"
import { fromEpochDay, toEpochDay } from "../../src/Domain/LocalDate.ts"
import { formatTime, TimeFromText } from "../../src/Domain/TimeOfDay.ts"
import { cutoff, dateWithin, instant, localDate, shanghai, zoneNamed } from "./Arbitraries.ts"

const clock = (text: string): Calendar.Cutoff => Schema.decodeSync(TimeFromText)(text)

describe("a cutoff", () => {
  it.each(["00:00", "09:05", "13:18", "23:59"])("reads and writes %s", (text) => assert.strictEqual(formatTime(clock(text)), text))

  it.each(["24:00", "13:60", "9:05", "13:18:00", " 13:18", "13:18\n", "1318", ""])("is never %j",
    (text) => assert.isTrue(Either.isLeft(Schema.decodeEither(TimeFromText)(text))))
})

// Rule 1.4.
describe("the instant of a cutoff", () => {
  const cases: ReadonlyArray<readonly [why: string, zone: string, date: string, time: string, at: string, utc: string]> = [
    ["of an ordinary day", "Asia/Shanghai", "2025-12-09", "13:18", "2025-12-09T13:18:00+08:00", "2025-12-09T05:18:00.000Z"],
    ["before Shanghai's summer of 1986", "Asia/Shanghai", "1986-05-03", "23:00", "1986-05-03T23:00:00+08:00", "1986-05-03T15:00:00.000Z"],
    ["in Shanghai's summer of 1986", "Asia/Shanghai", "1986-05-04", "23:00", "1986-05-04T23:00:00+09:00", "1986-05-04T14:00:00.000Z"],
    ["in Shanghai's summer of 1988", "Asia/Shanghai", "1988-07-01", "23:00", "1988-07-01T23:00:00+09:00", "1988-07-01T14:00:00.000Z"],
    ["in Shanghai's last summer, of 1991", "Asia/Shanghai", "1991-09-14", "23:00", "1991-09-14T23:00:00+09:00", "1991-09-14T14:00:00.000Z"],
    ["after it", "Asia/Shanghai", "1991-09-15", "23:00", "1991-09-15T23:00:00+08:00", "1991-09-15T15:00:00.000Z"],
    [
      "that summer time skips is the first instant after it",
      "Europe/Berlin",
      "2026-03-29",
      "02:30",
      "2026-03-29T03:00:00+02:00",
      "2026-03-29T01:00:00.000Z"
    ],
    [
      "that winter time repeats is its first",
      "Europe/Berlin",
      "2026-10-25",
      "02:30",
      "2026-10-25T02:30:00+02:00",
      "2026-10-25T00:30:00.000Z"
    ],
    ["after the repeated hour", "Europe/Berlin", "2026-10-25", "03:00", "2026-10-25T03:00:00+01:00", "2026-10-25T02:00:00.000Z"],
    ["at a midnight that is skipped", "America/Sao_Paulo", "2018-11-04", "00:00", "2018-11-04T01:00:00-02:00", "2018-11-04T03:00:00.000Z"],
    [
      "within the hour skipped at midnight",
      "America/Sao_Paulo",
      "2018-11-04",
      "00:30",
      "2018-11-04T01:00:00-02:00",
      "2018-11-04T03:00:00.000Z"
    ],
    [
      "in an hour repeated before midnight",
      "America/Sao_Paulo",
      "2018-02-17",
      "23:30",
      "2018-02-17T23:30:00-02:00",
      "2018-02-18T01:30:00.000Z"
    ],
    ["within a skipped half hour", "Australia/Lord_Howe", "2025-10-05", "02:15", "2025-10-05T02:30:00+11:00", "2025-10-04T15:30:00.000Z"],
    [
      "that summer time skips into the next date is the last minute of its own",
      "America/Nuuk",
      "2027-03-27",
      "23:00",
      "2027-03-27T22:59:00-02:00",
      "2027-03-28T00:59:00.000Z"
    ],
    [
      "of a date that the zone skips is on the next",
      "Pacific/Apia",
      "2011-12-30",
      "13:18",
      "2011-12-31T00:00:00+14:00",
      "2011-12-30T10:00:00.000Z"
    ],
    ["in a zone of quarter hours", "Asia/Kathmandu", "2025-12-09", "23:00", "2025-12-09T23:00:00+05:45", "2025-12-09T17:15:00.000Z"]
  ]
  it.each(cases)("%s: %s %s %s", (_why, zone, date, time, at, utc) => {
    const found = Calendar.cutoffInstant(localDate(date), Calendar.calendarOf(zoneNamed(zone), clock(time)))
    assert.strictEqual(Calendar.formatInstant(found), at)
    assert.strictEqual(DateTime.formatIso(found), utc)
  })

  it("shows the local time asked for, and no earlier instant does, unless the zone skips it", () => {
    const zone = FastCheck.constantFrom("Asia/Shanghai", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Auckland")
    FastCheck.assert(FastCheck.property(zone, dateWithin("1986-01-01", "2026-12-31"), cutoff, (name, date, time) => {
      const wanted = `${date}T${formatTime(time)}:00`
      const local = (at: DateTime.Zoned): string => Calendar.formatInstant(at).slice(0, 19)
      const found = Calendar.cutoffInstant(date, Calendar.calendarOf(zoneNamed(name), time))
      assert.notStrictEqual(local(DateTime.subtractDuration(found, "1 hour")), wanted)
      if (local(found) !== wanted) {
        assert.isAbove(local(found).localeCompare(wanted), 0)
        assert.isBelow(local(DateTime.subtractDuration(found, "1 hour")).localeCompare(wanted), 0)
      }
    }), { numRuns: 1000 })
  })
})

// Rule 1.4.
describe("every date of every zone", () => {
  const first = toEpochDay(localDate("2026-01-01"))
  const days = Array.from({ length: 366 }, (_, index) => fromEpochDay(first + index))
  const halfHours = Array.from({ length: 48 }, (_, index) => ({ hour: Math.floor(index / 2), minute: (index % 2) * 30 }))

  it("comes to its cutoff, at each half hour, for a year", async () => {
    const missed: Array<string> = []
    const seen = new Set<string>()
    for (const name of Intl.supportedValuesOf("timeZone")) {
      // The worker reports to the runner between two zones, because a worker that is silent for a minute counts as dead.
      await setImmediate()
      const zone = zoneNamed(name)
      const starts = days.map((date) => Calendar.startOfDay(date, { zone, starts: [] }).epochMillis)
      // A day of 24 hours has each time once, so only its last time could be wrong.
      const even = days.map((_, index) => (starts[index + 1] ?? 0) - (starts[index] ?? 0) === 86_400_000)
      // Many zones have the same times: their days begin at the same instants, and their uneven days have the same half hours.
      const offsets = starts.filter((_, index) => !even[index])
        .flatMap((start) =>
          halfHours.map((_, index) => DateTime.zonedOffset(DateTime.unsafeMakeZoned(start + index * 1_800_000, { timeZone: zone })))
        )
      const times = JSON.stringify([starts, offsets])
      if (seen.has(times)) continue
      seen.add(times)
      days.slice(0, -1).forEach((date, index) => {
        for (const time of even[index] === true ? halfHours.slice(-1) : halfHours) {
          const calendar = Calendar.calendarOf(zone, time)
          const due = Calendar.cutoffInstant(date, calendar)
          const { pastCutoff, today } = Calendar.momentOf(due, calendar)
          if (!pastCutoff || today !== date) missed.push(`${name} ${date} ${formatTime(time)}`)
        }
      })
    }
    assert.deepStrictEqual(missed, [])
  })
})

describe("the start of a day", () => {
  const starts: ReadonlyArray<readonly [zone: string, date: string, start: string]> = [
    ["Asia/Shanghai", "2025-12-09", "2025-12-09T00:00:00+08:00"],
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T01:00:00-02:00"]
  ]
  it.each(starts)("in %s of %s is its first instant", (zone, date, start) => {
    const days = { zone: zoneNamed(zone), starts: [] }
    const found = Calendar.startOfDay(localDate(date), days)
    assert.strictEqual(Calendar.formatInstant(found), start)
    assert.isBelow(Calendar.dateOf(DateTime.subtractDuration(found, "1 millis"), days).localeCompare(date), 0)
  })
})

// Rule 4.3.
describe("an instant as the shop sees it", () => {
  const instants: ReadonlyArray<readonly [utc: string, zone: string, text: string]> = [
    ["2025-12-09T05:14:40.999Z", "Asia/Shanghai", "2025-12-09T13:14:40+08:00"],
    ["2025-12-08T16:00:00Z", "Asia/Shanghai", "2025-12-09T00:00:00+08:00"],
    ["2025-12-08T15:59:59.999Z", "Asia/Shanghai", "2025-12-08T23:59:59+08:00"],
    ["1988-07-01T14:00:00Z", "Asia/Shanghai", "1988-07-01T23:00:00+09:00"],
    ["2025-12-09T05:04:03Z", "America/New_York", "2025-12-09T00:04:03-05:00"],
    ["2025-12-09T05:04:03Z", "Asia/Kolkata", "2025-12-09T10:34:03+05:30"],
    ["2025-12-09T05:04:03Z", "UTC", "2025-12-09T05:04:03+00:00"]
  ]
  it.each(instants)("%s in %s reads %s", (utc, zone, text) => {
    const at = instant(utc, zoneNamed(zone))
    assert.strictEqual(Calendar.formatInstant(at), text)
    assert.strictEqual(Calendar.dateOf(at, { zone: at.zone, starts: [] }), text.slice(0, 10))
  })

  const moments: ReadonlyArray<readonly [at: string, today: string, pastCutoff: boolean]> = [
    ["2025-12-09T13:17:59.999+08:00", "2025-12-09", false],
    ["2025-12-09T13:18:00.000+08:00", "2025-12-09", true],
    ["2025-12-09T13:18:00.001+08:00", "2025-12-09", true],
    ["2025-12-09T23:59:59.999+08:00", "2025-12-09", true],
    ["2025-12-10T00:00:00.000+08:00", "2025-12-10", false]
  ]
  it.each(moments)("at %s it is %s; the cutoff 13:18 has passed: %s", (at, today, pastCutoff) => {
    const now = instant(at)
    const { cutoff, ...moment } = Calendar.momentOf(now, Calendar.calendarOf(shanghai, clock("13:18")))
    assert.deepStrictEqual(moment, { now, today: localDate(today), pastCutoff })
    assert.strictEqual(Calendar.formatInstant(cutoff), `${today}T13:18:00+08:00`)
  })

  it("is past a cutoff of 00:00 all day long", () =>
    FastCheck.assert(FastCheck.property(FastCheck.integer({ min: 0, max: 4_102_444_800_000 }), (millis) => {
      const now = DateTime.unsafeMakeZoned(millis, { timeZone: shanghai })
      assert.isTrue(Calendar.momentOf(now, Calendar.calendarOf(shanghai, clock("00:00"))).pastCutoff)
    })))
})
