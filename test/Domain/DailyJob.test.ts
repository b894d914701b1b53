import { assert, describe, it } from "@effect/vitest"
import * as Agenda from "../../src/Domain/Agenda.ts"
import { calendarOf, formatInstant } from "../../src/Domain/Calendar.ts"
import * as DailyJob from "../../src/Domain/DailyJob.ts"
import { Event } from "../../src/Domain/DailyJob.ts"
import { LocalDate } from "../../src/Domain/LocalDate.ts"
import { noReports } from "../../src/Domain/ReportTimes.ts"
import { instant as instantOf, shanghai } from "./Arbitraries.ts"

const instant = (text: string) => instantOf(`${text}+08:00`)
const friday = LocalDate.make("2026-11-20")
const calendar = calendarOf(shanghai, { hour: 23, minute: 0 })

const text = DailyJob.Action.$match({
  Run: ({ due }) => `${due.trigger} ${formatInstant(due.moment.now)}`,
  Announce: ({ event }) => event
})

/** A job from this time on; each event returns what it asks for. */
const jobFrom = (at: string) => {
  let job = DailyJob.begin(Agenda.start(instant(at), calendar), 5, 0)
  const on = (event: DailyJob.Event) => {
    const [next, actions] = DailyJob.after(job, event)
    job = next
    return actions.map(text)
  }
  const seen = { moves: 0, unanswered: null as LocalDate | null, isClockWrong: false }
  return {
    on,
    job: () => job,
    read: (at: string, differs: Partial<typeof seen> = {}) => on(Event.ClockRead({ now: instant(at), calendar, ...seen, ...differs })),
    register: (at: string, isClockWrong = false) =>
      on(Event.Registered({ trigger: "reload", now: instant(at), calendar, isClockWrong, remindMinutes: 0, reports: noReports })),
    isOff: (differs: Partial<typeof seen> = {}) => DailyJob.isOff(job, { ...seen, ...differs })
  }
}

describe("the daily job", () => {
  it("is busy from a check's begin to its end", () => {
    const { job, on } = jobFrom("2026-11-20T12:30")
    on(Event.Rested())
    assert.isNull(job().busySince)
    on(Event.Woke({ at: 9 }))
    assert.strictEqual(job().busySince, 9)
  })

  it("runs what is due before the pages load", () => {
    const { read } = jobFrom("2026-11-20T12:30")
    assert.deepStrictEqual(read("2026-11-20T13:00"), ["hourly 2026-11-20T13:00:00+08:00", "ForceRefresh"])
    assert.deepStrictEqual(read("2026-11-20T14:17"), ["hourly 2026-11-20T14:17:00+08:00", "Change"])
  })

  it("runs nothing by a wrong clock, and the cutoff at the first right reading", () => {
    const { read } = jobFrom("2026-11-20T22:30")
    assert.deepStrictEqual(read("2026-11-20T23:10", { isClockWrong: true }), ["Change"])
    assert.deepStrictEqual(read("2026-11-20T23:11"), ["cutoff 2026-11-20T23:11:00+08:00"])
  })

  it("runs nothing at a reload by a wrong clock, and the cutoff at the first right reading", () => {
    const { read, register } = jobFrom("2026-11-20T23:30")
    assert.deepStrictEqual(register("2026-11-20T23:31"), ["reload 2026-11-20T23:31:00+08:00"])
    assert.deepStrictEqual(register("2026-11-20T23:32", true), [])
    assert.deepStrictEqual(read("2026-11-20T23:33"), ["cutoff 2026-11-20T23:33:00+08:00"])
  })

  it("runs a day without an answer once for each settings, after its end as of its last instant", () => {
    const { on, read } = jobFrom("2026-11-20T23:30")
    assert.deepStrictEqual(read("2026-11-20T23:40", { unanswered: friday }), ["unanswered 2026-11-20T23:40:00+08:00"])
    assert.deepStrictEqual(read("2026-11-20T23:41", { unanswered: friday }), [])
    on(Event.Replaced())
    assert.deepStrictEqual(read("2026-11-21T00:30", { unanswered: friday }).slice(1, 2), ["unanswered 2026-11-20T23:59:59+08:00"])
  })

  it("asks for a check out of turn once the clock was set or a source has not answered, but not before it is registered", () => {
    const { isOff, on, read } = jobFrom("2026-11-20T23:30")
    assert.isFalse(isOff({ moves: 1, unanswered: friday }))
    on(Event.Rested())
    assert.isFalse(isOff())
    assert.isTrue(isOff({ moves: 1 }))
    assert.isTrue(isOff({ unanswered: friday }))
    read("2026-11-20T23:40", { moves: 1, unanswered: friday })
    assert.isFalse(isOff({ moves: 1, unanswered: friday }))
  })

  it("adopts the start of the days again with other settings", () => {
    const { job, on } = jobFrom("2026-11-20T12:30")
    on(Event.DayStartAdopted())
    assert.isTrue(job().isDayStartAdopted)
    on(Event.Replaced())
    assert.isFalse(job().isDayStartAdopted)
  })
})
