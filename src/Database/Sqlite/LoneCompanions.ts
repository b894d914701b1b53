import { Effect } from "effect"
import { existsSync, mkdirSync } from "node:fs"
import { basename, dirname } from "node:path"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { attempt } from "./Busy.ts"
import { companions, createPrivate } from "./Companions.ts"
import { resolveFile } from "./FileIdentity.ts"

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
    mkdirSync(dirname(file), { recursive: true })
    createPrivate(file)
  })
