import { DateTime, Effect } from "effect"
import { existsSync, linkSync, renameSync } from "node:fs"
import { dirname, join, parse } from "node:path"
import { copy, CopyFailed, flush, isSameFile } from "../Database/Sqlite/Copy.ts"
import type { DatabaseUnavailable } from "../Database/DatabaseUnavailable.ts"
import { type Contents, inspect, type Unusable } from "./Contents.ts"
import { holdAlone, type InUse } from "./Exclusive.ts"

export interface Restored {
  readonly file: string
  /** Where the database is that was there before; null where there was none. */
  readonly kept: string | null
  readonly contents: Contents
}

export interface RestoreOptions {
  readonly backup: string
  /** Path of the database. */
  readonly database: string
  readonly onProgress?: (done: number) => void
}

/** `turnover.before-restore.20261120T102900Z.db`. */
const keptName = (database: string) =>
  Effect.map(DateTime.now, (now) => {
    const { dir, ext, name } = parse(database)
    return join(dir, `${name}.before-restore.${DateTime.formatIso(now).slice(0, 19).replaceAll(/[-:]/g, "")}Z${ext}`)
  })

const companions = ["-wal", "-shm", "-journal"]

/** Puts `incoming` in the place of the database, at every instant of which there is one whole file under its name. */
const swap = (incoming: string, database: string, kept: string, isWhole: boolean): string | null => {
  const wasThere = existsSync(database)
  if (wasThere) {
    try {
      linkSync(database, kept)
    } catch {
      // Not every file system has links.
      renameSync(database, kept)
    }
  }
  // What a damaged database left behind belongs to it, and would be taken for part of the new one.
  for (const suffix of isWhole ? [] : companions) {
    if (existsSync(`${database}${suffix}`)) renameSync(`${database}${suffix}`, `${kept}${suffix}`)
  }
  renameSync(incoming, database)
  flush(dirname(database))
  return wasThere ? kept : null
}

/** Verifies a backup, then puts a copy of it in the place of the database, which is kept under a dated name. */
export const restore = (
  { backup, database, onProgress }: RestoreOptions
): Effect.Effect<Restored, CopyFailed | DatabaseUnavailable | InUse | Unusable> =>
  Effect.gen(function*() {
    if (existsSync(backup) && existsSync(database) && isSameFile(backup, database)) {
      return yield* new CopyFailed({ message: `${backup} is the database itself` })
    }
    const isWhole = yield* holdAlone(database)
    const incoming = `${database}.restoring`
    const { verified } = yield* copy({
      source: backup,
      target: incoming,
      replace: true,
      verify: inspect,
      ...(onProgress === undefined ? {} : { onProgress })
    })
    const kept = yield* keptName(database)
    return yield* Effect.try({
      try: () => ({ file: database, kept: swap(incoming, database, kept, isWhole), contents: verified }),
      catch: (error) => new CopyFailed({ message: `${database} cannot be replaced: ${error instanceof Error ? error.message : String(error)}` })
    })
  }).pipe(Effect.scoped)
