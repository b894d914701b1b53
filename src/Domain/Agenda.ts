import { DateTime } from "effect"
import { type Calendar, cutoffInstant, dateOf, endOfDay, formatInstant, type Moment, momentOf } from "./Calendar.ts"
import { addDays, dayMillis, type LocalDate } from "./LocalDate.ts"
import { reminderInstant } from "./Reminder.ts"
import { type DueReport, latestReports, nextReportAt, noReports, type ReportTimes } from "./ReportTimes.ts"
import type { Trigger } from "./Settlement.ts"
import { offsetAt } from "./WallClock.ts"

/** A due run of the daily job, the reminder before it, or a report, as of the instant at which it became due. */
export interface DueRun {
  readonly trigger: Trigger | "reminder" | "report"
  readonly moment: Moment
  /**
   * The run's name, the same in every process, so that the run takes effect once. It contains the instant of the cutoff or hour,
   * even if the run is late. null for a run without a name, such as a reminder.
   */
  readonly id: string | null
  /** The report to send, if the trigger is one. */
  readonly report?: DueReport
}

/** The name of the run of a day's cutoff, the same in any process. */
export const cutoffRun = ({ cutoff }: Pick<Moment, "cutoff">): string => `cutoff ${formatInstant(cutoff)}`

/** What the scheduler remembers between two readings of the wall clock. */
export interface Agenda {
  readonly calendar: Calendar
  /** How long before the cutoff the reminder is due; 0: never. */
  readonly remindMinutes: number
  readonly reports: ReportTimes
  /** When the wall clock was last read. */
  readonly lastReading: DateTime.Zoned
  /** The next minute 0 or 1 of an hour after the last reading; milliseconds since 1970. */
  readonly nextHourly: number
  /** Days whose cutoff has run. The cutoff does not run again if the clock is set back. */
  readonly done: ReadonlyArray<LocalDate>
  /** Days whose reminder was due. Only the database knows whether it was sent. */
  readonly reminded: ReadonlyArray<LocalDate>
  /** Reports that were due. Only the database knows whether they were sent. */
  readonly reported: ReadonlyArray<DueReport>
  /** Those of them whose period had no counted day yet. */
  readonly untold: ReadonlyArray<DueReport>
  /** Failed runs to retry, each with its instant. */
  readonly failed: ReadonlyArray<DueRun>
  readonly retryAt: DateTime.Zoned | null
}

const mostRemembered = 8
const retryMillis = 30_000
/**
 * While the database accepts no changes, an attempt costs little. No event reports when it accepts them again, so the next attempt
 * is soon.
 */
const retryOnDatabaseAfterMillis = 1_000
const minuteMillis = 60_000

const minuteOfHour = (millis: number, timeZone: DateTime.TimeZone): number => new Date(millis + offsetAt(millis, timeZone)).getUTCMinutes()

/**
 * The next minute 0 or 1 of an hour in the zone. An hour that the zone repeats has both twice; a cron expression would skip the
 * second time.
 */
export const nextOnTheHour = ({ epochMillis, zone }: DateTime.Zoned): number => {
  let next = (Math.floor(epochMillis / minuteMillis) + 1) * minuteMillis
  for (let minute = minuteOfHour(next, zone); minute > 1; minute = minuteOfHour(next, zone)) {
    // Zones change their offset on a quarter of an hour, so moving to the next quarter skips no change.
    next += (15 - minute % 15) * minuteMillis
  }
  return next
}

/** Whether it is minute 0 or 1 of an hour in the zone. */
export const isOnTheHour = ({ epochMillis, zone }: DateTime.Zoned): boolean => minuteOfHour(epochMillis, zone) <= 1

/** The newest minute 0 or 1 of an hour up to now. */
const lastOnTheHour = ({ epochMillis, zone }: DateTime.Zoned): DateTime.Zoned => {
  let last = Math.floor(epochMillis / minuteMillis) * minuteMillis
  while (minuteOfHour(last, zone) > 1) last -= minuteMillis
  return DateTime.unsafeMakeZoned(last, { timeZone: zone })
}

/** The agenda as if no cutoff had run, because the clock was wrong. What was missed is due at the first reading of the right clock. */
export const unread = (agenda: Agenda): Agenda => ({ ...agenda, done: [] })

/** The agenda with these runs to retry. Without runs, nothing is due at the time of the retry. */
const retrying = (agenda: Agenda, failed: ReadonlyArray<DueRun>, retryAt: DateTime.Zoned | null): Agenda => ({
  ...agenda,
  failed,
  retryAt: failed.length === 0 ? null : retryAt
})

/**
 * Drops failed runs whose instant lies in the future: the clock was ahead when they failed, and has been set back. A retry before
 * that instant would settle the day early.
 */
const withoutPremature = (agenda: Agenda, now: DateTime.Zoned): Agenda => {
  const early = agenda.failed.filter(({ moment }) => DateTime.greaterThan(moment.now, now))
  if (early.length === 0) return agenda
  const days = early.map(({ moment }) => moment.today)
  return {
    ...retrying(agenda, agenda.failed.filter((run) => !early.includes(run)), agenda.retryAt),
    done: agenda.done.filter((day) => !days.includes(day))
  }
}

/** The agenda of a cutoff that takes effect now. If the cutoff of today is already past, the caller runs the check. */
export const start = (now: DateTime.Zoned, calendar: Calendar, remindMinutes = 0, reports = noReports): Agenda => {
  const { pastCutoff, today } = momentOf(now, calendar)
  return {
    calendar,
    remindMinutes,
    reports,
    lastReading: now,
    nextHourly: nextOnTheHour(now),
    done: pastCutoff ? [today] : [],
    reminded: [],
    reported: [],
    untold: [],
    failed: [],
    retryAt: null
  }
}

/** The failed runs of other days. A new cutoff makes those of today superfluous. */
const failedOnOtherDays = (agenda: Agenda, today: LocalDate): ReadonlyArray<DueRun> =>
  agenda.failed.filter((run) => run.moment.today !== today || run.report !== undefined)

/** The agenda with a new cutoff. Failed runs of earlier days are still retried. */
export const restart = (agenda: Agenda, now: DateTime.Zoned, calendar: Calendar, remindMinutes = 0, reports = noReports): Agenda =>
  retrying(start(now, calendar, remindMinutes, reports), failedOnOtherDays(agenda, dateOf(now, calendar)), agenda.retryAt)

/** Whether a retry is due. A retry further ahead than the longest pause was set before the clock was set back, so it is due now. */
const hasCome = (retryAt: DateTime.Zoned, now: DateTime.Zoned): boolean => {
  const remaining = retryAt.epochMillis - now.epochMillis
  return remaining <= 0 || remaining > retryMillis
}

interface Advanced {
  readonly due: ReadonlyArray<DueRun>
  /** Whether a minute 0 or 1 of an hour has begun since the last reading, whichever run is due. */
  readonly onTheHour: boolean
  readonly agenda: Agenda
}

/** The reminder is due from its instant to the cutoff, so that a start, a reload or a wake-up in between still reminds. */
const isReminderDue = ({ calendar, remindMinutes, reminded }: Agenda, { now, pastCutoff, today }: Moment): boolean =>
  remindMinutes > 0 && !pastCutoff && !reminded.includes(today) &&
  DateTime.greaterThanOrEqualTo(now, reminderInstant(today, calendar, remindMinutes))

/**
 * Returns the runs that became due since the last reading. The agenda compares wall-clock instants and does not rely on timers: if
 * a timer fires early, nothing is due yet; if it fires late (a suspended machine, a clock set forward), everything since the last
 * reading is due.
 */
export const advance = (before: Agenda, now: DateTime.Zoned): Advanced => {
  const agenda = withoutPremature(before, now)
  const moment = momentOf(now, agenda.calendar)
  const job = withReports(agenda, advanceJob(agenda, moment), moment)
  if (!isReminderDue(agenda, moment)) return job
  return {
    ...job,
    due: [...job.due, { trigger: "reminder", moment, id: null }],
    agenda: { ...job.agenda, reminded: [...agenda.reminded, moment.today].slice(-mostRemembered) }
  }
}

/** Forgets reports after the clock is set back: the clock was wrong when they were due. The database knows which reports were sent. */
const reportedBy = ({ lastReading, reported }: Agenda, now: DateTime.Zoned): ReadonlyArray<DueReport> =>
  lastReading.epochMillis > now.epochMillis ? [] : reported

const reportsDue = (agenda: Agenda, now: DateTime.Zoned): ReadonlyArray<DueReport> =>
  latestReports(agenda.reports, now, agenda.calendar)
    .filter(({ period }) => !reportedBy(agenda, now).some((reported) => reported.period.name === period.name))

/** On the hour, a report whose period had no counted day is due again, for a day. */
const withUntold = (agenda: Agenda, { now: { epochMillis: now } }: Moment): Agenda =>
  agenda.nextHourly > now ? agenda : {
    ...agenda,
    untold: [],
    reported: agenda.reported.filter((report) => !agenda.untold.includes(report) || now - report.at > dayMillis)
  }

/** The agenda after a report had nothing to tell. */
export const untold = (agenda: Agenda, report: DueReport): Agenda => ({
  ...agenda,
  untold: [...agenda.untold, report].slice(-mostRemembered)
})

/**
 * Makes the newest report of each kind due once. After a start it is due however late it is; the decision leaves out a report that
 * is too late.
 */
const withReports = (known: Agenda, job: Advanced, moment: Moment): Advanced => {
  const agenda = withUntold(known, moment)
  const before = reportedBy(agenda, moment.now)
  const reports = reportsDue(agenda, moment.now)
  return {
    ...job,
    due: [...job.due, ...reports.map((report): DueRun => ({ trigger: "report", moment, id: null, report }))],
    agenda: { ...job.agenda, untold: agenda.untold, reported: [...before, ...reports].slice(-mostRemembered) }
  }
}

const advanceJob = (agenda: Agenda, moment: Moment): Advanced => {
  const { now } = moment
  const onTheHour = agenda.nextHourly <= now.epochMillis
  const retries = agenda.retryAt !== null && hasCome(agenda.retryAt, now)
  const wentOn = agenda.lastReading.epochMillis <= now.epochMillis && !onTheHour
  const current = { ...agenda, lastReading: now, nextHourly: wentOn ? agenda.nextHourly : nextOnTheHour(now) }
  if (moment.pastCutoff && !agenda.done.includes(moment.today)) {
    // It replaces other due runs of the same day: two runs would push its message twice.
    return {
      onTheHour,
      due: [...failedOnOtherDays(agenda, moment.today), { trigger: "cutoff", moment, id: cutoffRun(moment) }],
      agenda: { ...current, done: [...agenda.done, moment.today].slice(-mostRemembered), failed: [], retryAt: null }
    }
  }
  if (agenda.failed.length > 0 && (retries || onTheHour)) {
    return { onTheHour, due: agenda.failed, agenda: { ...current, failed: [], retryAt: null } }
  }
  return {
    onTheHour,
    due: onTheHour ? [{ trigger: "hourly", moment, id: `hourly ${formatInstant(lastOnTheHour(now))}` }] : [],
    agenda: current
  }
}

/** The agenda after `run` has failed: it is retried within a minute, or as soon as the database accepts changes again. */
export const failed = (agenda: Agenda, run: DueRun, now: DateTime.Zoned, why: "no database" | "unknown" = "unknown"): Agenda => ({
  ...agenda,
  failed: [...agenda.failed, run],
  retryAt: DateTime.addDuration(now, why === "no database" ? retryOnDatabaseAfterMillis : retryMillis)
})

export const nextCutoff = (now: DateTime.Zoned, calendar: Calendar): DateTime.Zoned => {
  const { cutoff, pastCutoff, today } = momentOf(now, calendar)
  return pastCutoff ? cutoffInstant(addDays(today, 1), calendar) : cutoff
}

/** The instant of today's reminder; after that, of tomorrow's. */
const nextReminder = (agenda: Agenda): number => {
  const { calendar, lastReading, remindMinutes, reminded } = agenda
  if (remindMinutes === 0) return Infinity
  const { pastCutoff, today } = momentOf(lastReading, calendar)
  return reminderInstant(pastCutoff || reminded.includes(today) ? addDays(today, 1) : today, calendar, remindMinutes).epochMillis
}

const nextReport = (agenda: Agenda): number =>
  reportsDue(agenda, agenda.lastReading).length > 0 ? agenda.lastReading.epochMillis : nextReportAt(agenda.reports, agenda.lastReading)

/** Milliseconds from the last reading until something is due. */
export const millisUntilDue = (agenda: Agenda): number => {
  const { calendar, lastReading, nextHourly, retryAt } = agenda
  const next = Math.min(
    nextCutoff(lastReading, calendar).epochMillis,
    nextReminder(agenda),
    nextReport(agenda),
    nextHourly,
    endOfDay(dateOf(lastReading, calendar), calendar).epochMillis,
    retryAt?.epochMillis ?? Infinity
  )
  return Math.max(0, next - lastReading.epochMillis)
}
