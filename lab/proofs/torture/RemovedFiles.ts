import { rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { type Site, start } from "../Service.ts"
import { withInstallation } from "./Installation.ts"
import { must } from "./Violation.ts"
import { sendCorrection } from "./Writes.ts"

/** A second service on the same database must exit. */
const refuseSecond = async (home: Site, database: string): Promise<void> => {
  const second = start({ ...home, database, logFile: join(home.folder, "second.log") })
  const code = await second.ended
  must(code === 1, () => `a second service at ${database} ended with ${code}: ${second.errorOutput()}`)
  must(/is served by another process|is open in another program/.test(second.errorOutput()),
    () => `a second service said ${second.errorOutput()}`)
}

/** Neither a link to the database nor a removed lock file lets a second service start. */
export const removedFiles = (seed: number): Promise<string> =>
  withInstallation(seed, {}, async ({ books, dice, home, http }) => {
    await sendCorrection(http, books, dice)
    const link = join(home.folder, "link.db")
    symlinkSync(home.database, link)
    await refuseSecond(home, link)
    rmSync(`${home.database}.lock`)
    await refuseSecond(home, home.database)
    const status = await sendCorrection(http, books, dice)
    must(status === 200, () => `after the lock file was removed a correction was answered ${status}`)
    return "lock file removed: no second service by a link, or after its lock was removed"
  })
