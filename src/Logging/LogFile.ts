import { Data, Effect, type Scope } from "effect"
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import { freeBytes, inMebibytes, leftToDatabase } from "../FreeSpace.ts"
import { reasonOf } from "../Wording.ts"
import { countDrops } from "./Drops.ts"
import { standardError } from "./StandardStream.ts"

export class LogFileUnwritable extends Data.TaggedError("LogFileUnwritable")<{
  readonly path: string
  readonly reason: string
}> {
  override get message(): string {
    return `LOG_FILE: expected a file that can be written, got ${this.path} (${this.reason})`
  }
}

/** A file to which lines are appended. Each line is written to the system before `append` returns. */
interface LogFile {
  /** Appends a line; `at` is its time in milliseconds. Never throws: a line that cannot be written is dropped, and that is reported. */
  readonly append: (line: string, at: number) => void
}

export interface LogFileOptions {
  readonly path: string
  /** Before the file would become larger than this, it is renamed to `.1`. */
  readonly longestFile?: number
  readonly kept?: number
  /** Receives a sentence when lines are dropped, and when they no longer are. */
  readonly report?: (sentence: string) => void
}

const longestFile = 10 * 1024 * 1024
export const keptLogs = 5

/** The names of a log file and of its rotated files. */
export const namesOf = (path: string): ReadonlyArray<string> => [
  path,
  ...Array.from({ length: keptLogs }, (_, index) => `${path}.${index + 1}`)
]

// How long after it was removed or replaced a file is detected, and after its disk became full. Until then, lines go to the old file.
const checkMillis = 1000

interface OpenFile {
  readonly fd: number
  readonly inode: number
  size: number
  /** Whether the last line has no line end, because its write was cut short. */
  torn: boolean
}

/** Whether `path` is a regular file or does not exist. Opening a pipe would wait for its reader. */
const isFileOrNothing = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? true

const lastByte = (fd: number, size: number): number | undefined => {
  const byte = Buffer.alloc(1)
  return size > 0 && readSync(fd, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined
}

const openFile = (path: string): OpenFile => {
  mkdirSync(dirname(path), { recursive: true })
  if (!isFileOrNothing(path)) throw new Error("not a regular file")
  const fd = openSync(path, "a+", 0o640)
  try {
    const { ino, size } = fstatSync(fd)
    const last = lastByte(fd, size)
    return { fd, inode: ino, size, torn: last !== undefined && last !== 10 }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

const rename = (from: string, to: string): void => {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to)
}

const writeFully = (file: OpenFile, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length;) {
    const written = writeSync(file.fd, bytes, at)
    at += written
    file.size += written
    file.torn = at < bytes.length
  }
}

const writer = (options: LogFileOptions) => {
  const { path, report = (sentence: string) => standardError.write(`${sentence}\n`) } = options
  const limit = options.longestFile ?? longestFile
  const generations = options.kept ?? keptLogs
  const dropsAfter = countDrops(path)
  let file: OpenFile | undefined = openFile(path)
  let closed = false
  let checkedAt = -Infinity
  let rotates = true
  let free = Infinity

  const close = (): void => {
    if (file !== undefined) closeSync(file.fd)
    file = undefined
  }

  /** Reads how full the disk is, and closes a file that another program removed, renamed or replaced. Also detects that it was truncated. */
  const check = (at: number): void => {
    // The absolute difference, because the clock may be set back.
    if (Math.abs(at - checkedAt) < checkMillis) return
    checkedAt = at
    rotates = true
    free = freeBytes(dirname(path))
    if (file === undefined) return
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.ino === file.inode) file.size = found.size
    else close()
  }

  /** Renames app.log to app.log.1 and so on. Without permission to rename, the file grows until a later check succeeds. */
  const rotate = (): void => {
    close()
    try {
      for (let generation = generations - 1; generation >= 1; generation--) {
        rename(`${path}.${generation}`, `${path}.${generation + 1}`)
      }
      rename(path, `${path}.1`)
    } catch {
      rotates = false
    }
  }

  const write = (line: string, at: number): void => {
    check(at)
    if (free < leftToDatabase) {
      throw new Error(`${inMebibytes(free)} are free on its disk: the last ${inMebibytes(leftToDatabase)} are left to the database`)
    }
    file ??= openFile(path)
    const bytes = Buffer.from(`${file.torn ? "\n" : ""}${line}\n`)
    if (rotates && file.size > 0 && file.size + bytes.length > limit) rotate()
    file ??= openFile(path)
    writeFully(file, bytes)
  }

  const failureOf = (line: string, at: number): unknown => {
    try {
      write(line, at)
      return undefined
    } catch (error) {
      return error
    }
  }

  const append = (line: string, at: number): void => {
    if (closed) return
    const sentence = dropsAfter(failureOf(line, at))
    if (sentence !== undefined) report(sentence)
  }

  return {
    append,
    close: (): void => {
      closed = true
      close()
    }
  }
}

/** Opens the log file until the scope closes. A missing folder is created. */
export const open = (options: LogFileOptions): Effect.Effect<LogFile, LogFileUnwritable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => writer(options),
      catch: (error) => new LogFileUnwritable({ path: options.path, reason: reasonOf(error) })
    }),
    (file) => Effect.sync(file.close)
  )
