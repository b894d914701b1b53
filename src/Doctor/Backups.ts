import { accessSync, constants, existsSync } from "node:fs"
import { resolve } from "node:path"
import { byToday, madeIn } from "../Backup/Plan.ts"
import { type Check, failed, passed, warning } from "../Codes/HealthProblem.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { addDays, type LocalDate } from "../Domain/LocalDate.ts"
import { nearestFolder } from "../Folder.ts"

/**
 * Checks whether the folder can be written, and whether the newest backup is from the day before yesterday or later: before a cutoff,
 * that is the newest one.
 */
export const checkBackups = ({ backupDir }: ShopConfig, today: LocalDate): Check => {
  if (backupDir === null) return warning("backups", "turned off", "set backup_dir, best on another disk")
  const nearest = nearestFolder(resolve(backupDir))
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
  } catch {
    return failed("backups", `${nearest} cannot be written`, "give the user that runs the service the right to write there")
  }
  const newest = byToday(existsSync(backupDir) ? madeIn(backupDir, null) : [], today).past.at(-1)
  if (newest === undefined)
    return warning("backups", `there is none in ${backupDir}`, "the running service makes one within a minute; otherwise see its log")
  const detail = `the newest in ${backupDir} is of ${newest}`
  return newest >= addDays(today, -2) ? passed("backups", detail) : failed("backups", detail, "see the service's log for why none is made")
}
