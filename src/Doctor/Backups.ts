import { existsSync } from "node:fs"
import { madeIn } from "../Backup/Made.ts"
import { byToday } from "../Backup/Plan.ts"
import { type Check, failed, passed, warning } from "../Codes/Check.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { addDays, type LocalDate } from "../Domain/LocalDate.ts"
import { datedInFuture } from "../Wording.ts"
import { checkFolder } from "./Machine.ts"

/**
 * Checks the folder, and whether the newest backup is from the day before yesterday or later: before a cutoff, that is the newest
 * one.
 */
export const checkBackups = ({ backupDir }: ShopConfig, today: LocalDate, isOnServer: boolean): Check => {
  if (isOnServer) {
    return backupDir === null
      ? passed("backups", "are PostgreSQL's own: the service makes none")
      : warning("backups", "backup_dir has no effect on PostgreSQL", "make them with pg_dump, and remove backup_dir")
  }
  if (backupDir === null) return warning("backups", "turned off", "set backup_dir, best on another disk")
  const folder = checkFolder("backups", backupDir)
  if (folder.status !== "ok") return folder
  const { future, past } = byToday(existsSync(backupDir) ? madeIn(backupDir, null) : [], today)
  if (future.length > 0) {
    return warning("backups", datedInFuture(future), `check the clock, and move them out of ${backupDir}`)
  }
  const newest = past.at(-1)
  if (newest === undefined)
    return warning("backups", `there is none in ${backupDir}`, "the running service makes one within a minute; otherwise see its log")
  return newest >= addDays(today, -2)
    ? passed("backups", `the newest in ${backupDir} is of ${newest}`)
    : failed("backups", `the newest in ${backupDir} is of ${newest}`, "see the service's log for why none is made")
}
