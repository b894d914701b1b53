import { closeSync, existsSync, lstatSync, openSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"

/** Device and inode of the file that a path leads to; null if there is none. */
export const identityOf = (path: string): string | null => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

export const isSameFile = (a: string, b: string): boolean => {
  const identity = identityOf(a)
  return identity !== null && identity === identityOf(b)
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"

/**
 * The path without symbolic links, even of a missing file or folder: a link to a missing file names its future place. SQLite keeps
 * a database's companions there.
 */
export const resolveFile = (path: string): string => {
  try {
    return realpathSync(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() === true) return resolveFile(resolve(resolveFile(dirname(path)), readlinkSync(path)))
  const folder = dirname(resolve(path))
  return folder === resolve(path) ? folder : join(resolveFile(folder), basename(path))
}

/** The path, or the target of a symbolic link. The file is replaced at the target, and the link is kept. */
export const targetOf = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? resolveFile(path) : path

/** Remembers the file. The returned function says whether it was removed or replaced since. */
export const watchFile = (file: string): () => "removed" | "replaced" | undefined => {
  const identity = identityOf(file)
  return () => {
    const found = identityOf(file)
    return found === identity ? undefined : found === null ? "removed" : "replaced"
  }
}

/** Suffixes of the files that SQLite keeps next to a database. Their content belongs to that one database. */
export const companions = ["-wal", "-shm", "-journal"] as const

export const removeDatabase = (file: string): void => {
  for (const suffix of ["", ...companions]) rmSync(`${file}${suffix}`, { force: true })
}

/**
 * Creates a missing file that only its owner may read. SQLite itself would create it readable for everybody; the companions get the
 * mode of their database.
 */
export const createPrivate = (file: string): void => {
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600))
}

/** The name of a restored database until it replaces the previous one. */
export const incomingName = (database: string): string => `${database}.restoring`

/** The name of a database that is tried in a folder, and unfinished as long as it is there. */
export const trialName = "turnover-trial"

const partial = /^(.+)\.(\d+)\.partial$/

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, but this one may not signal it.
    return error instanceof Error && "code" in error && error.code === "EPERM"
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
    if (found?.isFile() === true && isAbandoned(found.mtimeMs, Number(pid))) removeDatabase(path)
  }
}
