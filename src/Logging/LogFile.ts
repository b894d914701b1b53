import { Data, Effect } from "effect"
import { closeSync, fstatSync, openSync, readSync, renameSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { makeFolder } from "../Folder.ts"
import { freeBytes, inMebibytes, leftToDatabase } from "../FreeSpace.ts"
import { reasonOf } from "../Wording.ts"
import { longestLine } from "./LogLine.ts"
import { standardError } from "./StandardStream.ts"

export class LogFileUnwritable extends Data.TaggedError("LogFileUnwritable")<{
  readonly path: string
  readonly reason: string
}> {
  override get message(): string {
    return `LOG_FILE: expected a file that can be written, got ${this.path} (${this.reason})`
  }
}

export interface LogFileOptions {
  readonly path: string
  /** Before the file would become larger than this, it is renamed to `.1`. */
  readonly longestFile?: number
  readonly kept?: number
  /** Receives a sentence when lines are dropped, and when they no longer are. */
  readonly report?: (sentence: string) => void
}

const keptLogs = 5

/** The names of a log file and of its rotated files, the newest first. */
const namesOf = (path: string, kept = keptLogs): ReadonlyArray<string> => [
  path,
  ...Array.from({ length: kept }, (_, index) => `${path}.${index + 1}`)
]

/**
 * Counts the lines that could not be written to a destination of the log. Call it after each line, with the error if the line
 * failed. It returns a sentence to report when the first line is dropped, and when lines are written again.
 */
export const countDrops = (destination: string): (error: unknown) => string | undefined => {
  let dropped = 0
  return (error) => {
    if (error !== undefined) return dropped++ === 0 ? `${destination}: log lines are being dropped (${reasonOf(error)})` : undefined
    const missing = dropped
    dropped = 0
    return missing > 0 ? `${destination}: log lines are written again, ${missing} were dropped` : undefined
  }
}

/** The size of a regular file, 0 if it does not exist. Opening a pipe would wait for its reader. */
const sizeOf = (path: string): number => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() === false) throw new Error("not a regular file")
  return found?.size ?? 0
}

const lineFeed = 10

const isWithinLine = (fd: number): boolean => {
  const { size } = fstatSync(fd)
  const last = Buffer.alloc(1)
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== lineFeed
}

/** Appends text, on a new line if the last one was cut short, as by a full disk or a power failure. */
const appendTo = (path: string, text: string): void => {
  const fd = openSync(path, "a+", 0o640)
  try {
    writeFileSync(fd, isWithinLine(fd) ? `\n${text}` : text)
  } finally {
    closeSync(fd)
  }
}

/** Renames app.log to app.log.1 and so on. Without permission to rename, the file grows. */
const rotate = (names: ReadonlyArray<string>): void => {
  try {
    for (let at = names.length - 2; at >= 0; at--) {
      const [from = "", to = ""] = names.slice(at)
      if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to)
    }
  } catch {
    return
  }
}

/**
 * Opens a log, and returns what appends a line to it: the line is written to the system before that returns, and it never throws,
 * because a line that cannot be written is dropped and reported. The file is opened for each line, so that it may be removed,
 * renamed or replaced at any time.
 */
export const open = (options: LogFileOptions): Effect.Effect<(line: string) => void, LogFileUnwritable> => {
  const { path, longestFile = 10 * 1024 * 1024, kept = keptLogs, report = (sentence) => standardError.write(`${sentence}\n`) } = options
  const dropsAfter = countDrops(path)

  const write = (text: string): void => {
    const folder = dirname(path)
    makeFolder(folder)
    const size = sizeOf(path)
    const free = freeBytes(folder)
    if (text !== "" && free < leftToDatabase) {
      throw new Error(`${inMebibytes(free)} are free on its disk: the last ${inMebibytes(leftToDatabase)} are left to the database`)
    }
    if (size > 0 && size + Buffer.byteLength(text) > longestFile) rotate(namesOf(path, kept))
    appendTo(path, text)
  }

  const failureOf = (line: string): unknown => {
    try {
      write(`${line}\n`)
      return undefined
    } catch (error) {
      return error
    }
  }

  return Effect.try({
    try: () => {
      write("")
      return (line: string) => {
        const sentence = dropsAfter(failureOf(line))
        if (sentence !== undefined) report(sentence)
      }
    },
    catch: (error) => new LogFileUnwritable({ path, reason: reasonOf(error) })
  })
}

const newestLinesOf = (path: string, lines: number): ReadonlyArray<string> => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return []
  // The line end before the first line is read too, so that what stands before it is known to be another line.
  const block = Buffer.alloc(Math.min(size, lines * (longestLine + 1) + 1))
  const fd = openSync(path, "r")
  try {
    readSync(fd, block, 0, block.length, size - block.length)
  } finally {
    closeSync(fd)
  }
  const found = block.toString("utf8").split("\n")
  if (block.length < size) found.shift()
  if (found.at(-1) === "") found.pop()
  return found.slice(-lines)
}

/**
 * The last `lines` lines of a log, oldest first. If the file has too few, the previous rotated file is read, too. It reads
 * synchronously, so that the log cannot be rotated meanwhile.
 */
export const tail = (path: string, lines: number): ReadonlyArray<string> => {
  if (lines <= 0) return []
  const newest = newestLinesOf(path, lines)
  return newest.length === lines ? newest : [...newestLinesOf(`${path}.1`, lines - newest.length), ...newest]
}
