import Sqlite from "better-sqlite3"
import { setTimeout as sleep } from "node:timers/promises"
import type { Caller } from "../Http.ts"
import { withInstallation } from "./Installation.ts"
import { must } from "./Violation.ts"
import { sendCorrection, sendImport } from "./Writes.ts"

const reads = ["/api/metrics", "/api/series7", "/api/revenue", "/api/export", "/api/audit", "/api/health", "/api/admin/notifications"]
/** Milliseconds, well below the 30 s that a request waits for a lock. */
const readWithin = 10_000
const writes = 10

const slowestRead = async (http: Caller): Promise<number> => {
  const answers = await Promise.all(reads.map(async (path) => ({ path, answer: await http.call(path) })))
  for (const { answer, path } of answers) {
    must(answer.status === 200 && answer.millis < readWithin, () =>
      `GET ${path} was answered ${answer.status} in ${Math.round(answer.millis)} ms while the database was locked`)
  }
  return Math.max(...answers.map(({ answer }) => answer.millis))
}

/** Another program holds the write lock: writes wait for it, reads work, nothing is lost. */
export const lockedDatabase = (seed: number, seconds: number): Promise<string> =>
  withInstallation(seed, {}, async ({ books, dice, home, http }) => {
    await sendCorrection(http, books, dice)
    const other = new Sqlite(home.database)
    let answered = 0
    let slowest = 0
    try {
      other.exec("BEGIN EXCLUSIVE")
      const waiting = Promise.all([
        ...Array.from({ length: writes - 1 }, () => sendCorrection(http, books, dice)),
        sendImport(http, books, { notify: "per_row", rows: 100 })
      ].map(async (answer) => {
        const status = await answer
        answered++
        must(status === 200, () => `a write that waited for the lock was answered ${status}`)
      }))
      waiting.catch(() => undefined)
      for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(200)) {
        slowest = Math.max(slowest, await slowestRead(http))
        must(answered === 0, () => "a write was answered although the database was locked")
      }
      other.exec("ROLLBACK")
      const released = performance.now()
      await waiting
      return `database locked ${seconds} s: ${writes} writes waited and were stored ${
        Math.round(performance.now() - released)
      } ms after it, ` +
        `slowest read meanwhile ${Math.round(slowest)} ms`
    } finally {
      other.close()
    }
  })
