import { execFileSync } from "node:child_process"
import { appendFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { withInstallation } from "./Installation.ts"
import { must } from "./Violation.ts"
import { sendCorrection, sendImport } from "./Writes.ts"

const size = "4m"
const fillerBlock = Buffer.alloc(4096)
const refusals = 20
/** Corrections that may still fit into space that the database already has. */
const mostStored = 50

const mounted = (folder: string): boolean => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const fill = (path: string): void => {
  try {
    while (true) appendFileSync(path, fillerBlock)
  } catch {
    // No block is left.
  }
}

/** The disk of the database and the log is full: writes are refused as a whole, reads work, and writes work again once there is space. */
export const diskFull = async (seed: number): Promise<string> => {
  const disk = mkdtempSync(join(tmpdir(), "turnover-proof-disk-"))
  if (!mounted(disk)) {
    rmSync(disk, { recursive: true })
    return "disk full: skipped, mounting a small file system takes root"
  }
  try {
    return await withInstallation(seed, { database: join(disk, "turnover.db"), logFile: join(disk, "app.log") },
      async ({ books, dice, http }) => {
        const filler = join(disk, "filler")
        for (let count = 0; count < 5; count++) await sendCorrection(http, books, dice)
        fill(filler)
        let stored = 0
        for (let refused = 0; refused < refusals;) {
          const status = await sendCorrection(http, books, dice)
          must(status === 200 || status === 503, () => `a correction on a full disk was answered ${status}`)
          if (status === 200) stored++
          must(stored <= mostStored, () => `${stored} corrections were answered 200 although the disk was full`)
          if (status === 503) refused++
          // Rotating the log frees space, and the database may free some, too.
          fill(filler)
        }
        const status = await sendImport(http, books, { notify: "per_row", rows: 5000 })
        must(status === 503, () => `an import on a full disk was answered ${status}`)
        for (const path of ["/api/metrics", "/api/revenue", "/api/export", "/api/audit", "/api/admin/logs"]) {
          const answer = await http.call(path)
          must(answer.status === 200, () => `GET ${path} on a full disk was answered ${answer.status}`)
        }
        const before = books.corrections.size
        rmSync(filler)
        const began = performance.now()
        const after = await sendCorrection(http, books, dice)
        must(after === 200, () => `with free space again a correction was answered ${after}`)
        return `disk full: ${before} corrections sent, ${stored} stored although it was full, ${refusals} and an import refused whole, ` +
          `stored again ${Math.round(performance.now() - began)} ms after there was room`
      })
  } finally {
    execFileSync("umount", [disk])
    rmSync(disk, { recursive: true })
  }
}
