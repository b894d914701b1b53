import { lstatSync, readlinkSync, type Stats, statSync } from "node:fs"
import { join, parse, resolve, sep } from "node:path"

/** The user and the group of this process; null where files have no owners. */
export interface Identity {
  readonly user: number
  readonly group: number
}

export const ourIdentity = (): Identity | null =>
  process.getuid === undefined || process.getgid === undefined ? null : { user: process.getuid(), group: process.getgid() }

type Owned = Pick<Stats, "gid" | "mode" | "uid">

const sticky = 0o1000

/**
 * Whether only this user and root can write a file or folder. The user's own group counts as the user: many systems give each user a
 * group, and let it write.
 */
export const isOnlyOurs = ({ gid, mode, uid }: Owned, own: Identity): boolean => {
  const isOwn = uid === own.user || uid === 0
  const isGroupOwn = (mode & 0o020) === 0 || gid === own.group || gid === 0
  return isOwn && isGroupOwn && (mode & 0o002) === 0
}

/** In a sticky folder, such as /tmp, others cannot replace what is not theirs. */
const holdsOnlyOurs = ({ gid, mode, uid }: Owned, own: Identity): boolean =>
  isOnlyOurs({ gid, uid, mode: (mode & sticky) === 0 ? mode : mode & ~0o022 }, own)

/** Nobody can write a link itself; its owner can replace it. */
const isOwnLink = ({ uid }: Owned, own: Identity): boolean => isOnlyOurs({ uid, gid: 0, mode: 0 }, own)

interface Followed {
  /** The path without links. What it names may be missing. */
  readonly path: string
  /** The first file, folder or link on the way that other users of the machine can write or replace; undefined if there is none. */
  readonly open: string | undefined
}

/** As many as Linux follows. */
const mostLinks = 40

/** Follows a path from the root of the disk through each folder and link to the file that it means. Throws Node's error. */
export const follow = (path: string, own: Identity | null): Followed => {
  let at = parse(resolve(path)).root
  let names = resolve(path).slice(at.length).split(sep).filter((name) => name !== "")
  let open: string | undefined
  const expect = (place: string, isOurs: (identity: Identity) => boolean) => {
    if (own !== null && open === undefined && !isOurs(own)) open = place
  }
  for (let links = 0; names.length > 0;) {
    const folder = statSync(at)
    expect(at, (identity) => holdsOnlyOurs(folder, identity))
    const [name = "", ...rest] = names
    const place = join(at, name)
    const found = lstatSync(place, { throwIfNoEntry: false })
    if (found === undefined) return { path: join(at, ...names), open }
    if (found.isSymbolicLink()) {
      if (++links > mostLinks) throw new Error(`${path}: too many links`)
      expect(place, (identity) => isOwnLink(found, identity))
      const target = resolve(at, readlinkSync(place))
      at = parse(target).root
      names = [...target.slice(at.length).split(sep).filter((name) => name !== ""), ...rest]
    } else {
      if (rest.length === 0) expect(place, (identity) => isOnlyOurs(found, identity))
      at = place
      names = rest
    }
  }
  return { path: at, open }
}
