import { Cron, DateTime } from "effect"
import { type Cutoff, cutoffInstant, dateOf, type Moment, momentOf } from "./Calendar.ts"
import { addDays, type LocalDate } from "./LocalDate.ts"
import type { Trigger } from "./Settlement.ts"

/** A run of the daily job that is due, as of the instant at which it became due to be run. */
export interface DueRun {
  readonly trigger: Trigger
  readonly moment: Moment
}

/** What the scheduler has to remember between two looks at the wall clock. */
export interface Agenda {
  readonly cutoff: Cutoff
  /** When the clock was last looked at. */
  readonly lastLook: DateTime.Zoned
  /** Days whose cutoff has been acted on; a clock that is set back must not act on one twice. */
  readonly done: ReadonlyArray<LocalDate>
  /** A run that failed and is to be run again, as of its own instant. */
  readonly retry: { readonly run: DueRun; readonly at: DateTime.Zoned } | null
}

const remembered = 8
const retryAfterMillis = 30_000

/** The agenda of a cutoff that takes effect now; one that is past already has been acted on by whoever asks. */
export const start = (now: DateTime.Zoned, cutoff: Cutoff): Agenda => {
  const { pastCutoff, today } = momentOf(now, cutoff)
  return { cutoff, lastLook: now, done: pastCutoff ? [today] : [], retry: null }
}

/** Minutes 0 and 1 of every hour of the zone. */
const hourly = (zone: DateTime.TimeZone) =>
  Cron.make({ seconds: [0], minutes: [0, 1], hours: [], days: [], months: [], weekdays: [], tz: zone })

const nextOnTheHour = (after: DateTime.Zoned): number => Cron.next(hourly(after.zone), DateTime.toDateUtc(after)).getTime()

/**
 * What has become due since the last look. It compares wall-clock instants and trusts no timer, so an early timer
 * finds nothing, and a late one (a suspended machine, a clock set forward) finds everything that was passed.
 */
export const look = (agenda: Agenda, now: DateTime.Zoned): { readonly due: ReadonlyArray<DueRun>; readonly agenda: Agenda } => {
  const moment = momentOf(now, agenda.cutoff)
  const due: Array<DueRun> = []
  const onTheHour = nextOnTheHour(agenda.lastLook) <= now.epochMillis
  // A run that failed takes the place of the hourly check: both would push the same day.
  const retries = agenda.retry !== null && (onTheHour || agenda.retry.at.epochMillis <= now.epochMillis)
  if (agenda.retry !== null && retries) due.push(agenda.retry.run)
  else if (onTheHour) due.push({ trigger: "hourly", moment })
  const atCutoff = moment.pastCutoff && !agenda.done.includes(moment.today)
  if (atCutoff) due.push({ trigger: "cutoff", moment })
  return {
    due,
    agenda: {
      ...agenda,
      lastLook: now,
      done: atCutoff ? [...agenda.done, moment.today].slice(-remembered) : agenda.done,
      retry: retries ? null : agenda.retry
    }
  }
}

/** The agenda after `run` has failed: the same run, as of the same instant, within a minute. */
export const failed = (agenda: Agenda, run: DueRun, now: DateTime.Zoned): Agenda => ({
  ...agenda,
  // The earlier of two failed runs holds the older day.
  retry: agenda.retry ?? { run, at: DateTime.addDuration(now, retryAfterMillis) }
})

/** The next cutoff after `now`. */
export const nextCutoff = (now: DateTime.Zoned, cutoff: Cutoff): DateTime.Zoned => {
  const today = cutoffInstant(dateOf(now), cutoff, now.zone)
  return DateTime.greaterThan(today, now) ? today : cutoffInstant(addDays(dateOf(now), 1), cutoff, now.zone)
}

/** Milliseconds from the last look until something is due. */
export const millisUntilDue = (agenda: Agenda): number => {
  const { cutoff, lastLook, retry } = agenda
  const next = Math.min(
    nextCutoff(lastLook, cutoff).epochMillis,
    nextOnTheHour(lastLook),
    retry?.at.epochMillis ?? Infinity
  )
  return Math.max(0, next - lastLook.epochMillis)
}
