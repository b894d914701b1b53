import { assert, describe, it } from "@effect/vitest"
import { DateTime, FastCheck } from "effect"
import * as Agenda from "../../src/Domain/Agenda.ts"
import { calendarOf } from "../../src/Domain/Calendar.ts"
import { latestReports, nextReportAt, noReports, type ReportTimes } from "../../src/Domain/ReportTimes.ts"
import { instant, shanghai, zoneNamed } from "./Arbitraries.ts"

const nine = { hour: 9, minute: 0 }
const both: ReportTimes = { weekly: { weekday: 1, time: nine }, monthly: { day: 31, time: nine } }
const calendar = calendarOf(shanghai, { hour: 23, minute: 0 })

const latest = (now: string, times = both, days = calendar) =>
  latestReports(times, instant(now), days).map(({ at, period }) =>
    `${period.name} ${new Date(at + 8 * 3_600_000).toISOString().slice(0, 16)}`
  )

// Rule 7.25.
describe("the time of a report", () => {
  it("is that of the week and month that had ended; a day that a month lacks is its last", () => {
    assert.deepStrictEqual(latest("2026-11-23T09:00:00+08:00"), ["2026-W47 2026-11-23T09:00", "2026-09 2026-10-31T09:00"])
    assert.deepStrictEqual(latest("2026-11-23T08:59:59+08:00"), ["2026-W46 2026-11-16T09:00", "2026-09 2026-10-31T09:00"])
    assert.deepStrictEqual(latest("2027-02-28T09:00:00+08:00"), ["2027-W07 2027-02-22T09:00", "2027-01 2027-02-28T09:00"])
    assert.deepStrictEqual(latest("2026-11-23T09:00:00+08:00", noReports), [])
  })

  // A week that ends on Monday at 04:00 has not ended at 02:00.
  it("on a night that belongs to the day before is about the week before", () => {
    const early: ReportTimes = { weekly: { weekday: 1, time: { hour: 2, minute: 0 } }, monthly: null }
    const bar = calendarOf(shanghai, { hour: 23, minute: 0 }, { hour: 4, minute: 0 })
    assert.deepStrictEqual(latest("2026-11-23T03:00:00+08:00", early, bar), ["2026-W46 2026-11-23T02:00"])
    assert.deepStrictEqual(latest("2026-11-23T03:00:00+08:00", early), ["2026-W47 2026-11-23T02:00"])
  })

  it("is found once for each week and month by the agenda, through the change of the clocks and however irregular the readings", () => {
    const zone = FastCheck.constantFrom(shanghai, zoneNamed("Europe/Berlin"), zoneNamed("America/Sao_Paulo"))
    const times = FastCheck.record({
      weekly: FastCheck.record({
        weekday: FastCheck.integer({ min: 1, max: 7 }),
        time: FastCheck.record({ hour: FastCheck.integer({ min: 0, max: 23 }), minute: FastCheck.constantFrom(0, 30) })
      }),
      monthly: FastCheck.record({
        day: FastCheck.integer({ min: 1, max: 31 }),
        time: FastCheck.record({ hour: FastCheck.integer({ min: 0, max: 23 }), minute: FastCheck.constantFrom(0, 30) })
      })
    })
    FastCheck.assert(
      FastCheck.property(zone, times, FastCheck.array(FastCheck.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 60 }),
        (zone, times, steps) => {
          const days = calendarOf(zone, { hour: 23, minute: 0 })
          let now = DateTime.unsafeMakeZoned("2018-10-05T12:00:00Z", { timeZone: zone })
          let agenda = Agenda.start(now, days, 0, times)
          const found: Array<string> = []
          const expected = new Set<string>()
          for (const step of steps) {
            now = DateTime.addDuration(now, `${step} seconds`)
            for (const { period } of latestReports(times, now, days)) expected.add(period.name)
            const next = nextReportAt(times, now)
            assert.isAbove(next, now.epochMillis)
            const seen = Agenda.advance(agenda, now)
            agenda = seen.agenda
            assert.isAtMost(Agenda.millisUntilDue(agenda), next - now.epochMillis)
            found.push(...seen.due.flatMap(({ report }) => report === undefined ? [] : [report.period.name]))
          }
          assert.deepStrictEqual(found, [...expected])
        }),
      { numRuns: 60 }
    )
  })

  it("is found again when the clock was ahead of it and has been set back", () => {
    const names = (agenda: Agenda.Agenda, at: string) => {
      const seen = Agenda.advance(agenda, instant(at))
      return { agenda: seen.agenda, names: seen.due.flatMap(({ report }) => report === undefined ? [] : [report.period.name]) }
    }
    const weekly: ReportTimes = { ...both, monthly: null }
    const begun = names(Agenda.start(instant("2026-11-22T12:00:00+08:00"), calendar, 0, weekly), "2026-11-22T12:00:00+08:00")
    const ahead = names(begun.agenda, "2026-11-26T12:00:00+08:00")
    const back = names(ahead.agenda, "2026-11-22T12:01:00+08:00")
    const due = names(back.agenda, "2026-11-23T09:00:00+08:00")
    assert.deepStrictEqual([ahead.names, back.names, due.names, names(due.agenda, "2026-11-23T09:00:01+08:00").names], [
      ["2026-W47"],
      ["2026-W46"],
      ["2026-W47"],
      []
    ])
  })

  it("is run again after it failed, also when a cutoff comes in between", () => {
    const weekly: ReportTimes = { weekly: { weekday: 1, time: { hour: 22, minute: 59 } }, monthly: null }
    const start = Agenda.advance(Agenda.start(instant("2026-11-23T22:50:00+08:00"), calendar, 0, weekly),
      instant("2026-11-23T22:50:00+08:00"))
    const due = Agenda.advance(start.agenda, instant("2026-11-23T22:59:50+08:00"))
    const [run] = due.due
    assert.strictEqual(run?.report?.period.name, "2026-W47")
    if (run === undefined) return
    const failed = Agenda.failed(due.agenda, run, instant("2026-11-23T22:59:50+08:00"))
    const cutoff = Agenda.advance(failed, instant("2026-11-23T23:00:00+08:00"))
    assert.deepStrictEqual(cutoff.due.map(({ trigger }) => trigger), ["report", "cutoff"])
  })
})
