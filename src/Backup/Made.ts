import { existsSync, lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { companions, isSameFile } from "../Database/Sqlite/Files.ts"
import { lockName } from "../Database/Sqlite/Place.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { hasHead } from "./Head.ts"
import { daysAmong, nameOf } from "./Plan.ts"

/** Whether other files show that this file is open, or was served as a database. A backup is only one file. */
const isInUse = (path: string): boolean =>
  [...companions.map((suffix) => `${path}${suffix}`), lockName(path)].some((companion) => existsSync(companion))

/**
 * The days of the backups in a folder that the service itself made. Such a file has the name and the companion of a backup, is not
 * `database` under another name, and was never opened as a database. Other files are neither counted nor removed.
 */
export const madeIn = (folder: string, database: string | null): ReadonlyArray<LocalDate> =>
  daysAmong(readdirSync(folder)).filter((day) => {
    const path = join(folder, nameOf(day))
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && hasHead(path) && !isInUse(path) &&
      (database === null || !isSameFile(path, database))
  })
