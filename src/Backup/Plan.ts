import { addDays, type LocalDate } from "../Domain/LocalDate.ts"

/** A day's scheduled backup: made once the day is settled, found again by its name. */
export const nameOf = (date: LocalDate): string => `turnover-${date}.db`

const scheduled = /^turnover-(\d{4}-\d{2}-\d{2})\.db$/

/** The days of scheduled backups among the names of a folder, oldest first; other files are none of the service's business. */
export const daysAmong = (names: ReadonlyArray<string>): ReadonlyArray<LocalDate> =>
  names.flatMap((name) => scheduled.exec(name)?.[1] ?? []).sort() as Array<LocalDate>

export interface BackupSituation {
  readonly today: LocalDate
  readonly pastCutoff: boolean
  readonly todayIsSettled: boolean
  /** Milliseconds since today's cutoff; negative before it. */
  readonly sinceCutoffMillis: number
  readonly made: ReadonlyArray<LocalDate>
}

/** A settlement that does not come must not keep the day from being backed up. */
const longestWaitForSettlement = 10 * 60_000

/**
 * The day whose backup is due: today once it is settled, else the day before, which makes up for one that was missed.
 */
export const due = (situation: BackupSituation): LocalDate | undefined => {
  const { made, pastCutoff, sinceCutoffMillis, today, todayIsSettled } = situation
  const counts = pastCutoff && (todayIsSettled || sinceCutoffMillis >= longestWaitForSettlement)
  const day = counts ? today : addDays(today, -1)
  // A backup of a future day says nothing about this one: the clock was wrong when it was made.
  return made.some((date) => date >= day && date <= today) ? undefined : day
}

/** The days of `made` that have begun, and those that have not: backups that were made while the clock was ahead. */
export const byToday = (made: ReadonlyArray<LocalDate>, today: LocalDate) => ({
  past: made.filter((date) => date <= today),
  future: made.filter((date) => date > today)
})

/** Those that are to be removed, so that the newest `keep` up to today are left. One of a future day is left to a person. */
export const superfluous = (made: ReadonlyArray<LocalDate>, keep: number, today: LocalDate): ReadonlyArray<string> => {
  const { past } = byToday(made, today)
  return past.slice(0, Math.max(0, past.length - keep)).map(nameOf)
}
