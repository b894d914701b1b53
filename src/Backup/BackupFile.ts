import { Effect } from "effect"
import { type Copied, copy, CopyFailed } from "../Database/Sqlite/Copy.ts"
import { type Contents, inspect } from "./Contents.ts"

export interface BackupOptions {
  /** Path of the database. */
  readonly source: string
  readonly target: string
  readonly replace: boolean
  readonly onProgress?: (done: number) => void
}

/** A backup that was verified before it got its name. */
export const backUp = (
  options: BackupOptions
): Effect.Effect<Copied & { readonly verified: Contents }, CopyFailed> =>
  Effect.catchTags(copy({ ...options, verify: inspect }), {
    Unusable: ({ message }) => new CopyFailed({ message: `no backup was made of ${options.source}: ${message}` }),
    DatabaseUnavailable: ({ message }) => new CopyFailed({ message: `no backup was made of ${options.source}: ${message}` })
  })
