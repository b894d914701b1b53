import { closeSync, existsSync, openSync, rmSync } from "node:fs"

/** Suffixes of the files that SQLite keeps next to a database. Their content belongs to that one database. */
export const companions = ["-wal", "-shm", "-journal"] as const

/** Whether the -wal or -shm file of a database is missing. Both exist while a program has the database open in WAL mode. */
export const lacksCompanions = (file: string): boolean => existsSync(file) && !(existsSync(`${file}-wal`) && existsSync(`${file}-shm`))

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
