import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs"
import { join } from "node:path"
import { removeDatabase } from "./Companions.ts"

/** The name of an unfinished copy. It contains the process number, so that the copy of a killed process can be recognized and removed. */
export const partialName = (target: string): string => `${target}.${process.pid}.partial`

/** The name of a restored database until it replaces the previous one. */
export const incomingName = (database: string): string => `${database}.restoring`

/** The name of a database that is tried in a folder, and unfinished as long as it is there. */
export const trialName = "turnover-trial"

const partial = /^(.+)\.(\d+)\.partial$/
const magic = "SQLite format 3\0"

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, but this one may not signal it.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

const isDatabase = (path: string): boolean => {
  const head = Buffer.alloc(magic.length)
  const fd = openSync(path, "r")
  try {
    const read = readSync(fd, head, 0, head.length, 0)
    return read === 0 || head.toString("latin1") === magic
  } finally {
    closeSync(fd)
  }
}

/** In a container, processes may reuse a number: a file that is older than this process belongs to an earlier one. */
const isAbandoned = (modified: number, pid: number): boolean => pid === process.pid ? modified < performance.timeOrigin : !isRunning(pid)

/** Removes the unfinished copies of killed processes from a folder, if `isOurs` accepts the names of their targets. */
export const removeLeftovers = (folder: string, isOurs: (target: string) => boolean = () => true): void => {
  for (const name of readdirSync(folder)) {
    const [, target = "", pid = ""] = partial.exec(name) ?? []
    if (target === "" || !isOurs(target)) continue
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isFile() === true && isAbandoned(found.mtimeMs, Number(pid)) && isDatabase(path)) removeDatabase(path)
  }
}
