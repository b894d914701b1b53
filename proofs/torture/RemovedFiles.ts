import { existsSync, linkSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { command, type Site, start } from "../Service.ts"
import { withInstallation } from "./Installation.ts"
import { must } from "./Violation.ts"
import { sendCorrection } from "./Writes.ts"

const corrections = 5
const lockedAgainWithin = 5_000

/** A second service on the same database must exit. */
const refuseSecond = async (home: Site, database: string): Promise<void> => {
  const second = start({ ...home, database, logFile: join(home.folder, "second.log") })
  const code = await second.ended
  must(code === 1, () => `a second service at ${database} ended with ${code}: ${second.errorOutput()}`)
  must(/is served by another process|is open in another program/.test(second.errorOutput()),
    () => `a second service said ${second.errorOutput()}`)
}

/** The write-ahead log or its index is removed. Writes and commands are refused, and acknowledged changes stay stored. */
const withoutCompanions = (seed: number, suffixes: ReadonlyArray<string>) =>
  withInstallation(seed, {}, async ({ books, dice, home, http }) => {
    for (let count = 0; count < corrections; count++) await sendCorrection(http, books, dice)
    for (const suffix of suffixes) rmSync(`${home.database}${suffix}`)
    for (let count = 0; count < corrections; count++) {
      const status = await sendCorrection(http, books, dice)
      must(status === 503, () => `without ${suffixes.join(" and ")} a correction was answered ${status}`)
    }
    const health = await http.call("/api/health")
    must(health.status === 503, () => `without ${suffixes.join(" and ")} health was answered ${health.status}`)
    const { code } = await command(home, "correct", "2012-01-01", "1")
    must(code === 1, () => `without ${suffixes.join(" and ")} a command ended with ${code}`)
  })

/** Neither another name of the database nor a removed lock file lets a second service start. */
const otherNames = (seed: number) =>
  withInstallation(seed, {}, async ({ books, dice, home, http }) => {
    await sendCorrection(http, books, dice)
    const link = join(home.folder, "link.db")
    const hard = join(home.folder, "hard.db")
    symlinkSync(home.database, link)
    linkSync(home.database, hard)
    for (const name of [link, hard]) await refuseSecond(home, name)
    rmSync(hard)
    rmSync(`${home.database}.lock`)
    await refuseSecond(home, home.database)
    for (const end = performance.now() + lockedAgainWithin; performance.now() < end && !existsSync(`${home.database}.lock`);)
      await sleep(
        50
      )
    await refuseSecond(home, home.database)
    const status = await sendCorrection(http, books, dice)
    must(status === 200, () => `after the lock file was removed a correction was answered ${status}`)
  })

/** Files of the database are removed while it is served. */
export const removedFiles = async (seed: number): Promise<string> => {
  const kinds = [["-wal"], ["-shm"], ["-wal", "-shm"]]
  for (const [index, suffixes] of kinds.entries()) await withoutCompanions(seed + index, suffixes)
  await otherNames(seed + kinds.length)
  return `files removed: without its -wal, -shm or both every write and command was refused, all before is stored; ` +
    "no second service by a link, a second name or after its lock was removed"
}
