import { DateTime, Effect } from "effect"
import { accessSync, constants, existsSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { byToday, madeIn } from "../Backup/Plan.ts"
import { type Check, failed, passed, printed, warning } from "../Codes/HealthProblem.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { unfitFolder } from "../Database/Sqlite/Place.ts"
import { addDays, type LocalDate } from "../Domain/LocalDate.ts"
import { nearestFolder } from "../Folder.ts"
import { freeBytes, leftToDatabase, mebibyte } from "../FreeSpace.ts"
import { backupInFuture } from "../Health/Problems.ts"

/** Whether files can be created in a folder; if it is missing, whether the folder itself can be. */
export const checkFolder = (name: string, folder: string): Check => {
  const path = resolve(folder)
  const nearest = nearestFolder(path)
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
    return passed(name, `${path} can be written${nearest === path ? "" : ", once it is made"}`)
  } catch {
    return failed(name, `${nearest} cannot be written`, "give the user that runs the service the right to write there")
  }
}

/** Whether the file system of a folder can have a database. It is tried where there is room. */
export const checkFileSystem = (database: string): ReadonlyArray<Check> => {
  const folder = dirname(database)
  if (!existsSync(folder) || freeBytes(folder) < leftToDatabase) return []
  const why = unfitFolder(database)
  return why === undefined ? [] : [failed("folder", `${resolve(folder)} ${why}`, "move the database there and set DATABASE_URL")]
}

const tooLittle = 100 * mebibyte
const little = 1024 * mebibyte

export const checkDisk = (folder: string): Check => {
  const free = freeBytes(nearestFolder(resolve(folder)))
  if (free === Infinity) return warning("disk", "the file system of the database does not say how much is free", "keep an eye on it")
  const detail = `${Math.floor(free / mebibyte)} MiB free where the database is`
  if (free < tooLittle) return failed("disk", detail, "free some space: a full disk stops every write")
  return free < little ? warning("disk", detail, "free some space before it runs out") : passed("disk", detail)
}

/** Shanghai had summer time from 1986 to 1991: zone data without it are incomplete. */
export const checkZone = (zone: DateTime.TimeZone.Named): Effect.Effect<Check> =>
  Effect.map(DateTime.now, (now) => {
    const summer = DateTime.unsafeMakeZoned("1988-07-01T00:00:00Z", { timeZone: "Asia/Shanghai" })
    return DateTime.zonedOffsetIso(summer) === "+09:00"
      ? passed("zone",
        `${zone.id} is ${DateTime.zonedOffsetIso(DateTime.setZone(now, zone))}, by the zone data of ${
          process.versions["tz"] ?? "this Node.js"
        }`)
      : failed("zone", "the zone data of this Node.js lack history", "install a Node.js with full ICU data")
  })

/**
 * Checks the folder, and whether the newest backup is from the day before yesterday or later: before a cutoff, that is the newest
 * one.
 */
export const checkBackups = ({ backupDir }: ShopConfig, today: LocalDate, isOnServer: boolean): ReadonlyArray<Check> => {
  if (isOnServer) {
    return [
      backupDir === null
        ? passed("backups", "are PostgreSQL's own: the service makes none")
        : warning("backups", "backup_dir has no effect on PostgreSQL", "make them with pg_dump, and remove backup_dir")
    ]
  }
  if (backupDir === null) return [warning("backups", "turned off", "set backup_dir, best on another disk")]
  const folder = checkFolder("backups", backupDir)
  if (folder.status !== "ok") return [folder]
  const { future, past } = byToday(existsSync(backupDir) ? madeIn(backupDir, null) : [], today)
  if (future.length > 0) return backupInFuture(future).map(printed("backups"))
  const newest = past.at(-1)
  if (newest === undefined)
    return [warning("backups", `there is none in ${backupDir}`, "the running service makes one within a minute; otherwise see its log")]
  const detail = `the newest in ${backupDir} is of ${newest}`
  return [
    newest >= addDays(today, -2) ? passed("backups", detail) : failed("backups", detail, "see the service's log for why none is made")
  ]
}
