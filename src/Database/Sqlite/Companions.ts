import { existsSync, rmSync } from "node:fs"

/** The ends of the names of the files that SQLite keeps beside a database. What they hold belongs to that one file. */
export const companions = ["-wal", "-shm", "-journal"] as const

/** Whether a database stands without the two files that it has while any program has it open in WAL mode. */
export const lacksCompanions = (file: string): boolean => existsSync(file) && !(existsSync(`${file}-wal`) && existsSync(`${file}-shm`))

/** Removes a database and everything that SQLite keeps beside it. */
export const removeDatabase = (file: string): void => {
  for (const suffix of ["", ...companions]) rmSync(`${file}${suffix}`, { force: true })
}
