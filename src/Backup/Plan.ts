import { existsSync, lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { companions, isSameFile } from "../Database/Sqlite/Files.ts"
import { lockName } from "../Database/Sqlite/Place.ts"
import { addDays, type LocalDate } from "../Domain/LocalDate.ts"
import { hasHead } from "./BackupFile.ts"

export const backupName = (date: LocalDate): string => `turnover-${date}.db`

const scheduled = /^turnover-(\d{4}-\d{2}-\d{2})\.db$/

/** The days of the daily backups in a folder, by file name, oldest first. Other files are ignored. */
export const daysAmong = (names: ReadonlyArray<string>): ReadonlyArray<LocalDate> =>
  names.flatMap((name) => scheduled.exec(name)?.[1] ?? []).sort() as Array<LocalDate>

interface BackupSituation {
  readonly today: LocalDate
  readonly pastCutoff: boolean
  readonly todayIsSettled: boolean
  /** Milliseconds since today's cutoff; negative before it. */
  readonly sinceCutoffMillis: number
  readonly made: ReadonlyArray<LocalDate>
}

/** After this time the day is backed up even if it is not settled. */
const longestWaitForSettlement = 10 * 60_000

/** The day whose backup is due: today once it is settled, otherwise yesterday if its backup was missed. */
export const due = (situation: BackupSituation): LocalDate | undefined => {
  const { made, pastCutoff, sinceCutoffMillis, today, todayIsSettled } = situation
  const counts = pastCutoff && (todayIsSettled || sinceCutoffMillis >= longestWaitForSettlement)
  const day = counts ? today : addDays(today, -1)
  // A backup of a future day does not count: the clock was wrong when it was made.
  return made.some((date) => date >= day && date <= today) ? undefined : day
}

/** Splits `made` into days up to today and future days, whose backups were made while the clock was ahead. */
export const byToday = (made: ReadonlyArray<LocalDate>, today: LocalDate) => ({
  past: made.filter((date) => date <= today),
  future: made.filter((date) => date > today)
})

/**
 * The names of the files to remove, so that the newest `keep` up to today remain. Backups of future days are left for an operator
 * to decide.
 */
export const superfluous = (made: ReadonlyArray<LocalDate>, keep: number, today: LocalDate): ReadonlyArray<string> => {
  const { past } = byToday(made, today)
  return past.slice(0, Math.max(0, past.length - keep)).map(backupName)
}

/** Whether other files show that this file is open, or was served as a database. A backup is only one file. */
const isInUse = (path: string): boolean =>
  [...companions.map((suffix) => `${path}${suffix}`), lockName(path)].some((companion) => existsSync(companion))

/**
 * The days of the backups in a folder that the service itself made. Such a file has the name and the companion of a backup, is not
 * `database` under another name, and was never opened as a database. Other files are neither counted nor removed.
 */
export const madeIn = (folder: string, database: string | null): ReadonlyArray<LocalDate> =>
  daysAmong(readdirSync(folder)).filter((day) => {
    const path = join(folder, backupName(day))
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && hasHead(path) && !isInUse(path) &&
      (database === null || !isSameFile(path, database))
  })
