import Sqlite from "better-sqlite3"
import { setTimeout as sleep } from "node:timers/promises"
import type { Caller } from "../Http.ts"
import { withInstallation } from "./Installation.ts"
import { must } from "./Violation.ts"
import { sendCorrection, sendImport } from "./Writes.ts"

const reads = ["/api/metrics", "/api/series7", "/api/revenue", "/api/export", "/api/audit", "/api/health", "/api/admin/notifications"]
/** In milliseconds. */
const readWithin = 10_000
/** In milliseconds. A change waits for 5 s, an import for 10 s. */
const refusedWithin = 15_000
const writes = 10

const slowestRead = async (http: Caller): Promise<number> => {
  const answers = await Promise.all(reads.map(async (path) => ({ path, answer: await http.call(path) })))
  for (const { answer, path } of answers) {
    must(answer.status === 200 && answer.millis < readWithin, () =>
      `GET ${path} was answered ${answer.status} in ${Math.round(answer.millis)} ms while the database was locked`)
  }
  return Math.max(...answers.map(({ answer }) => answer.millis))
}

/** Another program holds the write lock. Writes are refused in time, health names the reason, reads work, and nothing is lost. */
export const lockedDatabase = (seed: number, seconds: number): Promise<string> =>
  withInstallation(seed, {}, async ({ books, dice, home, http }) => {
    await sendCorrection(http, books, dice)
    const other = new Sqlite(home.database)
    let answered = 0
    let slowest = 0
    let latest = 0
    try {
      other.exec("BEGIN EXCLUSIVE")
      const locked = performance.now()
      const waiting = Promise.all([
        ...Array.from({ length: writes - 1 }, () => sendCorrection(http, books, dice)),
        sendImport(http, books, { notify: "per_row", rows: 100 })
      ].map(async (answer) => {
        const status = await answer
        answered++
        latest = performance.now() - locked
        must(status === 503, () => `a write that waited for the lock was answered ${status}`)
        must(latest < refusedWithin, () => `a write that waited for the lock was answered after ${Math.round(latest)} ms`)
      }))
      waiting.catch(() => undefined)
      for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(200)) {
        slowest = Math.max(slowest, await slowestRead(http))
      }
      await waiting
      const problems = async () => (await http.call("/api/health")).text
      const during = await problems()
      must(during.includes("writes_locked"), () => `health did not report the lock: ${during}`)
      other.exec("ROLLBACK")
      const status = await sendCorrection(http, books, dice)
      must(status === 200, () => `after the lock a correction was answered ${status}`)
      const after = await problems()
      must(!after.includes("writes_locked"), () => `health still reported the lock: ${after}`)
      return `database locked ${seconds} s: ${answered} writes refused within ${
        Math.round(latest)
      } ms and reported, stored again after it, ` +
        `slowest read meanwhile ${Math.round(slowest)} ms`
    } finally {
      other.close()
    }
  })
