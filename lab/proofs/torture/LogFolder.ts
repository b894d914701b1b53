import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { withInstallation } from "./Installation.ts"
import { must } from "./Violation.ts"
import { sendCorrection } from "./Writes.ts"

const within = 10_000

/** The log's folder is removed, and for some time it cannot be created. The service keeps working, and logs again as soon as it can. */
export const logFolder = (seed: number): Promise<string> =>
  withInstallation(seed, {}, async ({ books, dice, home, http, service }) => {
    const folder = dirname(home.logFile)

    const correct = async () => {
      const status = await sendCorrection(http, books, dice)
      must(status === 200, () => `a correction was answered ${status} without a log`)
    }
    // The console bot delivers each correction, and each delivery is a line of the log.
    const until = async (what: string, holds: () => boolean) => {
      const began = performance.now()
      while (!holds()) {
        must(performance.now() - began < within, () => `${what} not within ${within / 1000} s: ${service.errorOutput()}`)
        await correct()
        await sleep(100)
      }
      return Math.round(performance.now() - began)
    }

    await correct()
    rmSync(folder, { recursive: true })
    const back = await until("lines in a new folder",
      () => existsSync(home.logFile) && readFileSync(home.logFile, "utf8").includes("push delivered"))

    rmSync(folder, { recursive: true })
    writeFileSync(folder, "in the way")
    await until("a complaint", () => service.errorOutput().includes("log lines are being dropped"))
    const { lines } = await http.json("/api/admin/logs")
    must(Array.isArray(lines), () => "expected the admin log as a list without a log file")
    rmSync(folder)
    const again = await until("lines after the obstacle", () => existsSync(home.logFile))
    return `log folder removed: lines again after ${back} ms; blocked, then freed: after ${again} ms; ${books.corrections.size} corrections stored meanwhile`
  })
