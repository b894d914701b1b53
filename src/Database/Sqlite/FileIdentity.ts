import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"

/** Device and inode of the file that a path leads to; null if there is none. */
export const identityOf = (path: string): string | null => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

export const isSameFile = (a: string, b: string): boolean => {
  const identity = identityOf(a)
  return identity !== null && identity === identityOf(b)
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"

/**
 * The path without symbolic links, even of a missing file or folder: a link to a missing file names its future place. SQLite keeps
 * a database's companions there.
 */
export const resolveFile = (path: string): string => {
  try {
    return realpathSync(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() === true) return resolveFile(resolve(resolveFile(dirname(path)), readlinkSync(path)))
  const folder = dirname(resolve(path))
  return folder === resolve(path) ? folder : join(resolveFile(folder), basename(path))
}

/** Whether two paths lead to one place, by name or by device and inode, even if no file is there yet. */
export const isSamePlace = (a: string, b: string): boolean => resolveFile(a) === resolveFile(b) || isSameFile(a, b)

/** The path, or the target of a symbolic link. The file is replaced at the target, and the link is kept. */
export const targetOf = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? resolveFile(path) : path

/** Remembers the files. The returned function finds the first one that was removed or replaced since. */
export const watchFiles = (files: ReadonlyArray<string>): () => { readonly file: string; readonly isMissing: boolean } | undefined => {
  const watched = files.map((file) => ({ file, identity: identityOf(file) }))
  return () => {
    for (const { file, identity } of watched) {
      const found = identityOf(file)
      if (found !== identity) return { file, isMissing: found === null }
    }
    return undefined
  }
}
