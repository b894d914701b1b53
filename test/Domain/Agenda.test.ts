import { afterEach, assert, describe, it } from "@effect/vitest"
import { DateTime, FastCheck } from "effect"
import * as Agenda from "../../src/Domain/Agenda.ts"
import { calendarOf, type Cutoff, cutoffInstant, formatInstant, momentOf } from "../../src/Domain/Calendar.ts"
import { addDays, type LocalDate } from "../../src/Domain/LocalDate.ts"
import { reminderInstant } from "../../src/Domain/Reminder.ts"
import { wallDate } from "../../src/Domain/WallClock.ts"
import { cutoff, instant, shanghai, zoneNamed } from "./Arbitraries.ts"

// Vitest gives up on a worker that is silent for a minute, which happens with many long synchronous tests on a busy machine.
afterEach(() => new Promise((resolve) => setImmediate(resolve)))

const elevenPm: Cutoff = { hour: 23, minute: 0 }

const text = (run: Agenda.DueRun): string => `${run.trigger} ${formatInstant(run.moment.now)}`

/** An agenda that reads the clock on request, and records the runs that it found. */
const agendaFrom = (
  at: string,
  options: { readonly cutoff?: Cutoff; readonly zone?: DateTime.TimeZone; readonly remindMinutes?: number } = {}
) => {
  const zone = options.zone ?? shanghai
  let agenda = Agenda.start(instant(at, zone), calendarOf(zone, options.cutoff ?? elevenPm), options.remindMinutes)
  const lookAt = (now: DateTime.Zoned): ReadonlyArray<Agenda.DueRun> => {
    const seen = Agenda.advance(agenda, now)
    agenda = seen.agenda
    return seen.due
  }
  return {
    look: (at: string): ReadonlyArray<string> => lookAt(instant(at, zone)).map(text),
    ids: (at: string): ReadonlyArray<string | null> => lookAt(instant(at, zone)).map(({ id }) => id),
    /** Reads the clock, and lets each due run fail. */
    lookAndFail: (at: string): ReadonlyArray<string> => {
      const now = instant(at, zone)
      const due = lookAt(now)
      for (const run of due) agenda = Agenda.failed(agenda, run, now)
      return due.map(text)
    },
    /** Sleeps until the agenda is due, repeatedly, until `end`. */
    sleepUntil: (end: string): ReadonlyArray<Agenda.DueRun> => {
      const runs: Array<Agenda.DueRun> = []
      for (;;) {
        const millis = Agenda.millisUntilDue(agenda)
        assert.isAbove(millis, 0)
        const now = DateTime.addDuration(agenda.lastReading, millis)
        if (DateTime.greaterThan(now, instant(end, zone))) return runs
        const due = lookAt(now)
        for (const run of due) assert.deepStrictEqual(run.moment.now, now)
        runs.push(...due)
      }
    }
  }
}

const datesOf = (runs: ReadonlyArray<Agenda.DueRun>, trigger: string): ReadonlyArray<LocalDate> =>
  runs.filter((run) => run.trigger === trigger).map((run) => run.moment.today)

// Rule 5.13.
describe("a run's name", () => {
  const idsAt = (start: string, ...readings: ReadonlyArray<string>) => {
    const agenda = agendaFrom(start)
    return readings.flatMap((at) => agenda.ids(at))
  }

  it("is the same in a process that is late, and another one the next time", () => {
    assert.deepStrictEqual(idsAt("2025-12-09T21:30:00+08:00", "2025-12-09T23:00:00+08:00"), ["cutoff 2025-12-09T23:00:00+08:00"])
    assert.deepStrictEqual(idsAt("2025-12-09T21:30:00+08:00", "2025-12-09T23:12:00+08:00"), ["cutoff 2025-12-09T23:00:00+08:00"])
    assert.deepStrictEqual(
      idsAt("2025-12-09T12:30:00+08:00", "2025-12-09T13:00:00+08:00", "2025-12-09T13:01:07+08:00", "2025-12-09T15:40:00+08:00"),
      ["hourly 2025-12-09T13:00:00+08:00", "hourly 2025-12-09T13:01:00+08:00", "hourly 2025-12-09T15:01:00+08:00"]
    )
  })
})

describe("the cutoff", () => {
  const zones = ["Asia/Shanghai", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu"]
  const monthsOfChange = [["2018-10-20T12:00:00Z", "2018-11-10T12:00:00Z"], ["2019-02-10T12:00:00Z", "2019-04-02T12:00:00Z"]] as const
  const changes = zones.flatMap((zone) => monthsOfChange.map(([from, to]) => [zone, from, to] as const))
  it.each(changes)("in %s from %s to %s is found once a day, at its instant", (name, from, to) => {
    const zone = zoneNamed(name)
    const settled: Cutoff = { hour: 2, minute: 30 }
    const runs = agendaFrom(from, { cutoff: settled, zone }).sleepUntil(to)
    const cutoffs = runs.filter((run) => run.trigger === "cutoff")
    const first = addDays(wallDate(instant(from, zone)), 1)
    assert.strictEqual(cutoffs.length, (Date.parse(to) - Date.parse(from)) / 86_400_000)
    cutoffs.forEach(({ moment }, index) => {
      assert.strictEqual(moment.today, addDays(first, index))
      assert.strictEqual(moment.now.epochMillis, cutoffInstant(moment.today, calendarOf(zone, settled)).epochMillis)
    })
  })

  it("is not found by a timer that fires early", () => {
    const agenda = agendaFrom("2025-12-09T22:30:00+08:00")
    assert.deepStrictEqual(agenda.look("2025-12-09T22:59:59.999+08:00"), [])
    assert.deepStrictEqual(agenda.look("2025-12-09T23:00:00+08:00"), ["cutoff 2025-12-09T23:00:00+08:00"])
    assert.deepStrictEqual(agenda.look("2025-12-09T23:00:00+08:00"), [])
  })

  it("that has passed when the agenda begins is not found again that day", () => {
    const agenda = agendaFrom("2025-12-09T23:00:00+08:00")
    assert.deepStrictEqual(agenda.look("2025-12-09T23:59:59+08:00"), ["hourly 2025-12-09T23:59:59+08:00"])
    assert.deepStrictEqual(datesOf(agenda.sleepUntil("2025-12-11T12:00:00+08:00"), "cutoff"), ["2025-12-10" as LocalDate])
  })

  it("is found on waking from a suspend that hid it, once", () => {
    const agenda = agendaFrom("2025-12-09T20:00:00+08:00")
    assert.deepStrictEqual(agenda.look("2025-12-09T23:47:12+08:00"), ["cutoff 2025-12-09T23:47:12+08:00"])
    assert.deepStrictEqual(agenda.look("2025-12-09T23:47:13+08:00"), [])
  })

  it("of a day that ended in a suspend does not run: the hourly check runs as of the current day", () => {
    const agenda = agendaFrom("2025-12-09T20:00:00+08:00")
    assert.deepStrictEqual(agenda.look("2025-12-12T08:15:00+08:00"), ["hourly 2025-12-12T08:15:00+08:00"])
    assert.deepStrictEqual(agenda.look("2025-12-12T23:00:00+08:00"), ["cutoff 2025-12-12T23:00:00+08:00"])
  })

  it("is not acted on twice when the clock is set back across it", () => {
    const agenda = agendaFrom("2025-12-09T22:30:00+08:00")
    agenda.look("2025-12-09T23:00:30+08:00")
    assert.deepStrictEqual(agenda.look("2025-12-09T22:58:00+08:00"), [])
    assert.deepStrictEqual(agenda.look("2025-12-09T23:00:00+08:00"), ["hourly 2025-12-09T23:00:00+08:00"])
    assert.deepStrictEqual(agenda.look("2025-12-10T23:00:00+08:00"), ["cutoff 2025-12-10T23:00:00+08:00"])
  })

  it("is not acted on twice when the clock is set forward by days and back again", () => {
    const agenda = agendaFrom("2025-12-09T22:30:00+08:00")
    agenda.look("2025-12-09T23:00:00+08:00")
    assert.deepStrictEqual(agenda.look("2025-12-12T23:30:00+08:00"), ["cutoff 2025-12-12T23:30:00+08:00"])
    assert.deepStrictEqual(agenda.look("2025-12-09T23:05:00+08:00"), [])
    const later = datesOf(agenda.sleepUntil("2025-12-13T12:00:00+08:00"), "cutoff")
    assert.deepStrictEqual(later, ["2025-12-10", "2025-12-11"] as ReadonlyArray<string> as ReadonlyArray<LocalDate>)
  })

  it("finds each day read between cutoff and midnight exactly once, however irregular the readings", () => {
    const steps = FastCheck.array(FastCheck.oneof(
      FastCheck.integer({ min: 0, max: 90_000_000 }),
      FastCheck.integer({ min: 0, max: 600_000 })
    ), { minLength: 1, maxLength: 60 })
    const zone = FastCheck.constantFrom(shanghai, zoneNamed("Europe/Berlin"))
    FastCheck.assert(FastCheck.property(zone, cutoff, steps, (zone, time, steps) => {
      const begin = DateTime.unsafeMakeZoned("2026-03-27T10:00:00Z", { timeZone: zone })
      const calendar = calendarOf(zone, time)
      const beginning = momentOf(begin, calendar)
      const expected = new Set<LocalDate>()
      const found: Array<LocalDate> = []
      let agenda = Agenda.start(begin, calendar)
      let now = begin
      for (const step of steps) {
        now = DateTime.addDuration(now, step)
        const { pastCutoff, today } = momentOf(now, calendar)
        if (pastCutoff && !(beginning.pastCutoff && today === beginning.today)) expected.add(today)
        const seen = Agenda.advance(agenda, now)
        agenda = seen.agenda
        found.push(...datesOf(seen.due, "cutoff"))
      }
      assert.deepStrictEqual(found, [...expected])
    }), { numRuns: 300 })
  })

  it("comes next today while it is ahead, tomorrow from its own instant on", () => {
    const next = (at: string) => formatInstant(Agenda.nextCutoff(instant(at), calendarOf(shanghai, elevenPm)))
    assert.strictEqual(next("2025-12-09T22:59:59.999+08:00"), "2025-12-09T23:00:00+08:00")
    assert.strictEqual(next("2025-12-09T23:00:00+08:00"), "2025-12-10T23:00:00+08:00")
  })
})

describe("the hourly check", () => {
  const minutesFound = (from: string, to: string, zone: string): ReadonlyArray<string> =>
    agendaFrom(from, { cutoff: { hour: 12, minute: 34 }, zone: zoneNamed(zone) }).sleepUntil(to)
      .map(({ moment }) => formatInstant(moment.now).slice(11, 16) + formatInstant(moment.now).slice(19))

  const hours: ReadonlyArray<readonly [why: string, zone: string, from: string, to: string, found: ReadonlyArray<string>]> = [
    ["minutes 0 and 1", "Asia/Shanghai", "2025-12-08T15:30:00Z", "2025-12-08T17:30:00Z", [
      "00:00+08:00",
      "00:01+08:00",
      "01:00+08:00",
      "01:01+08:00"
    ]],
    ["minutes 0 and 1 of the local hour", "Asia/Kolkata", "2025-12-09T00:10:00Z", "2025-12-09T01:40:00Z", [
      "06:00+05:30",
      "06:01+05:30",
      "07:00+05:30",
      "07:01+05:30"
    ]],
    ["minutes 0 and 1 of the local hour", "Asia/Kathmandu", "2025-12-09T00:10:00Z", "2025-12-09T01:40:00Z", [
      "06:00+05:45",
      "06:01+05:45",
      "07:00+05:45",
      "07:01+05:45"
    ]],
    ["the hour after the one that is skipped", "Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-29T02:30:00Z", [
      "03:00+02:00",
      "03:01+02:00",
      "04:00+02:00",
      "04:01+02:00"
    ]],
    ["both of a repeated hour", "Europe/Berlin", "2026-10-24T23:30:00Z", "2026-10-25T02:30:00Z", [
      "02:00+02:00",
      "02:01+02:00",
      "02:00+01:00",
      "02:01+01:00",
      "03:00+01:00",
      "03:01+01:00"
    ]],
    ["both of an hour repeated before midnight", "America/Sao_Paulo", "2018-02-18T00:30:00Z", "2018-02-18T03:30:00Z", [
      "23:00-02:00",
      "23:01-02:00",
      "23:00-03:00",
      "23:01-03:00",
      "00:00-03:00",
      "00:01-03:00"
    ]],
    ["the hour after a skipped half hour", "Australia/Lord_Howe", "2025-10-04T15:10:00Z", "2025-10-04T16:30:00Z", [
      "03:00+11:00",
      "03:01+11:00"
    ]],
    ["the hours beside a repeated half hour", "Australia/Lord_Howe", "2026-04-04T14:30:00Z", "2026-04-04T16:45:00Z", [
      "02:00+10:30",
      "02:01+10:30",
      "03:00+10:30",
      "03:01+10:30"
    ]],
    ["the hour at which a half hour is skipped", "America/Caracas", "2016-05-01T06:40:00Z", "2016-05-01T07:10:00Z", [
      "03:00-04:00",
      "03:01-04:00"
    ]]
  ]
  it.each(hours)("finds %s in %s from %s to %s",
    (_why, zone, from, to, found) => assert.deepStrictEqual(minutesFound(from, to, zone), found))

  it("is found once by readings within the same minute, and late by a late reading", () => {
    const agenda = agendaFrom("2025-12-09T09:59:00.250+08:00")
    assert.deepStrictEqual(agenda.look("2025-12-09T09:59:59.999+08:00"), [])
    assert.deepStrictEqual(agenda.look("2025-12-09T10:00:00.500+08:00"), ["hourly 2025-12-09T10:00:00+08:00"])
    assert.deepStrictEqual(agenda.look("2025-12-09T10:00:59.999+08:00"), [])
    assert.deepStrictEqual(agenda.look("2025-12-09T10:01:00.000+08:00"), ["hourly 2025-12-09T10:01:00+08:00"])
    assert.deepStrictEqual(agenda.look("2025-12-09T13:30:00+08:00"), ["hourly 2025-12-09T13:30:00+08:00"])
  })

  it.each([0, 1])("leaves its place to a cutoff at minute %i", (minute) => {
    const agenda = agendaFrom("2025-12-09T22:30:00+08:00", { cutoff: { hour: 23, minute } })
    const triggers = agenda.sleepUntil("2025-12-09T23:30:00+08:00").map((run) => run.trigger)
    assert.deepStrictEqual(triggers, minute === 0 ? ["cutoff", "hourly"] : ["hourly", "cutoff"])
  })
})

// Rule 7.17.
describe("the reminder", () => {
  const shops: ReadonlyArray<readonly [zone: string, cutoff: Cutoff, minutes: number]> = [
    ["Asia/Shanghai", elevenPm, 7],
    ["Europe/Berlin", { hour: 2, minute: 30 }, 45],
    ["America/Sao_Paulo", { hour: 1, minute: 30 }, 720],
    ["Australia/Lord_Howe", { hour: 2, minute: 30 }, 45]
  ]
  it.each(shops)("in %s is found once a day, at its instant, through the change of the clocks", (name, time, minutes) => {
    const zone = zoneNamed(name)
    const runs = agendaFrom("2018-10-05T12:00:00Z", { cutoff: time, zone, remindMinutes: minutes }).sleepUntil("2018-11-06T12:00:00Z")
    const reminders = runs.filter((run) => run.trigger === "reminder")
    assert.isAtLeast(reminders.length, 31)
    reminders.forEach(({ moment }, index) => {
      if (index > 0) assert.strictEqual(moment.today, addDays(reminders[index - 1]?.moment.today ?? moment.today, 1))
      assert.strictEqual(moment.now.epochMillis, reminderInstant(moment.today, calendarOf(zone, time), minutes).epochMillis)
    })
  })

  it("is found late as long as the cutoff is ahead, by a start, a suspend or another reading", () => {
    const started = agendaFrom("2025-12-09T22:40:00+08:00", { remindMinutes: 60 })
    assert.deepStrictEqual(started.look("2025-12-09T22:40:00+08:00"), ["reminder 2025-12-09T22:40:00+08:00"])
    assert.deepStrictEqual(started.look("2025-12-09T22:40:01+08:00"), [])
    const suspended = agendaFrom("2025-12-09T20:10:00+08:00", { remindMinutes: 60 })
    assert.deepStrictEqual(suspended.look("2025-12-09T22:59:59+08:00"), [
      "hourly 2025-12-09T22:59:59+08:00",
      "reminder 2025-12-09T22:59:59+08:00"
    ])
    assert.deepStrictEqual(suspended.look("2025-12-10T23:00:00+08:00"), ["cutoff 2025-12-10T23:00:00+08:00"])
  })

  it("is not found at or after the cutoff, and never where it is turned off or the cutoff is midnight", () => {
    assert.deepStrictEqual(agendaFrom("2025-12-09T23:00:00+08:00", { remindMinutes: 60 }).look("2025-12-09T23:00:01+08:00"), [])
    for (const options of [{ remindMinutes: 0 }, { remindMinutes: 720, cutoff: { hour: 0, minute: 0 } }]) {
      const runs = agendaFrom("2025-12-09T12:00:00+08:00", options).sleepUntil("2025-12-12T12:00:00+08:00")
      assert.deepStrictEqual(datesOf(runs, "reminder"), [])
    }
  })

  it("is awaited by the second, and not found twice when the clock is set back", () => {
    const now = instant("2025-12-09T21:30:00+08:00")
    assert.strictEqual(Agenda.millisUntilDue(Agenda.start(now, calendarOf(shanghai, elevenPm), 80)), 10 * 60_000)
    const agenda = agendaFrom("2025-12-09T21:30:00+08:00", { remindMinutes: 80 })
    assert.deepStrictEqual(agenda.look("2025-12-09T21:40:00+08:00"), ["reminder 2025-12-09T21:40:00+08:00"])
    assert.deepStrictEqual(agenda.look("2025-12-09T21:20:00+08:00"), [])
    assert.deepStrictEqual(agenda.look("2025-12-09T21:41:00+08:00"), [])
  })

  it("finds each day read between its instant and its cutoff exactly once, however irregular the readings", () => {
    const steps = FastCheck.array(FastCheck.integer({ min: 0, max: 40_000_000 }), { minLength: 1, maxLength: 60 })
    const zone = FastCheck.constantFrom(shanghai, zoneNamed("Europe/Berlin"))
    FastCheck.assert(FastCheck.property(zone, cutoff, FastCheck.integer({ min: 1, max: 720 }), steps, (zone, time, minutes, steps) => {
      const begin = DateTime.unsafeMakeZoned("2026-03-27T10:00:00Z", { timeZone: zone })
      const expected = new Set<LocalDate>()
      const found: Array<LocalDate> = []
      const calendar = calendarOf(zone, time)
      let agenda = Agenda.start(begin, calendar, minutes)
      let now = begin
      for (const step of steps) {
        now = DateTime.addDuration(now, step)
        const { pastCutoff, today } = momentOf(now, calendar)
        if (!pastCutoff && now.epochMillis >= reminderInstant(today, calendar, minutes).epochMillis) expected.add(today)
        const seen = Agenda.advance(agenda, now)
        agenda = seen.agenda
        found.push(...datesOf(seen.due, "reminder"))
      }
      assert.deepStrictEqual(found, [...expected])
    }), { numRuns: 100 })
  })

  it("is run again after 30 seconds when it failed", () => {
    const agenda = agendaFrom("2025-12-09T21:30:00+08:00", { remindMinutes: 80 })
    assert.deepStrictEqual(agenda.lookAndFail("2025-12-09T21:40:00+08:00"), ["reminder 2025-12-09T21:40:00+08:00"])
    assert.deepStrictEqual(agenda.look("2025-12-09T21:40:29+08:00"), [])
    assert.deepStrictEqual(agenda.look("2025-12-09T21:40:30+08:00"), ["reminder 2025-12-09T21:40:00+08:00"])
  })
})

describe("a run that failed", () => {
  const lateCutoff: Cutoff = { hour: 23, minute: 59 }

  it("is run again after 30 seconds, as of its own instant, across midnight, until it succeeds", () => {
    const agenda = agendaFrom("2025-12-09T23:30:00+08:00", { cutoff: lateCutoff })
    const run = "cutoff 2025-12-09T23:59:40+08:00"
    assert.deepStrictEqual(agenda.lookAndFail("2025-12-09T23:59:40+08:00"), [run])
    assert.deepStrictEqual(agenda.lookAndFail("2025-12-09T23:59:59+08:00"), [])
    assert.deepStrictEqual(agenda.lookAndFail("2025-12-10T00:00:10+08:00"), [run])
    assert.deepStrictEqual(agenda.lookAndFail("2025-12-10T00:00:39+08:00"), [])
    assert.deepStrictEqual(agenda.look("2025-12-10T00:00:40+08:00"), [run])
    assert.deepStrictEqual(agenda.look("2025-12-10T00:00:41+08:00"), [])
  })

  it("is waited for", () => {
    const now = instant("2025-12-09T10:05:00+08:00")
    const { agenda } = Agenda.advance(Agenda.start(now, calendarOf(shanghai, elevenPm)), now)
    const waiting = Agenda.failed(agenda, { trigger: "hourly", moment: momentOf(now, calendarOf(shanghai, elevenPm)), id: null }, now)
    assert.strictEqual(Agenda.millisUntilDue(waiting), 30_000)
  })

  it("is run again after a second where the database took no changes, which it may take again at any moment", () => {
    const now = instant("2025-12-09T23:00:00+08:00")
    const { agenda, due: [run] } = Agenda.advance(Agenda.start(instant("2025-12-09T22:30:00+08:00"), calendarOf(shanghai, elevenPm)), now)
    assert.isDefined(run)
    const waiting = Agenda.failed(agenda, run, now, "no database")
    assert.strictEqual(Agenda.millisUntilDue(waiting), 1_000)
    assert.deepStrictEqual(Agenda.advance(waiting, DateTime.addDuration(now, "1 second")).due.map(text), [
      "cutoff 2025-12-09T23:00:00+08:00"
    ])
  })

  it("is due in its own time again when the clock was ahead and is set back", () => {
    const agenda = agendaFrom("2025-12-09T22:30:00+08:00")
    agenda.lookAndFail("2025-12-09T23:00:00+08:00")
    assert.deepStrictEqual(agenda.look("2025-12-09T20:58:00+08:00"), [])
    assert.deepStrictEqual(agenda.look("2025-12-09T22:59:59+08:00").filter((run) => run.startsWith("cutoff")), [])
    assert.deepStrictEqual(agenda.look("2025-12-09T23:00:00+08:00"), ["cutoff 2025-12-09T23:00:00+08:00"])
    assert.deepStrictEqual(agenda.look("2025-12-09T23:00:30+08:00"), [])
  })

  it("is replaced by the cutoff of its own day, and runs before that of another", () => {
    const agenda = agendaFrom("2025-12-08T22:30:00+08:00")
    agenda.lookAndFail("2025-12-08T23:00:00+08:00")
    assert.deepStrictEqual(agenda.look("2025-12-09T23:00:00+08:00"), [
      "cutoff 2025-12-08T23:00:00+08:00",
      "cutoff 2025-12-09T23:00:00+08:00"
    ])
    agenda.lookAndFail("2025-12-10T22:00:00+08:00")
    assert.deepStrictEqual(agenda.look("2025-12-10T23:00:00+08:00"), ["cutoff 2025-12-10T23:00:00+08:00"])
    assert.deepStrictEqual(agenda.look("2025-12-10T23:00:59+08:00"), [])
  })

  it("is still run again under another cutoff, unless it is about the day that is checked anyway", () => {
    const cutoffOf9 = instant("2025-12-09T23:00:00+08:00")
    const { agenda, due: [run] } = Agenda.advance(Agenda.start(instant("2025-12-09T22:30:00+08:00"), calendarOf(shanghai, elevenPm)),
      cutoffOf9)
    assert.isDefined(run)
    const waiting = Agenda.failed(agenda, run, cutoffOf9)
    const dueAfterRestart = (at: string) => {
      const restarted = Agenda.restart(waiting, instant(at), calendarOf(shanghai, lateCutoff))
      return Agenda.advance(restarted, DateTime.addDuration(instant(at), "40 seconds")).due.map(text)
    }
    assert.deepStrictEqual(dueAfterRestart("2025-12-09T23:00:05+08:00"), [])
    assert.deepStrictEqual(dueAfterRestart("2025-12-10T00:05:00+08:00"), ["cutoff 2025-12-09T23:00:00+08:00"])
  })

  it("is not waited for once it is replaced by a reload, or was of a clock that was ahead", () => {
    const cutoffOf9 = instant("2025-12-09T23:00:00+08:00")
    const { agenda, due: [run] } = Agenda.advance(Agenda.start(instant("2025-12-09T22:30:00+08:00"), calendarOf(shanghai, elevenPm)),
      cutoffOf9)
    assert.isDefined(run)
    const waiting = Agenda.failed(agenda, run, cutoffOf9)
    const millisAfter = (before: Agenda.Agenda, at: string) => Agenda.millisUntilDue(Agenda.advance(before, instant(at)).agenda)
    const reloaded = Agenda.restart(waiting, instant("2025-12-09T23:00:05+08:00"), calendarOf(shanghai, elevenPm))
    assert.strictEqual(millisAfter(reloaded, "2025-12-09T23:01:30+08:00"), 58.5 * 60_000)
    const setBack = Agenda.advance(waiting, instant("2025-12-09T22:59:40+08:00")).agenda
    assert.strictEqual(millisAfter(setBack, "2025-12-09T22:59:58+08:00"), 2_000)
    assert.strictEqual(Agenda.millisUntilDue(setBack), 20_000)
  })
})
