import { closeSync, fstatSync, openSync, readSync } from "node:fs"

const blockBytes = 64 * 1024

/** The most bytes to read from one file, whatever the number of lines. */
const mostBytes = 8 * 1024 * 1024

const lineFeed = 10

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")

const openExisting = (path: string): number | undefined => {
  try {
    return openSync(path, "r")
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const readBlock = (fd: number, from: number, to: number): Uint8Array => {
  const block = Buffer.alloc(to - from)
  return block.subarray(0, readSync(fd, block, 0, block.length, from))
}

const lineEndsIn = (block: Uint8Array): number => {
  let count = 0
  for (let at = block.indexOf(lineFeed); at !== -1; at = block.indexOf(lineFeed, at + 1)) count++
  return count
}

/** The last lines of a file, read from its end. Lines are decoded whole, so no character is cut. */
const tailOfFile = (path: string, lines: number): ReadonlyArray<string> => {
  const fd = openExisting(path)
  if (fd === undefined) return []
  try {
    const { size } = fstatSync(fd)
    const blocks: Array<Uint8Array> = []
    let from = size
    // Reads one more line end than lines: the text before it belongs to a line whose start was not read.
    for (let lineEnds = 0; from > 0 && lineEnds <= lines && size - from < mostBytes;) {
      const to = from
      from = Math.max(0, to - blockBytes)
      const block = readBlock(fd, from, to)
      lineEnds += lineEndsIn(block)
      blocks.unshift(block)
    }
    const found = Buffer.concat(blocks).toString("utf8").split("\n")
    if (from > 0) found.shift()
    if (found.at(-1) === "") found.pop()
    return found.slice(-lines)
  } finally {
    closeSync(fd)
  }
}

/**
 * The last `lines` lines of a log, oldest first. If the file has too few, the previous rotated file is read, too. It reads
 * synchronously, so that the log cannot be rotated meanwhile.
 */
export const tail = (path: string, lines: number): ReadonlyArray<string> => {
  if (lines <= 0) return []
  const newest = tailOfFile(path, lines)
  return newest.length === lines ? newest : [...tailOfFile(`${path}.1`, lines - newest.length), ...newest]
}
