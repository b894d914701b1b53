import Sqlite from "better-sqlite3"
import { Effect } from "effect"
import { closeSync, existsSync, fsyncSync, openSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { partialName } from "../../Config/WholeFile.ts"
import { makeFolder } from "../../Folder.ts"
import { messageOf } from "../../Wording.ts"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { attempt, sqliteCode } from "./Busy.ts"
import { companions, createPrivate, removeDatabase, resolveFile, trialName } from "./Files.ts"

/** The name of the file that the service of a database locks. */
export const lockName = (file: string): string => `${file}.lock`

/**
 * Refuses a path without a database at which companion files are left: the database was moved or removed, and a new, empty one
 * would hide that. The lock file counts as a companion if no lock was taken yet.
 */
export const refuseLone = (filename: string, { lock }: { readonly lock: boolean }) =>
  Effect.flatMap(attempt(() => resolveFile(filename)), (file) => {
    const left = [...companions.map((suffix) => `${file}${suffix}`), ...(lock ? [lockName(file)] : [])].filter((path) => existsSync(path))
    return existsSync(file) || left.length === 0
      ? Effect.void
      : new DatabaseUnavailable({
        message: `the database ${filename} is missing, but ${left.map((path) => basename(path)).join(", ")} ${
          left.length === 1
            ? "is"
            : "are"
        } beside its place: expected the database that they belong to, put it back or restore a backup; ` +
          `to begin with an empty one, remove ${left.length === 1 ? "it" : "them"} first`
      })
  })

/** Creates an empty file if the database is missing, so that a lock file is never there alone. */
export const occupy = (filename: string) =>
  attempt(() => {
    const file = resolveFile(filename)
    if (existsSync(file)) return
    makeFolder(dirname(file))
    createPrivate(file)
  })

/** What SQLite needs and some network drives and shared folders of virtual machines lack, by its codes for a file that nobody else has open. */
const lacks: ReadonlyArray<readonly [code: RegExp, lack: string]> = [
  [/^SQLITE_(?:BUSY|PROTOCOL|IOERR_(?:LOCK|RDLOCK|UNLOCK|CHECKRESERVEDLOCK|SHMLOCK))/, "does not lock files"],
  [/^SQLITE_IOERR_SHM(?:MAP|OPEN)$/, "has no memory that programs share (mmap)"]
]

/** A disk that is failing answers EIO, and is no such folder. */
const cannotFlush = /^(?:EINVAL|ENOSYS|ENOTSUP|EOPNOTSUPP|EPERM|EACCES)$/

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "")

const flushes = (file: string): boolean => {
  const fd = openSync(file, "r+")
  try {
    fsyncSync(fd)
    return true
  } catch (error) {
    return !cannotFlush.test(codeOf(error))
  } finally {
    closeSync(fd)
  }
}

const use = (file: string): void => {
  const db = new Sqlite(file, { timeout: 0 })
  try {
    db.exec("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; PRAGMA user_version = 1; COMMIT")
  } finally {
    db.close()
  }
}

/** Tries a new database, and removes it again. Undefined where this is not possible, because of a missing folder or right. */
const lackOf = (file: string): string | undefined => {
  try {
    createPrivate(file)
    if (!flushes(file)) return "does not write files through to its disk (fsync)"
    use(file)
    return undefined
  } catch (error) {
    return lacks.find(([code]) => code.test(sqliteCode(error)))?.[1]
  } finally {
    removeDatabase(file)
  }
}

/** The path of a trial in the folder in which a database is, or will be. */
const trialBeside = (filename: string): string | undefined => {
  try {
    return partialName(join(dirname(resolveFile(filename)), trialName))
  } catch {
    return undefined
  }
}

/**
 * Why no database can be in the folder of this one, by a trial: a lock that a folder cannot give looks like one that another program holds,
 * and memory that it cannot share like a broken disk.
 */
export const unfitFolder = (filename: string): string | undefined => {
  const trial = trialBeside(filename)
  const lack = trial === undefined ? undefined : lackOf(trial)
  return lack === undefined
    ? undefined
    : `${lack}, as some network drives and shared folders: expected a folder on a local disk`
}

/** Node's codes for a binary that the system refuses, and for one that there is none of. */
const withoutBinary = /^(?:ERR_DLOPEN_FAILED|MODULE_NOT_FOUND)$/

/** The refusal of a machine on which SQLite's binary does not load; undefined for any other fault. */
export const unfitMachine = (cause: unknown): DatabaseUnavailable | undefined =>
  withoutBinary.test(codeOf(cause))
    ? new DatabaseUnavailable({
      message: `SQLite's binary does not load: expected a processor with 64 bits and, on Linux, glibc 2.34 or later ` +
        `(Debian 12, Ubuntu 22.04, RHEL 9) or musl, found ${process.arch}: ${messageOf(cause).split("\n")[0]}`
    })
    : undefined

/** The same of a database that could not be opened. */
export const unfitPlace = (filename: string): DatabaseUnavailable | undefined => {
  const why = unfitFolder(filename)
  return why === undefined ? undefined : new DatabaseUnavailable({ message: `the database ${filename} is in a folder that ${why}` })
}
