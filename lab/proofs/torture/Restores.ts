import Sqlite from "better-sqlite3"
import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Dice, dice as diceOf } from "../Dice.ts"
import { caller } from "../Http.ts"
import { command, type Site, site, start } from "../Service.ts"
import { books as openBooks, cutoffTime } from "./Books.ts"
import { must, Violation } from "./Violation.ts"
import { sendCorrection } from "./Writes.ts"

/** What happened to the database between the kill and the restore. */
const fates = ["missing", "linked", "moved", "damaged", "whole"] as const
type Fate = typeof fates[number]

const befall: Readonly<Record<Fate, (home: Site) => void>> = {
  missing: ({ database }) => rmSync(database),
  moved: ({ database, folder }) => renameSync(database, join(folder, "moved.db")),
  damaged: ({ database }) => writeFileSync(database, "rubbish ".repeat(1000)),
  whole: () => undefined,
  linked: ({ database, folder }) => {
    for (const suffix of ["", "-wal", "-shm"]) renameSync(`${database}${suffix}`, join(folder, `target.db${suffix}`))
    symlinkSync("target.db", database)
  }
}

/** Every audit record, and with them every change of a day. */
const historyOf = (file: string): ReadonlyArray<string> => {
  const db = new Sqlite(file)
  try {
    must(db.pragma("integrity_check(1)", { simple: true }) === "ok", () => `${file} is damaged`)
    return db.prepare("SELECT id || ' ' || hash FROM audit ORDER BY id").pluck().all() as Array<string>
  } finally {
    db.close()
  }
}

/** Starts a service during the restore. It waits, or exits with a message; it serves only the restored backup. */
const startMeanwhile = async (home: Site, dice: Dice) => {
  await sleep(dice.between(0, 500))
  const service = start(home)
  const isReady = await service.ready.then(() => true, () => false)
  service.signal("SIGKILL")
  await service.ended
  // Before the restore has begun, a start finds the other files of the removed database, and does not create a new one.
  must(isReady || /served by another process|is missing, but/.test(service.errorOutput()),
    () => `a start during a restore printed ${service.errorOutput()}`)
  return isReady
}

const restoreOnce = async (fate: Fate, dice: Dice): Promise<{ readonly started: boolean; readonly restored: boolean }> => {
  const home = site()
  home.configure({ cutoff_time: cutoffTime })
  const books = openBooks()
  const service = start(home)
  try {
    const http = caller(await service.ready)
    const correct = async () => {
      const status = await sendCorrection(http, books, dice)
      must(status === 200, () => `a correction was answered ${status}`)
    }
    for (let count = 0; count < dice.between(1, 20); count++) await correct()
    const backup = join(home.folder, "backup.db")
    const made = await command(home, "backup", backup)
    must(made.code === 0, () => `the backup ended with ${made.code}: ${made.errorOutput}`)
    for (let count = 0; count < dice.between(1, 20); count++) await correct()
    const beside = await command(home, "restore", backup)
    must(beside.code === 1, () => `a restore beside the service ended with ${beside.code}`)
    http.close()
    service.signal("SIGKILL")
    await service.ended
    befall[fate](home)
    const [{ code, errorOutput }, started] = await Promise.all([command(home, "restore", backup), startMeanwhile(home, dice)])
    must(code === 0 || (started && errorOutput.includes("is open in another program")), () =>
      `the restore ended with ${code}: ${errorOutput}`)
    if (code === 0) {
      const expected = historyOf(backup)
      const found = historyOf(home.database)
      // A service that started afterwards may have settled the day.
      must(JSON.stringify(found.slice(0, expected.length)) === JSON.stringify(expected), () => "the restored database is not the backup")
      must(found.length - expected.length <= (started ? 1 : 0), () => `${found.length - expected.length} records more than the backup has`)
      must(existsSync(join(home.folder, "target.db")) === (fate === "linked"), () => "the symbolic link was not followed")
    }
    home.remove()
    return { started, restored: code === 0 }
  } catch (error) {
    throw new Violation(`${error instanceof Error ? error.message : String(error)} (${fate}, files kept in ${home.folder})`, {
      cause: error
    })
  } finally {
    service.signal("SIGKILL")
  }
}

/** Restores over the files of a killed service, in several states, while another service starts. */
export const restores = async (seed: number, rounds: number): Promise<string> => {
  let started = 0
  let restored = 0
  for (let round = 0; round < rounds; round++) {
    const outcome = await restoreOnce(fates[round % fates.length] ?? "missing", diceOf(seed + round))
    if (outcome.started) started++
    if (outcome.restored) restored++
  }
  return `restored ${restored} of ${rounds} times over what a kill left, each exactly the backup; the others were refused for ` +
    `a service that had started; ${started} services started beside, ${rounds - started} were refused`
}
