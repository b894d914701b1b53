import { Effect } from "effect"
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { type Copied, copy, CopyFailed, Refusal } from "../Database/Sqlite/Copy.ts"
import { removeLeftovers } from "../Database/Sqlite/Files.ts"
import { belongsTo } from "../Database/Sqlite/Place.ts"
import { type Contents, inspect } from "./Contents.ts"
import { headName, writeHead } from "./Head.ts"

interface BackupOptions {
  readonly source: string
  readonly target: string
  readonly replace: boolean
  readonly onProgress?: (done: number) => void
}

/** Removes the files of killed backups. A failure here does not prevent the backup. */
const tidy = (folder: string) =>
  Effect.ignore(Effect.try(() => {
    if (existsSync(folder)) removeLeftovers(folder)
  }))

export type BackedUp = Copied & { readonly verified: Contents }

/** Writes the companion before the backup gets its name: a backup without a companion does not count. */
const anchor = (source: string, target: string) => ({ head }: Contents): void => {
  if (belongsTo(source, headName(target))) {
    throw new Refusal(`${headName(target)} belongs to the database ${source}, expected another name`)
  }
  writeHead(target, head)
}

/** Makes a backup, which gets its name after it was verified. */
export const backUp = (options: BackupOptions): Effect.Effect<BackedUp, CopyFailed> =>
  Effect.catchTags(
    Effect.zipRight(tidy(dirname(options.target)),
      copy({ ...options, verify: inspect, beforeNaming: anchor(options.source, options.target) })),
    {
      Unusable: ({ message }) => new CopyFailed({ message: `no backup was made of ${options.source}: ${message}` }),
      DatabaseUnavailable: ({ message }) => new CopyFailed({ message: `no backup was made of ${options.source}: ${message}` })
    }
  )
