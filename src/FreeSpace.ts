import { statfsSync } from "node:fs"

const mebibyte = 1024 * 1024

/** Bytes that a log and backups leave to the database on a disk: its own log of changes takes a few MiB while it works. */
export const leftToDatabase = 16 * mebibyte

export const inMebibytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(bytes < 100 * mebibyte ? 1 : 0)} MiB`

/** Bytes that are free for this user on the disk of a folder; infinite where the file system does not know. */
export const freeBytes = (folder: string): number => {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder)
    return blocks === 0 ? Infinity : bavail * bsize
  } catch {
    return Infinity
  }
}
