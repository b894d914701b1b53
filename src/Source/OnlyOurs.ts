import { FileSystem } from "@effect/platform"
import { Effect, Option } from "effect"
import { dirname } from "node:path"

/** The user and the group of this process; null where files have no owners. */
interface Identity {
  readonly user: number
  readonly group: number
}

interface Owned {
  readonly mode: number
  readonly user: number | undefined
  readonly group: number | undefined
}

const sticky = 0o1000

/**
 * Whether only this user and root can write a file or folder. The user's own group counts as the user: many systems give each user a
 * group, and let it write.
 */
export const isOnlyOurs = ({ group, mode, user }: Owned, own: Identity): boolean => {
  const isOwn = user === undefined || user === own.user || user === 0
  const isGroupOwn = (mode & 0o020) === 0 || group === own.group || group === 0
  return isOwn && isGroupOwn && (mode & 0o002) === 0
}

/** In a sticky folder, such as /tmp, others cannot replace a file. */
const holdsOnlyOurs = (folder: Owned, own: Identity): boolean =>
  isOnlyOurs({ ...folder, mode: (folder.mode & sticky) === 0 ? folder.mode : folder.mode & ~0o022 }, own)

/** The first file that other users of the machine can write or replace; undefined if there is none. */
export const openToOthers = (files: ReadonlyArray<string>, own: Identity | null) =>
  Effect.gen(function*() {
    if (own === null) return undefined
    const { stat } = yield* FileSystem.FileSystem
    const owned = (path: string) =>
      Effect.map(stat(path), ({ gid, mode, uid }) => ({ mode, user: Option.getOrUndefined(uid), group: Option.getOrUndefined(gid) }))
    for (const file of files) {
      const isSafe = yield* Effect.zipWith(owned(file), owned(dirname(file)),
        (itself, folder) => isOnlyOurs(itself, own) && holdsOnlyOurs(folder, own))
      if (!isSafe) return file
    }
    return undefined
  })

export const ourIdentity: Effect.Effect<Identity | null> = Effect.sync(() =>
  process.getuid === undefined || process.getgid === undefined ? null : { user: process.getuid(), group: process.getgid() }
)
