import { Either } from "effect"
import { dirname, resolve } from "node:path"
import { type Fault, faultAt } from "../Codes/Fault.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import * as DatabaseUrl from "../Database/DatabaseUrl.ts"
import { isSamePlace, resolveFile } from "../Database/Sqlite/Files.ts"
import { wrong } from "../Domain/Fault.ts"

/** The fault of a `backup_dir` that contains the database, by any path: a backup could replace the database, or be mistaken for it. */
export const backupFolderFaults = (databaseUrl: string, { backupDir }: ShopConfig): ReadonlyArray<Fault> => {
  const found = Either.getOrUndefined(DatabaseUrl.parse(databaseUrl))
  if (backupDir === null || found?._tag !== "Sqlite" || found.filename === DatabaseUrl.memory) return []
  const folder = resolve(backupDir)
  try {
    const isInside = [resolve(found.filename), resolveFile(found.filename)].some((file) => isSamePlace(dirname(file), folder))
    return isInside
      ? [faultAt("backup_dir", wrong("folder_of_database", "another folder than that of the database in DATABASE_URL", backupDir))]
      : []
  } catch {
    // A path that cannot be resolved cannot be opened or written either, which is reported when it is used.
    return []
  }
}
