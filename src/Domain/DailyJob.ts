import { Data, DateTime } from "effect"
import * as Agenda from "./Agenda.ts"
import { type Calendar, dateOf, endOfDay, momentOf } from "./Calendar.ts"
import type { LocalDate } from "./LocalDate.ts"
import type { DueReport, ReportTimes } from "./ReportTimes.ts"
import type { Trigger } from "./Settlement.ts"

/** The daily job between two events: what it has planned, and what it has seen. Instants are milliseconds since 1970. */
export interface DailyJob {
  readonly agenda: Agenda.Agenda
  /** When the present check began; null between two checks. */
  readonly busySince: number | null
  /** Whether it runs by the registered settings; not yet before the start. */
  readonly isRegistered: boolean
  /** Whether the ledger's days begin as these settings say, or will from a known day on. */
  readonly isDayStartAdopted: boolean
  /** The number of clock movements that a check has handled. */
  readonly movesSeen: number
  /** The day whose `unanswered` run has begun. */
  readonly unansweredRun: LocalDate | null
}

/** What a check finds. */
interface Reading {
  readonly now: DateTime.Zoned
  /** The ledger's: another process may have changed when days begin. */
  readonly calendar: Calendar
  readonly isClockWrong: boolean
  readonly moves: number
  /** The day whose source has not answered in time. */
  readonly unanswered: LocalDate | null
}

export type Event = Data.TaggedEnum<{
  /** A check begins. */
  Woke: { readonly at: number }
  DayStartAdopted: {}
  ClockRead: Reading
  /** Other settings replace the present ones. */
  Replaced: {}
  Registered: Pick<Reading, "now" | "calendar" | "isClockWrong"> & {
    readonly trigger: Trigger
    readonly remindMinutes: number
    readonly reports: ReportTimes
  }
  RunFailed: { readonly due: Agenda.DueRun; readonly now: DateTime.Zoned; readonly why: "no database" | "unknown" }
  /** A report's period has no counted day yet. */
  HadNothingToTell: { readonly report: DueReport }
  Rested: {}
}>
export const Event = Data.taggedEnum<Event>()

export type Action = Data.TaggedEnum<{
  Run: { readonly due: Agenda.DueRun }
  /** The pages load their figures again. */
  Announce: { readonly event: "Change" | "ForceRefresh" }
}>
export const Action = Data.taggedEnum<Action>()

export const begin = (agenda: Agenda.Agenda, at: number, movesSeen: number): DailyJob => ({
  agenda,
  busySince: at,
  isRegistered: false,
  isDayStartAdopted: false,
  movesSeen,
  unansweredRun: null
})

const isUnansweredDue = ({ unansweredRun }: DailyJob, unanswered: LocalDate | null): unanswered is LocalDate =>
  unanswered !== null && unanswered !== unansweredRun

/** Whether a check is due that the agenda does not know of: the clock was set, or a day's source has not answered in time. */
export const isOff = (job: DailyJob, { moves, unanswered }: Pick<Reading, "moves" | "unanswered">): boolean =>
  job.isRegistered && (moves !== job.movesSeen || isUnansweredDue(job, unanswered))

/** The instant of the next check. */
export const nextCheck = ({ agenda }: DailyJob): number => agenda.lastReading.epochMillis + Agenda.millisUntilDue(agenda)

/** The run of a day without an answer. After that day has ended, it is due as of the day's last instant. */
const unansweredRunOf = (date: LocalDate, now: DateTime.Zoned, calendar: Calendar): Agenda.DueRun => {
  const instant = date === dateOf(now, calendar) ? now : DateTime.subtract(endOfDay(date, calendar), { millis: 1 })
  return { trigger: "unanswered", moment: momentOf(instant, calendar), id: null }
}

type Step = readonly [next: DailyJob, actions: ReadonlyArray<Action>]

/** With a wrong clock nothing is due; the first reading of the right clock makes up for it. */
const read = (job: DailyJob, { calendar, isClockWrong, moves, now, unanswered }: Reading): Step => {
  const before = { ...job.agenda, calendar: { ...calendar, cutoff: job.agenda.calendar.cutoff } }
  const { agenda, due, onTheHour } = Agenda.advance(before, now)
  const late = !isClockWrong && isUnansweredDue(job, unanswered) ? [unansweredRunOf(unanswered, now, before.calendar)] : []
  // The day begins now. At midnight or another full hour, an hourly check is due and announces the day; otherwise no run does.
  const isNewDay = dateOf(before.lastReading, before.calendar) !== dateOf(now, before.calendar)
  return [{
    ...job,
    agenda: isClockWrong ? Agenda.unread(agenda) : agenda,
    movesSeen: moves,
    unansweredRun: late.length > 0 ? unanswered : job.unansweredRun
  }, [
    ...(isNewDay && due.length === 0 ? [Action.Announce({ event: "Change" })] : []),
    ...(isClockWrong ? [] : [...due, ...late]).map((due) => Action.Run({ due })),
    // A machine that slept over the full hour reads the clock at another minute.
    ...(onTheHour ? [Action.Announce({ event: Agenda.isOnTheHour(now) ? "ForceRefresh" : "Change" })] : [])
  ]]
}

const step = (job: DailyJob): (event: Event) => Step =>
  Event.$match({
    Woke: ({ at }): Step => [{ ...job, busySince: at }, []],
    DayStartAdopted: (): Step => [{ ...job, isDayStartAdopted: true }, []],
    ClockRead: (reading) => read(job, reading),
    Replaced: (): Step => [{ ...job, isDayStartAdopted: false, unansweredRun: null }, []],
    Registered: ({ calendar, isClockWrong, now, remindMinutes, reports, trigger }): Step => {
      const agenda = Agenda.restart(job.agenda, now, calendar, remindMinutes, reports)
      return isClockWrong
        ? [{ ...job, agenda: Agenda.unread(agenda) }, []]
        : [{ ...job, agenda }, [Action.Run({ due: { trigger, moment: momentOf(now, calendar), id: null } })]]
    },
    RunFailed: ({ due, now, why }): Step => [{ ...job, agenda: Agenda.failed(job.agenda, due, now, why) }, []],
    HadNothingToTell: ({ report }): Step => [{ ...job, agenda: Agenda.untold(job.agenda, report) }, []],
    Rested: (): Step => [{ ...job, busySince: null, isRegistered: true }, []]
  })

/** The job after an event, and what to do for it, in this order. */
export const after = (job: DailyJob, event: Event): Step => step(job)(event)
