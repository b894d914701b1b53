import { lstatSync } from "node:fs"
import { basename } from "node:path"
import { companions } from "./Companions.ts"
import { isSameFile, resolveFile } from "./FileIdentity.ts"
import { incomingName } from "./Leftovers.ts"
import { lockName } from "./LoneCompanions.ts"

const withCompanions = (file: string): ReadonlyArray<string> => [file, ...companions.map((suffix) => `${file}${suffix}`)]

/** Whether a path is a database or one of its companion files, by name or by device and inode. Names of missing files count, too. */
export const belongsTo = (database: string, path: string): boolean => {
  const file = resolveFile(database)
  const own = [...withCompanions(file), lockName(file), ...withCompanions(incomingName(file))]
  return own.includes(resolveFile(path)) || own.some((name) => isSameFile(name, path))
}

/**
 * The names of the companion files at a path. SQLite would apply them to any database that is put at this path. A link to a missing
 * file counts too.
 */
export const besides = (path: string, suffixes: ReadonlyArray<string> = [...companions, lockName("")]): ReadonlyArray<string> =>
  suffixes.map((suffix) => `${path}${suffix}`)
    .filter((name) => lstatSync(name, { throwIfNoEntry: false }) !== undefined)
    .map((name) => basename(name))
