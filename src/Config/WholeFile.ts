import { Data, Effect } from "effect"
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync
} from "node:fs"
import { dirname } from "node:path"
import { reasonOf } from "../Wording.ts"
import { follow, type Identity, ourIdentity } from "./OnlyOurs.ts"

/** The name of an unfinished file. It contains the process number, so that the one of a killed process can be recognized and removed. */
export const partialName = (target: string): string => `${target}.${process.pid}.partial`

/**
 * Writes a whole file or nothing of it, under another name first: a full disk leaves no half file, and a file or a link that somebody
 * has put under one of the two names is not written to. Throws Node's error.
 * @param textFor the text, which may depend on the rights that the open file has
 */
export const writeWhole = (path: string, mode: number, textFor: (fd: number) => string): void => {
  const draft = partialName(path)
  rmSync(draft, { force: true })
  const fd = openSync(draft, "wx", mode)
  try {
    try {
      writeFileSync(fd, textFor(fd))
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Why a file of settings is left as it is: `link` and `owner` name the place and the user, `kept` what the system says. */
export class NotReplaced extends Data.TaggedError("NotReplaced")<{ readonly why: "link" | "owner" | "kept"; readonly found: string }> {}

/** The rights of a file that is there. */
const giveRights = (fd: number, { gid, mode }: Stats, isSecret: boolean): void => {
  let rights = mode & (isSecret ? 0o770 : 0o777)
  try {
    fchownSync(fd, -1, gid)
  } catch {
    // Only a member may give a file to a group. The rights were not meant for ours.
    rights &= ~0o070
  }
  try {
    fchmodSync(fd, rights)
  } catch {
    // A file system without rights.
  }
}

/** The file that a path means, and what is there; or why it is left as it is. */
const placeOf = (path: string, own: Identity | null): { readonly place: string; readonly there: Stats | undefined } | NotReplaced => {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  const { open, path: place } = isLink ? follow(path, own) : { open: undefined, path }
  if (open !== undefined) return new NotReplaced({ why: "link", found: open })
  const there = statSync(place, { throwIfNoEntry: false })
  if (there !== undefined && own !== null && there.uid !== own.user) return new NotReplaced({ why: "owner", found: String(there.uid) })
  return { place, there }
}

const replace = (path: string, text: string, isSecret: boolean, own: Identity | null): NotReplaced | undefined => {
  const found = placeOf(path, own)
  if (found instanceof NotReplaced) return found
  const { place, there } = found
  writeWhole(place, isSecret || there !== undefined ? 0o600 : 0o666, (fd) => {
    if (there !== undefined) giveRights(fd, there, isSecret)
    return text
  })
  return undefined
}

/**
 * Replaces `config.json` or `.env` whole (rule 1.18). A new file with a credential is for its owner alone, and one that is there keeps its rights,
 * but other users lose theirs if it has a credential. A link is followed if nobody else can write it, its target or a folder on the
 * way. The file of another user, or one that the system does not let go, such as one that is mounted by itself, is left as it is.
 */
export const replaceSettings = (path: string, text: string, isSecret: boolean, own = ourIdentity()): Effect.Effect<void, NotReplaced> =>
  Effect.flatMap(
    Effect.try({
      try: () => replace(path, text, isSecret, own),
      catch: (error) => new NotReplaced({ why: "kept", found: reasonOf(error) })
    }),
    (refusal) => refusal ?? Effect.void
  )

/** Why the file would be left as it is, as far as that can be seen without writing; undefined if it can be replaced. */
export const refusalOf = (path: string, own = ourIdentity()): NotReplaced | undefined => {
  try {
    const found = placeOf(path, own)
    if (found instanceof NotReplaced) return found
    accessSync(dirname(found.place), constants.W_OK)
    return undefined
  } catch (error) {
    return new NotReplaced({ why: "kept", found: reasonOf(error) })
  }
}
